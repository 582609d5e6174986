"""A plain command line is read without Typer, and read the same."""

from __future__ import annotations

import inspect
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from entries_made import entry, session_bytes
from hypothesis import given, settings
from hypothesis import strategies as st
from running import environment, run

from pane_cli.app import app
from pane_cli.commands.quick import COMMANDS, Option, read
from pane_cli.commands.shared.values import moment

#: Any command may have these, and none reads them without Typer.
TYPERS = (
    ["-h"],
    ["x", "--help"],
    ["--unknown", "x"],
    ["x", "-q5"],
    ["x", "-sx"],
    ["x", "-s=x"],
    ["x", "--store"],
    ["x", "--store", "--quiet"],
    ["x", "--store", "--", "y"],
    ["x", "--quiet=yes"],
    ["--", "-x"],
)
OWN = (
    ["recall", "x", "-n", "0"],
    ["recall", "x", "-n", "five"],
    ["recall", "x", "-lq"],
    ["recall", "x", "-C", "2"],
    ["assemble", "x", "--budget", "0"],
    ["assemble", "x", "--budget", "1e3"],
    ["assemble", "x", "--deadline", "soon"],
    ["assemble", "x", "--explain=1"],
    ["summarize", "x", "--since"],
)
ALL_OF_TYPERS = tuple([name, *words] for name in COMMANDS for words in TYPERS) + OWN
OURS = (
    ["recall"],
    ["recall", "token refresh"],
    ["recall", ""],
    ["recall", "token", "a.jsonl", "-", "b.jsonl"],
    ["recall", "--json", "token", "--limit", "3", "--store", "s", "-q"],
    ["recall", "token", "--limit=3", "--store=s", "--set=a.b=1", "--set", "c=-1"],
    ["recall", "--role", "user", "--role", "tool", "--since", "3d"],
    ["recall", "naïve café", "-s", "4d56", "-n", "12", "--page", "2", "--ndjson"],
    ["recall", "x", "--store", "one", "--store", "two"],
    ["assemble"],
    ["assemble", "-"],
    ["assemble", "-s", "4d56", "--budget", "16000", "--query", "why?"],
    ["assemble", "a.jsonl", "--deadline", ".5", "b.jsonl", "--as=json", "-o", "c"],
    ["summarize", "a.jsonl"],
    ["summarize", "-s", "4d56", "--handoff", "--json"],
    ["summarize", "--since", "#120", "--mark", "a.jsonl", "--set", "a=1"],
)
OPTIONS = [(name, word) for name, row in COMMANDS.items() for word in row.options]
VALUES = {str: "text", Path: "a/b.jsonl", moment: "2026-03-01"}


def typer_command(name: str) -> Any:
    import typer

    group: Any = typer.main.get_command(app)
    return group.get_command(None, name)


def by_typer(name: str, words: list[str]) -> dict[str, Any]:
    """The parameters that Typer reads."""
    return dict(typer_command(name).make_context(name, list(words)).params)


def asked(name: str, words: list[str]) -> Any:
    """The command line as its runner gets it."""
    row = COMMANDS[name]
    read_here = read(words, row)
    assert read_here is not None, words
    return import_module(f"pane_cli.commands.{row.module}").Asked(**read_here)


def called(value: Any, like: Any) -> Any:
    """Typer makes paths and lists of its values only when it calls the command."""
    if isinstance(value, list | tuple):
        return [called(one, like[0]) for one in value] if value else None
    return Path(value) if isinstance(like, Path) else value


def check_the_same(name: str, words: list[str]) -> None:
    here = asked(name, words)
    for parameter, value in by_typer(name, words).items():
        ours = getattr(here, parameter)
        assert ours == called(value, ours), parameter


def with_value(option: Option, text: str | None = None) -> list[str]:
    if option.read is None:
        return []
    return [VALUES.get(option.read, "12") if text is None else text]  # type: ignore[call-overload]


@pytest.mark.parametrize("words", OURS, ids=" ".join)
def test_what_is_read_is_what_typer_reads(words: list[str]) -> None:
    check_the_same(words[0], words[1:])


@pytest.mark.parametrize("name, word", OPTIONS)
def test_every_plain_option_is_read_as_typer_reads_it(name: str, word: str) -> None:
    value = with_value(COMMANDS[name].options[word])
    check_the_same(name, [word, *value])
    check_the_same(name, ["x", word, *value, "y", "z"])
    check_the_same(name, [word, *value, "x", word, *value])
    if value and word.startswith("--"):
        check_the_same(name, [f"{word}={value[0]}", "x"])


@pytest.mark.parametrize("name, word", OPTIONS)
def test_an_option_that_is_not_in_the_table_is_typers(name: str, word: str) -> None:
    row = COMMANDS[name]
    words = [word, *with_value(row.options[word]), "x"]
    without = {known: row.options[known] for known in row.options if known != word}
    assert read(words, row._replace(options=without)) is None


@pytest.mark.parametrize("name", COMMANDS)
@given(drawn=st.data())
@settings(max_examples=60)
def test_no_line_is_read_otherwise(name: str, drawn: st.DataObject) -> None:
    options = COMMANDS[name].options
    values = ["", "-", "--", "-x", "0", "5", "05", "٣", "1e3", "a b", "a=b", "é", "+5"]
    word = st.sampled_from([*options, *values]) | st.builds(
        "{}={}".format, st.sampled_from([*options]), st.sampled_from(values)
    )
    words = drawn.draw(st.lists(word, max_size=6))
    if read(words, COMMANDS[name]) is not None:
        check_the_same(name, words)


@pytest.mark.parametrize("words", ALL_OF_TYPERS, ids=" ".join)
def test_what_is_not_plain_is_typers(words: list[str]) -> None:
    assert read(words[1:], COMMANDS[words[0]]) is None


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_one_of_typers(name: str) -> None:
    known = {word: p for p in typer_command(name).params for word in p.opts}
    for word, option in COMMANDS[name].options.items():
        assert known[word].name == option.parameter
        assert getattr(known[word], "is_flag", False) == (option.read is None)
        assert bool(getattr(known[word], "multiple", False)) == option.repeats


@pytest.mark.parametrize("name", COMMANDS)
def test_the_parameters_and_their_defaults_are_those_of_the_command(name: str) -> None:
    function = getattr(import_module(f"pane_cli.commands.{name}"), name)
    row = COMMANDS[name]
    defaults = import_module(f"pane_cli.commands.{row.module}").Asked()
    parameters = inspect.signature(function).parameters
    assert set(parameters) == set(defaults.__struct_fields__)
    for parameter in parameters.values():
        assert getattr(defaults, parameter.name) == parameter.default, parameter.name


@pytest.mark.parametrize(
    "words, is_typers",
    [(OURS[1], False), (OURS[12], False), (OURS[13], False)]
    + [([name, "x", "--store"], True) for name in COMMANDS],
)
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


@pytest.mark.parametrize("name", COMMANDS)
def test_completion_is_typers(name: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(session_bytes("x", [entry(1, "x")]))
    told = {"COMP_WORDS": f"pane {name} --no-r", "COMP_CWORD": "2"}
    done = run(["pane", name, "x"], tmp_path, _PANE_COMPLETE="complete_bash", **told)
    assert b"--no-redact" in done.out
