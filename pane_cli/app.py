"""The command table, and the one place where errors become exit codes.

A command module is imported only when its command runs: start-up is paid at every
prompt.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from pane_cli.errors import PaneError


class Command(NamedTuple):
    """One row: the module is `pane_cli.commands.MODULE`, its function has its name."""

    module: str
    summary: str


COMMANDS: dict[str, Command] = {
    "ingest": Command("ingest", "Save transcripts, or print them as session lines."),
    "evict": Command("evict", "Take turns out of the context; bring them back."),
    "pin": Command("pin", "Keep a note word for word."),
    "summarize": Command("summarize", "Print what matters, line by line, addressed."),
    "recall": Command("recall", "Find anything, or print it by address."),
    "assemble": Command("assemble", "Print the context for the next prompt."),
    "check": Command("check", "Report what is wrong with session files."),
    "show": Command("show", "Read a session as a person reads it."),
    "stats": Command("stats", "Count tokens, usage and bytes."),
    "evaluate": Command(
        "evaluate", "Measure contexts on your sessions; fit the rules."
    ),
    "rules": Command("rules", "Show, check and explain the rules."),
    "init": Command("init", "Keep the sessions of this folder in this folder."),
    "doctor": Command("doctor", "Say what is damaged in the store, and mend it."),
    "forget": Command("forget", "Remove a session, its original and its index."),
}


class _Lazy(TyperGroup):
    """A group that builds the one command that is asked for."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        # Names alone, for "Did you mean"; `get_command` has the commands.
        self.commands: dict[str, Any] = dict.fromkeys(COMMANDS)

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        row = COMMANDS.get(cmd_name)
        if row is None:
            return None
        module = import_module(f"pane_cli.commands.{row.module}")
        single: Any = getattr(module, "app", None)
        if single is None:
            single = typer.Typer(rich_markup_mode=None, add_completion=False)
            settings = getattr(module, "SETTINGS", {})
            single.command(cmd_name, **settings)(getattr(module, cmd_name))
        command = typer.main.get_command(single)
        command.name = cmd_name
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        # Listing must not import every command for its help.
        with formatter.section("Commands"):
            formatter.write_dl([(n, row.summary) for n, row in COMMANDS.items()])


app = typer.Typer(
    cls=_Lazy,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        print("pane", version("pane"))
        raise typer.Exit()


@app.callback(help="Decide what an agent sees next, from plain session files.")
def _root(
    version: bool = typer.Option(
        False, "--version", is_eager=True, callback=_version, help="Print the version."
    ),
) -> None:
    pass


def main() -> None:
    """Run a command line; every way out of pane goes through here."""
    sys.exit(_run())


def _run() -> int:
    # A command lives for a moment: looking for garbage costs more than it frees.
    gc.set_threshold(50_000, 50, 50)
    try:
        code = app(prog_name="pane", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except TyperException as error:
        return _usage(error)
    except PaneError as error:
        return _say(str(error), error.hint, error.status)
    except BrokenPipeError:
        return _closed_pipe()
    except SystemExit as error:
        # Typer turns a closed pipe into status 1, also where it is told to raise.
        if not isinstance(error.__context__, BrokenPipeError):
            raise
        return _closed_pipe()
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _say(f"{where}{error.strerror or error}", "", 2)


def _closed_pipe() -> int:
    """Stop in silence: the reader has what it wanted, as in `| head -1`."""
    # Elsewhere with the rest, or the interpreter complains when it flushes at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


def _usage(error: Any) -> int:
    text = error.format_message()
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "pane"
    if text.startswith("Usage:"):  # no arguments at all: the help is the message
        print(text, file=sys.stderr)
        return 2
    return _say(text, f"see: {path} --help", 2) if text else 2


def _say(message: str, hint: str, status: int) -> int:
    try:
        print(f"pane: {message}", file=sys.stderr)
        if hint:
            print(f"pane: {hint}", file=sys.stderr)
    except (OSError, ValueError):
        pass  # nowhere left to say it; the exit status still does
    return status


if __name__ == "__main__":
    main()
