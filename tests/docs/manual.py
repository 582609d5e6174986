"""The man page: one page for all commands, from the commands' own help."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import typer
from docs.roff import escape, helptext, tagged

from pane_cli.app import app

#: What the environment can change. A test compares the names with the code's.
ENVIRONMENT = {
    "PANE_STORE": "Folder of sessions, where `--store` is not given.",
    "XDG_DATA_HOME": "The store is `pane` in it (default: ~/.local/share).",
    "XDG_CONFIG_HOME": "Your rules are `pane/rules.yaml` in it (default: ~/.config).",
    "XDG_CACHE_HOME": "Merged rules of a project's store are in `pane` in it.",
    "PANE_HOOK": "`off`: `hook` does nothing, and saves nothing.",
    "PAGER": "What `show` pages through on a terminal (default: less); empty: none.",
    "NO_COLOR": "Not empty: no colour, even on a terminal.",
    "TERM": "`dumb`: no colour.",
}

FILES = {
    "STORE/sessions/": "One file a session: JSON Lines, only ever appended to.",
    "STORE/originals/": "The transcripts as they were read, compressed.",
    "STORE/cache/": "Can be deleted at any time.",
    "STORE/rules.yaml": "Rules of this store.",
    "~/.config/pane/rules.yaml": "Your rules.",
    ".pane/rules.yaml": "The rules of a project, in its folder or one above.",
}

STATUS = {
    "0": "Done. `recall`: found. `check`: no finding that counts. `hook`: always.",
    "1": "`recall`: nothing found. `check`: findings at or above `--fail-on`."
    " `doctor`: something does not work.",
    "2": "Wrong usage, or an input that could not be read; stderr says which.",
    "3": "`assemble`: pins and the newest request do not fit into the budget.",
    "130": "Interrupted.",
    "143": "Ended by SIGTERM; 129: by SIGHUP. Nothing is left half written.",
}

_STANDARDS = """\
Data goes to stdout, everything else to stderr behind `pane: `. A FILE may be a
transcript or a session, and `-` is standard input; no FILE is ever changed. `--` ends
the options. A damaged line is skipped, counted and named on stderr, and changes no exit
status. Addresses are `ID#120` and `ID#120-140`; plain `#120` where one session is in
scope."""


def manual() -> str:
    """The page as roff: plain ASCII, the man macros only."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    root: Any = typer.main.get_command(app)
    context = root.make_context("pane", [], resilient_parsing=True)
    yield f'.TH PANE 1 "" "pane {version("pane")}" "User Commands"'
    yield ".SH NAME"
    yield f"pane \\- {escape(_summary(root))}"
    yield from _synopsis(root, context)
    yield ".SH DESCRIPTION"
    yield from helptext(_STANDARDS)
    yield ".SH OPTIONS"
    yield from _options(root, context)
    yield ".SH COMMANDS"
    for name, command, inner in _commands(root, context):
        yield from _command(name, command, inner)
    for title, rows in (
        ("EXIT STATUS", STATUS),
        ("ENVIRONMENT", ENVIRONMENT),
        ("FILES", FILES),
    ):
        yield f".SH {title}"
        for word, meaning in rows.items():
            yield from tagged(word, meaning)


def _synopsis(root: Any, context: Any) -> Iterator[str]:
    yield ".SH SYNOPSIS"
    for number, (name, command, inner) in enumerate(_commands(root, context)):
        if number:
            yield ".br"
        yield _usage(name, command, inner)


def _commands(group: Any, context: Any) -> Iterator[tuple[str, Any, Any]]:
    """Each command that can be run, the commands of a command included."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        inner = command.context_class(command, info_name=name, parent=context)
        if command.hidden:
            continue
        if hasattr(command, "list_commands"):
            yield from _commands(command, inner)
        else:
            yield inner.command_path, command, inner


def _command(name: str, command: Any, context: Any) -> Iterator[str]:
    yield f".SS {escape(name)}"
    yield _usage(name, command, context)
    yield ".PP"
    yield from helptext(command.help or "")
    # --help stands once, under OPTIONS.
    yield from _options(command, context, without=("help",))


def _usage(name: str, command: Any, context: Any) -> str:
    pieces = " ".join(command.collect_usage_pieces(context))
    return f"\\fB{escape(name)}\\fR {escape(pieces)}".rstrip()


def _options(
    command: Any, context: Any, without: tuple[str, ...] = ()
) -> Iterator[str]:
    """Arguments and options, in the words of --help."""
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and parameter.name not in without:
            yield from tagged(*record)


def _summary(root: Any) -> str:
    text: str = root.help
    return text[0].lower() + text[1:].rstrip(".")
