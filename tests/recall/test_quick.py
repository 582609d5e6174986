"""A plain command line is read without Typer, and read the same."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from entries_made import entry, session_bytes
from running import PANE, environment, run

from pane_cli.app import app
from pane_cli.commands.quick import RECALL, read
from pane_cli.commands.recalling import Asked

TYPERS = (
    ["recall"],
    ["recall", "-h"],
    ["recall", "x", "--help"],
    ["recall", "--unknown", "x"],
    ["recall", "x", "-n", "0"],
    ["recall", "x", "-n", "five"],
    ["recall", "x", "-n5"],
    ["recall", "x", "-lq"],
    ["recall", "x", "-C", "2"],
    ["recall", "x", "--store"],
    ["recall", "x", "--store", "--json"],
    ["recall", "x", "--json=yes"],
    ["recall", "--", "-x"],
)
OURS = (
    ["recall", "token refresh"],
    ["recall", ""],
    ["recall", "token", "a.jsonl", "-", "b.jsonl"],
    ["recall", "--json", "token", "--limit", "3", "--store", "s", "-q"],
    ["recall", "token", "--limit=3", "--store=s", "--set=a.b=1", "--set", "c=-1"],
    ["recall", "--role", "user", "--role", "tool", "--since", "3d"],
    ["recall", "naïve café", "-s", "4d56", "-n", "12", "--page", "2", "--ndjson"],
    ["recall", "x", "--store", "one", "--store", "two"],
)


def by_typer(words: list[str]) -> dict[str, Any]:
    """The parameters that Typer reads."""
    import typer

    group = typer.main.get_command(app)
    command = group.get_command(None, "recall")  # type: ignore[arg-type,attr-defined]
    return dict(command.make_context("recall", words[1:]).params)


def plain(value: Any) -> Any:
    """Typer makes paths and lists of its values only when it calls."""
    if isinstance(value, list | tuple):
        return [str(one) for one in value] or None
    return str(value) if isinstance(value, Path) else value


@pytest.mark.parametrize("words", OURS, ids=" ".join)
def test_what_is_read_is_what_typer_reads(words: list[str]) -> None:
    given = read(words[1:], RECALL)
    assert given is not None
    asked = Asked(**given)
    for name, value in by_typer(words).items():
        assert plain(getattr(asked, name)) == plain(value), name


@pytest.mark.parametrize("words", TYPERS, ids=" ".join)
def test_what_is_not_plain_is_typers(words: list[str]) -> None:
    assert read(words[1:], RECALL) is None


def test_every_option_is_one_of_typers() -> None:
    import typer

    group = typer.main.get_command(app)
    command = group.get_command(None, "recall")  # type: ignore[arg-type,attr-defined]
    known = {word: p for p in command.params for word in p.opts}
    for word, (parameter, value_of, repeats) in RECALL.items():
        assert known[word].name == parameter
        assert getattr(known[word], "is_flag", False) == (value_of is None)
        assert bool(getattr(known[word], "multiple", False)) == repeats


def test_the_parameters_and_their_defaults_are_those_of_recall() -> None:
    from pane_cli.commands.recall import recall

    asked = Asked()
    for name, parameter in inspect.signature(recall).parameters.items():
        assert getattr(asked, name) == parameter.default, name


def test_both_ways_print_the_same(tmp_path: Path) -> None:
    sessions = tmp_path / "store" / "sessions"
    sessions.mkdir(parents=True)
    said = [entry(1, "the token refresh fails"), entry(2, "it is raining")]
    (sessions / "talk.jsonl").write_bytes(session_bytes("talk", said))
    quick = run([str(PANE), "recall", "token", "--json"], tmp_path)
    typers = run([str(PANE), "recall", "--json", "--", "token"], tmp_path)
    assert quick == typers
    assert json.loads(quick.out)["total"] == 1


@pytest.mark.parametrize("words, is_typers", [(OURS[0], False), (TYPERS[8], True)])
def test_typer_is_imported_where_it_reads(
    words: list[str], is_typers: bool, tmp_path: Path
) -> None:
    code = "import sys; sys.argv[0] = 'pane'\nfrom pane_cli.start import main\n"
    code += "try: main()\nfinally: print('typer' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
    )
    assert done.stdout.strip() == str(is_typers), done.stderr


def test_completion_is_typers(tmp_path: Path) -> None:
    asked = {"COMP_WORDS": "pane recall --js", "COMP_CWORD": "2"}
    done = run(
        [str(PANE), "recall", "x"], tmp_path, _PANE_COMPLETE="complete_bash", **asked
    )
    assert b"--json" in done.out
