"""`pane pin`: notes that stay word for word."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pane_cli.commands.decisions.standing import pins, print_list, refuse_json
from pane_cli.commands.shared import options
from pane_cli.commands.shared.clock import stamp
from pane_cli.commands.shared.inputs import (
    Decided,
    Session,
    decided,
    filter_sessions,
    read_sessions,
)
from pane_cli.commands.shared.settings import rules_for
from pane_cli.commands.shared.terminal import output
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Rules
from pane_cli.view.carried import carried
from pane_cli.view.decisions import Note, decide_pin


def pin(
    text: Annotated[
        str | None,
        typer.Argument(help="The note; with --remove its name.", show_default=False),
    ] = None,
    files: options.Files = None,
    name: Annotated[
        str | None,
        typer.Option("--name", help="A name; pinning it again replaces the note."),
    ] = None,
    by: Annotated[
        str, typer.Option("--by", help="`user` or `agent`; neither undoes the user's.")
    ] = "user",
    list_: Annotated[
        bool, typer.Option("--list", help="Print what is pinned.")
    ] = False,
    remove: Annotated[
        bool, typer.Option("--remove", help="Take the pin of this name away.")
    ] = False,
    json: options.Json = False,
    session: options.SessionId = None,
    agent: options.From = None,
    store: options.Store = None,
    out: options.Output = None,
    now: options.Now = None,
    quiet: options.Quiet = False,
) -> int:
    """Keep a note word for word, first in every context, whatever is evicted.

    A named note replaces the one of that name. What the user pinned an agent can
    neither replace nor remove. With -s the pin is written into the stored session; a
    named one of the user's into the session `user` of the store, so that it holds for
    every session. Otherwise the lines that come in go out again, with the pin behind
    them.

    Examples:

      pane pin 'keep the API stable' -s 4d5611e5

      pane ingest -c transcript.jsonl | pane pin --name sso 'never touch SSO'

      pane pin --name style 'no new dependencies' -s user

      pane pin --list -s 4d5611e5
    """
    rules = rules_for(store).rules
    if list_:
        # With --list there is no note: the first positional is a FILE too.
        named = [Path(text)] if text is not None else []
        files = [*named, *(files or [])] or None
        found = _sessions(files, session, rules, agent, store, quiet)
        return print_list(found, "pins", pins, json, out)
    refuse_json(json)
    if remove and not (text or "").strip():
        raise PaneError("--remove takes a pin's name", "pane pin --list -s ID")
    if text is None or not text.strip():
        raise PaneError("nothing to pin", "pane pin 'never touch the SSO flow' -s ID")
    if by not in ("user", "agent"):
        raise PaneError(f"--by {by}: nobody pins so", "--by user or --by agent")
    note = Note(text, name, by, remove, stamp(now))
    decide = partial(_decide, note)
    if session is not None:
        from pane_cli.commands.decisions.carrying import pin_holders
        from pane_cli.commands.shared.stored import append, named_alone

        opened, stored = named_alone(store, session, rules, files)
        for holder in pin_holders(opened, stored, note):
            append(opened, holder, decide, quiet)
        return 0
    with output(out) as stream:
        filter_sessions(files, rules, stream, decide, agent, quiet)
    return 0


def _decide(note: Note, session: Session) -> Decided:
    view = session.view
    mark, message = decide_pin(view.decisions, note, view.last, carried(view))
    return decided(session, mark, message)


def _sessions(
    files: list[Path] | None,
    part: str | None,
    rules: Rules,
    agent: str | None,
    folder: Path | None,
    quiet: bool,
) -> list[Session]:
    if part is None:
        return read_sessions(files, rules, agent, quiet)
    from pane_cli.commands.shared.stored import named_alone

    return [named_alone(folder, part, rules, files)[1]]
