"""Pointers: the one line that stands in place of what is out.

It says what it was and the command that brings it back from where it came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pane_cli.session.address import format_range
from pane_cli.session.types import Range
from pane_cli.view.describe import describe
from pane_cli.view.view import View, ranges


class Pointer(NamedTuple):
    """What stands in for one range."""

    span: Range
    turns: Range
    tokens: int
    what: str
    note: str
    command: str

    def line(self) -> str:
        """`[out #2-40 · t1-t3 · 5,120 tokens] what: command`."""
        first, last = self.turns
        turns = f"t{first}" if first == last else f"t{first}-t{last}"
        note = f" · {self.note}" if self.note else ""
        return (
            f"[out {format_range(*self.span)} · {turns} · {self.tokens:,} tokens]"
            f" {self.what}{note} · {self.command}"
        )


def pointers(
    view: View,
    out: Iterable[int],
    fetch: Callable[[int], str],
    clean: Callable[[str], str],
    command: str,
    most: int | None = None,
) -> list[Pointer]:
    """One pointer a range of `out`, in session order; the oldest merge past `most`.

    `command` is what recalls `{span}`; `fetch` gives an entry's text, `clean` takes
    secrets out of a text.
    """
    spans = joined(view, set(out))
    if most is not None and len(spans) > most > 0:
        older = spans[: len(spans) - most + 1]
        merged = (older[0][0], older[-1][1])
        spans = [merged, *spans[len(older) :]]
    return [pointer(view, span, fetch, clean, command) for span in spans]


def pointer(
    view: View,
    span: Range,
    fetch: Callable[[int], str],
    clean: Callable[[str], str],
    command: str,
) -> Pointer:
    """The pointer for one range."""
    rows = [view.row(n) for n in range(span[0], span[1] + 1)]
    seen = [row for row in rows if view.is_context(row.n)] or rows
    notes = {view.out[r.n].note for r in seen if r.n in view.out} - {None}
    return Pointer(
        span,
        (seen[0].turn, seen[-1].turn),
        sum(row.tokens for row in seen),
        describe(view, span, fetch, clean),
        "; ".join(sorted(clean(note) for note in notes if note)),
        command.format(span=format_range(*span)),
    )


def joined(view: View, out: set[int]) -> list[Range]:
    """Ranges of what is out; what no model sees does not cut them."""
    shown = sorted(n for n in out if view.is_context(n))
    found: list[Range] = []
    for span in ranges(shown):
        gap = range(found[-1][1] + 1, span[0]) if found else ()
        if found and not any(view.is_context(n) and n not in out for n in gap):
            found[-1] = (found[-1][0], span[1])
        else:
            found.append(span)
    return found
