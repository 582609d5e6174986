"""`--list` of pin and evict: the pins that stand, and the pointers of what is out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pane_cli.commands.shared.inputs import Session, no_session
from pane_cli.commands.shared.rendering import redactor
from pane_cli.commands.shared.terminal import output, write_document, write_text
from pane_cli.errors import PaneError
from pane_cli.text.entries import clean_value


class Item(NamedTuple):
    """One row of a list, in each form that it may be printed in."""

    record: dict[str, Any]
    line: str


Items = Callable[[Session], Iterator[Item]]


def refuse_json(is_json: bool) -> None:
    """Raise where `--json` is given and nothing is listed."""
    if is_json:
        raise PaneError("--json goes with --list", "leave it out, or add --list")


def print_list(
    sessions: Sequence[Session],
    name: str,
    items: Items,
    is_json: bool,
    out: Path | None,
) -> int:
    """Print a list of each session: lines, or one document with lists so named.

    Raises PaneError where there is no session, which is not one without pins.
    """
    if not sessions:
        raise no_session()
    with output(out) as stream:
        if is_json:
            records = [
                {"id": one.log.header.id, name: [item.record for item in items(one)]}
                for one in sessions
            ]
            write_document(stream, {"sessions": records})
            return 0
        for session in sessions:
            for item in items(session):
                write_text(stream, item.line + "\n")
    return 0


def pins(session: Session) -> Iterator[Item]:
    """Name, whose it is, and the note."""
    clean = redactor(session.view.rules)
    for pin in session.view.pins:
        name, text = clean(pin.name), clean_value(pin.name, pin.text, clean)
        held = f"{pin.by}, every session" if pin.is_carried else pin.by
        record = {
            "name": name,
            "text": text,
            "by": pin.by,
            "every_session": pin.is_carried,
            "ts": pin.ts,
        }
        yield Item(record, f"{name}\t{held}\t{text}")


def outs(folder: Path | None) -> Items:
    """A pointer a range that is out; `folder` is what `--store` says."""

    def items(session: Session) -> Iterator[Item]:
        from pane_cli.commands.shared.stored import recall_command
        from pane_cli.evict.pointers import pointers

        log, view = session
        clean, command = redactor(view.rules), recall_command(log, folder)
        for row in pointers(view, view.out, log.text, clean, command):
            record = {
                "entries": row.span,
                "turns": row.turns,
                "tokens": row.tokens,
                "what": row.what,
                "note": row.note,
                "command": row.command,
            }
            yield Item(record, row.line())

    return items
