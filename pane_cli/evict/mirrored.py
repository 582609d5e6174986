"""The edits of a mirror become one mark: one undo takes all of them back."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import msgspec

from pane_cli.errors import PaneError
from pane_cli.evict.blocks import Block, Words
from pane_cli.evict.edits import WHATS, Edit, edits
from pane_cli.evict.limits import POINTER_TOKENS
from pane_cli.evict.mirror import Mirror
from pane_cli.evict.pointers import joined
from pane_cli.session.types import Mark, Range, Stand
from pane_cli.view.under import under
from pane_cli.view.view import View, ranges


class Mirrored(NamedTuple):
    """The mark to write (None: nothing has to change), and what to say of it."""

    mark: Mark | None
    message: str
    edits: tuple[Edit, ...] = ()
    notes: tuple[str, ...] = ()
    """What was done to the file and is not followed."""


def mirrored(
    view: View, mirror: Mirror, words: Words, by: str, note: str, ts: str | None
) -> Mirrored:
    """What a mirror changes; raises PaneError where it cannot be told."""
    before, found = edits(view, mirror, words)
    mark = mark_of(before, found.done, by, note)
    if mark is None:
        return Mirrored(None, f"{mirror.name} changes nothing", (), found.notes)
    known, standing = before.decisions.standing(), view.decisions.standing()
    since = standing[len(known) :]
    if [*known, *since] == standing and [_what(m) for m in since] == [_what(mark)]:
        message = f"{mirror.name} is done already, by mark {since[0].mark}"
        return Mirrored(None, message, (), found.notes)
    if standing != known:
        raise PaneError(
            f"{mirror.name}: what is in context was changed since it was written, it"
            f" knows mark {mirror.state.mark} of {view.decisions.last}",
            "write it anew, and make the edits there; or: pane evict --undo",
        )
    placed = msgspec.structs.replace(
        mark, mark=view.decisions.last + 1, after=view.last, ts=ts
    )
    return Mirrored(placed, _message(view, placed, found.done), *found)


def mark_of(
    before: View, done: tuple[Edit, ...], by: str = "user", note: str = ""
) -> Mark | None:
    """One mark for all edits, not numbered yet; None where there are none."""
    leaving: set[int] = set()
    back: set[int] = set()
    stands: list[Stand] = []
    for block, what, text in done:
        out = {n for n in block.entries if n in before.out}
        # What stands for entries that are out gives way only when they come back.
        if what != "out" or out & before.stands.keys():
            back |= out
        if what != "back":
            leaving |= _with_results(before, block.entries - (out - back))
        if what == "rewritten":
            stands.append((*_span(before, block), text))
    if not leaving:
        spans = tuple(ranges(back))
        return Mark("restore", 0, entries=spans, by=by) if back else None
    return Mark(
        "evict",
        0,
        entries=tuple(ranges(leaving)),
        back=tuple(ranges(back)),
        stands=tuple(sorted(stands)),
        note=note or None,
        by=by,
    )


def _with_results(view: View, entries: frozenset[int]) -> set[int]:
    """A call leaves with its result, also where that came later."""
    results = view.shape.results
    return set(entries) | {results[n] for n in entries if n in results}


def _span(view: View, block: Block) -> Range:
    """What a rewriting stands for: the block without results that came turns later."""
    turn = min(view.row(n).turn for n in block.entries)
    own = [n for n in block.entries if view.row(n).turn == turn and view.is_context(n)]
    return min(own), max(own)


def _what(mark: Mark) -> tuple[object, ...]:
    return mark.kind, mark.entries, mark.back, mark.stands


def _message(view: View, mark: Mark, done: tuple[Edit, ...]) -> str:
    counts = Counter(edit.what for edit in done)
    parts = [f"{counts[what]} {what}" for what in WHATS if counts[what]]
    then = under(view, [*view.decisions.marks, mark])
    gone = {n for n in then.out if n not in view.out}
    after = then.tokens_in + POINTER_TOKENS * len(joined(then, gone))
    return f"{', '.join(parts)}, {view.tokens_in:,} -> {after:,} tokens in context"
