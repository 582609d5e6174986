"""`pane evict`: whole turns leave the context, and come back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from pane_cli.commands import options
from pane_cli.commands.clock import stamp
from pane_cli.commands.inputs import Session, filter_sessions
from pane_cli.commands.rendering import redactor
from pane_cli.commands.settings import rules_for
from pane_cli.commands.terminal import output, say, write_text
from pane_cli.errors import PaneError
from pane_cli.evict.marks import evict_mark, freed, restore_mark, undo_mark
from pane_cli.evict.plan import Plan, plan, selected
from pane_cli.evict.pointers import pointers
from pane_cli.rules.schema import Rules
from pane_cli.session.types import Mark


def evict(
    selection: Annotated[
        str | None,
        typer.Argument(
            help="N oldest turns, `all`, `t4` or '#12-40'; bare: the oldest half.",
            show_default=False,
        ),
    ] = None,
    files: options.Files = None,
    session: options.SessionId = None,
    to: Annotated[
        str | None,
        typer.Option("--to", help="Oldest first, down to a share or tokens: 50%, 4k."),
    ] = None,
    restore: Annotated[
        bool, typer.Option("--restore", help="Bring the selection back in.")
    ] = False,
    undo: Annotated[
        bool, typer.Option("--undo", help="Take the newest eviction or restore back.")
    ] = False,
    list_: Annotated[
        bool, typer.Option("--list", help="Print what is out, a pointer a range.")
    ] = False,
    note: Annotated[
        str, typer.Option("--note", help="Words that stand in their place.")
    ] = "",
    by: Annotated[
        str, typer.Option("--by", help="Who decides: user, agent or a rule's name.")
    ] = "user",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen, change nothing.")
    ] = False,
    explain: options.Explain = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    now: options.Now = None,
    quiet: options.Quiet = False,
) -> int:
    """Take turns out of the context; a pointer stays in their place.

    Nothing is deleted: an eviction is one more line in the session, and `--undo` adds
    another. The newest request and the newest step never leave, and a call leaves with
    its result. With -s the marks are written into the stored session; otherwise the
    lines that come in go out again, with the marks behind them.

    Examples:

      pane ingest -c transcript.jsonl | pane evict --to 50% | pane assemble

      pane evict -s 4d5611e5 --to 50% --dry-run --explain

      pane evict -s 4d5611e5 3; pane evict -s 4d5611e5 --undo
    """
    rules = rules_for(store, rules_file, settings).rules
    request = _Request(
        selection, to, restore, undo, note, by, dry_run, explain, quiet, stamp(now)
    )
    if session is not None:
        return _stored(session, store, rules, request, list_, out)
    if list_:
        return _list_inputs(files, agent, rules, out, quiet)
    with output(out) as stream:
        filter_sessions(files, rules, stream, request.decide, agent, quiet)
    return 0


class _Request:
    """What was asked of `evict`, as the decision that a session gets."""

    def __init__(
        self,
        selection: str | None,
        to: str | None,
        restore: bool,
        undo: bool,
        note: str,
        by: str,
        dry_run: bool,
        explain: bool,
        quiet: bool,
        ts: str,
    ) -> None:
        if sum((restore, undo, to is not None)) > 1:
            raise PaneError("--restore, --undo and --to exclude each other")
        if selection is not None and (undo or to is not None):
            other = "--undo" if undo else f"--to {to}"
            raise PaneError(f"both {selection} and {other}", "give one of them")
        self.selection, self.to = selection, to
        self.restore, self.undo = restore, undo
        self.note, self.by, self.ts = note, by, ts
        self.dry_run, self.explain, self.quiet = dry_run, explain, quiet

    def decide(self, session: Session) -> list[Mark]:
        """The marks for one session, said on stderr."""
        mark, message = self._mark(session)
        name = session.log.name
        would = "would be: " if self.dry_run and mark else ""
        say(f"{name}: {would}{message}", self.quiet)
        return [mark] if mark is not None and not self.dry_run else []

    def _mark(self, session: Session) -> tuple[Mark | None, str]:
        view = session.view
        if self.undo:
            mark = undo_mark(view, self.by, self.ts)
            return mark, f"mark {mark.undoes} undone"
        if self.restore:
            wanted = selected(view, self.selection or "all")
            mark = restore_mark(view, wanted, self.by, self.ts)
            return mark, f"{freed(view, mark.entries):,} tokens back in context"
        planned = plan(view, self.selection, self.to)
        if self.explain:
            _explain(planned)
        if not planned.entries:
            return None, f"nothing to evict ({planned.before:,} tokens in context)"
        mark = evict_mark(view, planned.entries, note=self.note, by=self.by, ts=self.ts)
        leaving = sum(item.leaves for item in planned.items)
        return mark, (
            f"{leaving} out, {planned.before:,} -> {planned.after:,} tokens in context"
        )


def _explain(planned: Plan) -> None:
    for item in planned.items:
        verdict = "out " if item.leaves else "stay"
        say(f"{verdict} {item.name:<18} {item.tokens:>8,} tokens  {item.why}")


def _stored(
    part: str,
    folder: Path | None,
    rules: Rules,
    request: _Request,
    list_: bool,
    out: Path | None,
) -> int:
    from pane_cli.commands.stored import append, open_store, stored_session

    store = open_store(folder)
    session = stored_session(store, part, rules)
    if list_:
        with output(out) as stream:
            _print_list(stream, session, folder)
        return 0
    append(store, session, request.decide)
    return 0


def _list_inputs(
    files: list[Path] | None,
    agent: str | None,
    rules: Rules,
    out: Path | None,
    quiet: bool,
) -> int:
    from pane_cli.commands.inputs import read_sessions

    sessions = read_sessions(files, rules, agent, quiet)
    with output(out) as stream:
        for session in sessions:
            _print_list(stream, session, None)
    return 0


def _print_list(stream: BinaryIO, session: Session, folder: Path | None) -> None:
    from pane_cli.commands.stored import recall_command

    view, clean = session.view, redactor(session.view.rules)
    command = recall_command(session.log, folder)
    for row in pointers(view, view.out, session.log.text, command):
        write_text(stream, clean(row.line()) + "\n")
