"""`pane facts`: list, history, set, forget."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pane_cli.commands.decisions.telling import Telling
from pane_cli.commands.shared import options
from pane_cli.commands.shared.clock import now as clock
from pane_cli.commands.shared.clock import stamp
from pane_cli.commands.shared.given import Given
from pane_cli.commands.shared.knowing import known_facts
from pane_cli.commands.shared.reading import Reading
from pane_cli.commands.shared.rendering import redactor
from pane_cli.commands.shared.settings import rules_for
from pane_cli.commands.shared.terminal import output, write_document, write_text
from pane_cli.errors import PaneError
from pane_cli.report.facts import history as told
from pane_cli.report.facts import listing, records
from pane_cli.view.facts import name_of


class _ListsByDefault(TyperGroup):
    """`pane facts FILE` is `pane facts list FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        named = args[0] if args else "list"
        if named not in self.commands and named not in ("-h", "--help"):
            args = ["list", *args]
        return super().parse_args(ctx, args or ["list"])


app = typer.Typer(
    cls=_ListsByDefault,
    rich_markup_mode=None,
    add_completion=False,
    help="""What is known of the user and of the things worked on; nothing is lost.

    Agents give facts in the turn.json block that ends a reply (`pane rules metadata`);
    the user sets them. The newest value stands, older ones are kept, and no agent
    changes what the user set. `pane facts FILE` is `pane facts list FILE`.

    Examples:

      pane facts -s 4d5611e5

      pane facts set cpp.exceptions 'not allowed' -s 4d5611e5

      pane facts history transcript.jsonl --entity cpp
    """,
)
Name = Annotated[
    str, typer.Argument(metavar="[ENTITY.]KEY", help="Without ENTITY: of the user.")
]
Entity = Annotated[
    str | None,
    typer.Option("--entity", help="Only of this; or one fact: cpp.exceptions."),
]
By = Annotated[
    str, typer.Option("--by", help="`user` or `agent`; no agent undoes the user's.")
]


@app.command("list", cls=Given)
def list_(
    files: options.Files = None,
    session: options.SessionId = None,
    entity: Entity = None,
    at: options.At = None,
    json: options.Json = False,
    no_redact: options.NoRedact = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    now: options.Now = None,
    quiet: options.Quiet = False,
) -> int:
    """Print the facts that stand, each with where it was told, and what else was.

    Without FILE or -s: of every session of the store.

    Example: pane facts list -s 4d5611e5 --entity cpp
    """
    rules = rules_for(store, rules_file, settings).rules
    reading = Reading(files, session, at, agent, store, rules, quiet)
    _print(reading, entity, json, no_redact, out, partial(listing, now=clock(now)))
    return 0


@app.command(cls=Given)
def history(
    files: options.Files = None,
    session: options.SessionId = None,
    entity: Entity = None,
    at: options.At = None,
    json: options.Json = False,
    no_redact: options.NoRedact = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    now: options.Now = None,
    quiet: options.Quiet = False,
) -> int:
    """Print every value that a fact ever had; `*` is before the one that stands.

    Example: pane facts history -s 4d5611e5 --entity cpp.exceptions
    """
    rules = rules_for(store, rules_file, settings).rules
    reading = Reading(files, session, at, agent, store, rules, quiet)
    _print(reading, entity, json, no_redact, out, partial(told, now=clock(now)))
    return 0


@app.command("set", cls=Given)
def set_(
    name: Name,
    value: Annotated[str, typer.Argument(help="What is so.")],
    files: options.Files = None,
    by: By = "user",
    session: options.SessionId = None,
    agent: options.From = None,
    store: options.Store = None,
    out: options.Output = None,
    now: options.Now = None,
    quiet: options.Quiet = False,
) -> int:
    """Set a fact; what was known before is kept as its history.

    With -s it is written into the stored session; a fact of the user, or any with -s
    user, holds for every session of the store. Otherwise the lines that come in go out
    again, with the fact behind them.

    Examples:

      pane facts set cpp.exceptions 'not allowed' -s 4d5611e5

      pane facts set name Nora -s user
    """
    if not value.strip():
        raise PaneError("a fact needs a value", "pane facts forget KEY takes it away")
    asked = Telling(name, value.strip(), by, stamp(now))
    return asked.write(files, session, agent, store, out, quiet)


@app.command(cls=Given)
def forget(
    name: Name,
    files: options.Files = None,
    by: By = "user",
    session: options.SessionId = None,
    agent: options.From = None,
    store: options.Store = None,
    out: options.Output = None,
    now: options.Now = None,
    quiet: options.Quiet = False,
) -> int:
    """Forget a fact: it no longer stands, and its history says so.

    An agent that repeats a forgotten value does not bring it back; a new value does.

    Example: pane facts forget cpp.exceptions -s 4d5611e5
    """
    asked = Telling(name, None, by, stamp(now))
    return asked.write(files, session, agent, store, out, quiet)


def _print(
    reading: Reading,
    entity: str | None,
    json: bool,
    no_redact: bool,
    out: Path | None,
    lines: Any,
) -> None:
    clean = redactor(reading.rules, no_redact)
    only = None if entity is None else name_of(entity)
    found = known_facts(reading, only)
    with output(out) as stream:
        if json:
            sessions = [{"id": k.id, "facts": records(k, clean)} for k in found]
            write_document(stream, {"sessions": sessions})
            return
        for known in found:
            for line in lines(known, clean):
                write_text(stream, line + "\n")
