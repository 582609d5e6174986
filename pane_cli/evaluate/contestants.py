"""Who writes a context from the past of a session. `CONTESTANTS` is the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pane_cli.assemble.assemble import DOES_NOT_FIT, Ask, assemble
from pane_cli.assemble.budget import Budget
from pane_cli.errors import PaneError
from pane_cli.evaluate.subject import Event, Past


def last(past: Past, chars: int) -> str:
    """The newest words of the session, as they stand."""
    return _tail((_rendered(event) for event in reversed(past.events)), chars)


def elided(past: Past, chars: int) -> str:
    """The newest words without what tools printed, of which only the size is told."""
    return _tail((_elided(event) for event in reversed(past.events)), chars)


def pane(past: Past, chars: int) -> str:
    """What `pane assemble` prints under the rules; nothing where it can't fit."""
    ask = Ask(
        past.view,
        past.fetch,
        past.clean,
        past.command,
        Budget(None, chars, past.view.chars_per_token),
        candidates=past.candidates,
    )
    try:
        return assemble(ask).text
    except PaneError as error:
        if error.status != DOES_NOT_FIT:
            raise
        return ""


CONTESTANTS: dict[str, Callable[[Past, int], str]] = {
    "last": last,
    "elided": elided,
    "pane": pane,
}


def _tail(newest_first: Iterator[str], chars: int) -> str:
    texts: list[str] = []
    for text in newest_first:
        texts.append(text[-chars:])
        chars -= len(text)
        if chars <= 0:
            break
    return "".join(reversed(texts))


def _rendered(event: Event) -> str:
    return f"[{event.title}] {event.text}\n"


def _elided(event: Event) -> str:
    if event.entry.kind != "result":
        return _rendered(event)
    return f"[result] ({len(event.text)} characters)\n"
