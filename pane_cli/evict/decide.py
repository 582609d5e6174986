"""What was asked of `evict` becomes a mark for one session, or the reason for none."""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.errors import PaneError
from pane_cli.evict.marks import evict_mark, freed, restore_mark, undo_mark
from pane_cli.evict.plan import Item, plan, selected
from pane_cli.session.types import Mark
from pane_cli.view.view import View


class Request(NamedTuple):
    """What was asked: at most one of `restore`, `undo` and `to`."""

    selection: str | None = None
    to: str | None = None
    restore: bool = False
    undo: bool = False
    note: str = ""
    by: str = "user"
    ts: str | None = None

    def check(self) -> None:
        """Raise where two things were asked at once."""
        if sum((self.restore, self.undo, self.to is not None)) > 1:
            raise PaneError("--restore, --undo and --to exclude each other")
        if self.selection is not None and (self.undo or self.to is not None):
            other = "--undo" if self.undo else f"--to {self.to}"
            raise PaneError(f"both {self.selection} and {other}", "give one of them")


class Decision(NamedTuple):
    """The mark to write (None: nothing has to change), and what to say of it."""

    mark: Mark | None
    message: str
    items: tuple[Item, ...] = ()
    """Every unit, with why it leaves or stays."""


def decide(view: View, request: Request) -> Decision:
    """The decision for one session; raises PaneError for what is not there."""
    if request.undo:
        mark = undo_mark(view, request.by, request.ts)
        return Decision(mark, f"mark {mark.undoes} undone")
    if request.restore:
        wanted = selected(view, request.selection or "all")
        mark = restore_mark(view, wanted, request.by, request.ts)
        return Decision(mark, f"{freed(view, mark.entries):,} tokens back in context")
    planned = plan(view, request.selection, request.to)
    if not planned.entries:
        message = f"nothing to evict ({planned.before:,} tokens in context)"
        return Decision(None, message, planned.items)
    mark = evict_mark(
        view, planned.entries, note=request.note, by=request.by, ts=request.ts
    )
    leaving = sum(item.leaves for item in planned.items)
    message = (
        f"{leaving} out, {planned.before:,} -> {planned.after:,} tokens in context"
    )
    return Decision(mark, message, planned.items)
