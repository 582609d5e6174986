"""Decisions as marks: evict, restore, undo."""

from __future__ import annotations

from pane_cli.errors import PaneError
from pane_cli.session.types import Mark, MarkKind, Range
from pane_cli.view.view import View, numbers, ranges


def evict_mark(
    view: View, spans: tuple[Range, ...], *, note: str, by: str, ts: str | None
) -> Mark:
    """The mark that takes `spans` out."""
    return _mark(view, "evict", spans, note=note or None, by=by, ts=ts)


def restore_mark(view: View, wanted: frozenset[int], by: str, ts: str | None) -> Mark:
    """The mark that brings back what of `wanted` is out, steps whole."""
    members: set[int] = set()
    for n in wanted & view.out.keys():
        row = view.row(n)
        members |= set(view.steps[row.step].entries) if row.step >= 0 else {n}
    if not members:
        raise PaneError(
            "nothing of that is out", "see what is: pane evict --list -s ID"
        )
    return _mark(view, "restore", tuple(ranges(members)), by=by, ts=ts)


def undo_mark(view: View, by: str, ts: str | None) -> Mark:
    """The mark that takes the newest standing eviction or restore back."""
    standing = view.decisions.standing()
    if not standing:
        raise PaneError("nothing to undo", "see what is out: pane evict --list -s ID")
    return _mark(view, "undo", (), undoes=standing[-1].mark, by=by, ts=ts)


def _mark(
    view: View,
    kind: MarkKind,
    spans: tuple[Range, ...],
    *,
    by: str,
    ts: str | None,
    note: str | None = None,
    undoes: int | None = None,
) -> Mark:
    return Mark(
        kind,
        view.decisions.last + 1,
        entries=spans,
        note=note,
        undoes=undoes,
        by=by,
        after=view.last,
        ts=ts,
    )


def freed(view: View, spans: tuple[Range, ...]) -> int:
    """Tokens that leave (or come back) with these ranges."""
    return sum(view.row(n).tokens for n in numbers(spans) if view.is_context(n))
