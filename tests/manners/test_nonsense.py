"""A value that is none is an error, exit 2, and the message says what is allowed.

The table is walked over the commands as Typer knows them: a new option is tried too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from running import ROOT

from pane_cli.app import app
from pane_cli.commands.shared.given import MAY_BE_EMPTY
from pane_cli.start import _run

FILE = str(next((ROOT / "samples" / "claude-code").glob("7c1e5a90*.jsonl")))
#: What a command needs beside its options.
ARGUMENTS = {
    "pin": ["note", FILE],
    "recall": ["refresh", FILE],
    "facts set": ["ferry.port", "8443", FILE],
    "facts forget": ["ferry.port", FILE],
    "rules explain": ["evict.share"],
    "forget": ["7c1e5a90"],
    "doctor": [],
    "init": [],
    "rules show": [],
    "rules schema": [],
    "rules metadata": [],
    "rules check": [],
}
BY_METAVAR = {
    "N": ("-1", "five", "1.5", "9" * 20, "٣"),
    "SECONDS": ("-1", "0", "nan", "inf", "1e999", "5s"),
    "TIME": ("soon", "2026-13-01"),
}
SIZES = ("150%", "101%", "-5%", "1.5", "nan", "4kk", "1e3")
TIMES = ("soon", "-1d", "3x", "2026-13-01", "9999999d")
ENTRIES = ("#0", "#99999", "#5-9", "t3", "120")
WORDS = ("nothing",)
BY_OPTION = {
    ("evict", "--to"): SIZES,
    ("recall", "--since"): TIMES,
    ("recall", "--until"): TIMES,
    ("show", "--since"): TIMES,
    ("show", "--until"): TIMES,
    ("stats", "--since"): TIMES,
    ("stats", "--until"): TIMES,
    ("summarize", "--since"): ENTRIES,
    ("assemble", "--at"): ENTRIES,
    ("summarize", "--at"): ENTRIES,
    ("show", "--at"): ENTRIES,
    ("stats", "--at"): ENTRIES,
    ("topics", "--at"): ENTRIES,
    ("facts list", "--at"): ENTRIES,
    ("facts history", "--at"): ENTRIES,
    ("evaluate hindsight", "--budgets"): ("0", "-1", "4k", "1,x", "nan"),
    ("evaluate hindsight", "--cuts"): ("0", "100", "50%", "1,x"),
    ("assemble", "--as"): WORDS,
    ("check", "--select"): WORDS,
    ("check", "--ignore"): WORDS,
    ("check", "--fail-on"): WORDS,
    ("check", "--format"): WORDS,
    ("check", "--explain"): WORDS,
    ("recall", "--role"): WORDS,
    ("recall", "--kind"): WORDS,
    ("recall", "--scope"): WORDS,
    ("recall", "--color"): WORDS,
    ("recall", "--tz"): WORDS,
    ("show", "--role"): WORDS,
    ("show", "--kind"): WORDS,
    ("show", "--tz"): WORDS,
    ("stats", "--by"): WORDS,
    ("stats", "--tz"): WORDS,
    ("pin", "--by"): WORDS,
    ("facts set", "--by"): WORDS,
    ("facts forget", "--by"): WORDS,
    ("doctor", "--only"): WORDS,
    ("init", "--agent"): WORDS,
    ("ingest", "--from"): WORDS,
    ("assemble", "--set"): ("evict.share=2", "evict.share", "no.rule=1"),
}


def commands() -> Iterator[tuple[str, Any]]:
    """Every command of the tree by its words."""
    root: Any = typer.main.get_command(app)
    for name in root.list_commands(None):
        command = root.get_command(None, name)
        below = getattr(command, "commands", {})
        for sub, one in below.items():
            yield f"{name} {sub}", one
        if not below:
            yield name, command


def options() -> Iterator[tuple[str, Any]]:
    """Every option that has a value, with the words of its command."""
    for name, command in commands():
        for option in command.params:
            if option.param_type_name == "option" and not option.is_flag:
                yield name, option


def rows() -> Iterator[Any]:
    for name, option in options():
        values = BY_METAVAR.get(option.metavar, ())
        for value in (*values, *BY_OPTION.get((name, option.opts[0]), ())):
            yield pytest.param(name, option.opts[0], value)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "PANE_STORE"):
        monkeypatch.setenv(name, str(tmp_path))


@pytest.mark.parametrize(("command", "option", "value"), list(rows()))
def test_nonsense_is_refused(
    command: str,
    option: str,
    value: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    if command == "hook":  # its exit status is 0 whatever happens
        assert pane(monkeypatch, command, f"{option}={value}", "{}") == 0
    else:
        rest = ARGUMENTS.get(command, [FILE])
        assert pane(monkeypatch, command, f"{option}={value}", *rest) == 2
    out, err = capfd.readouterr()
    said = err.splitlines()
    assert out == ""
    assert option in said[0] or value in said[0]
    assert len(said) == 2, "what is wrong, and what is allowed"
    assert all(line.startswith("pane: ") for line in said)


@pytest.mark.parametrize(
    ("command", "option"),
    [(name, one.opts[0]) for name, one in options() if one.name not in MAY_BE_EMPTY],
)
def test_an_empty_value_is_refused(
    command: str,
    option: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    rest = ARGUMENTS.get(command, [FILE])
    status = pane(monkeypatch, command, option, "", *rest)
    assert status == (0 if command == "hook" else 2)
    out, err = capfd.readouterr()
    assert (out, err) == (
        "",
        f"pane: {option}: its value is empty\npane: leave {option} out\n",
    )


def test_every_option_of_numbers_is_walked() -> None:
    kinds = {option.metavar for _, option in options()}
    assert set(BY_METAVAR) <= kinds
    assert not [one.opts for _, one in options() if one.type.name in ("int", "float")]


def test_the_table_names_options_that_are() -> None:
    there = {(name, one.opts[0]) for name, one in options()}
    assert set(BY_OPTION) <= there


def pane(patch: pytest.MonkeyPatch, command: str, *words: str) -> int:
    """Run a command line in this process, whose arguments it is; its exit status."""
    line = [*command.split(), *words]
    patch.setattr(sys, "argv", ["pane", *line])
    return _run(line)
