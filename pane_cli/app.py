"""The command table.

A command module is imported only when its command runs: start-up is paid at every
prompt.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from pane_cli.commands.shared.given import Given
from pane_cli.endings import INTERRUPTED, say, status_of


class Command(NamedTuple):
    """One row: the module is `pane_cli.commands.MODULE`, its function has its name."""

    module: str
    summary: str


COMMANDS: dict[str, Command] = {
    "ingest": Command("ingest", "Save transcripts, or print them as session lines."),
    "evict": Command("evict", "Take turns out of the context; bring them back."),
    "pin": Command("pin", "Keep a note word for word."),
    "facts": Command("facts", "Print what is known; set a fact, or forget it."),
    "summarize": Command("summarize", "Print what matters, line by line, addressed."),
    "recall": Command("recall", "Find anything, or print it by address."),
    "assemble": Command("assemble", "Print the context for the next prompt."),
    "check": Command("check", "Report what is wrong with session files."),
    "show": Command("show", "Read a session as a person reads it."),
    "stats": Command("stats", "Count tokens, usage and bytes."),
    "topics": Command("topics", "Show what a session is about, and what is loaded."),
    "evaluate": Command(
        "evaluate", "Measure contexts on your sessions; fit the rules."
    ),
    "hook": Command("hook", "Answer an agent's hook: add what it does not have."),
    "rules": Command("rules", "Show, check and explain the rules."),
    "init": Command("init", "Make the store; wire an agent in."),
    "doctor": Command("doctor", "Say which agents call pane, and whether it works."),
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
            single.command(cmd_name, cls=Given, **settings)(getattr(module, cmd_name))
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


#: Its exit status is 0 whatever happens: any other would cost a user's prompt.
_NEVER_FAILS = "hook"


def main() -> None:
    """Run a command line."""
    sys.exit(run())


def run() -> int:
    """Run the command line of this process; its exit status."""
    status = status_of(_run)
    return 0 if sys.argv[1:2] == [_NEVER_FAILS] else status


def _run() -> object:
    try:
        return app(prog_name="pane", standalone_mode=False)
    except TyperException as error:
        return _usage(error)
    except typer.Abort:
        return INTERRUPTED


def _usage(error: Any) -> int:
    text = error.format_message()
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "pane"
    if text.startswith("Usage:"):  # no arguments at all: the help is the message
        print(text, file=sys.stderr)
        return 2
    return say(text, _hint(error, path), 2) if text else 2


def _hint(error: Any, path: str) -> str:
    """What to do about a call that was not understood."""
    if getattr(error, "option_name", None) == "--explain":
        from pane_cli.commands.findings.pages import what_to_explain

        return what_to_explain()
    return f"see: {path} --help"


if __name__ == "__main__":
    main()
