"""Which parts of a session are shown, and what stands for those that are not."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pane_cli.evict.pointers import Pointer, pointers
from pane_cli.recall.filters import Filter
from pane_cli.report.tools import tool_of
from pane_cli.search.documents import Document, milliseconds, role_of
from pane_cli.session.types import Entry, Range
from pane_cli.view.view import View


class Wish(NamedTuple):
    """What is to be shown."""

    filter: Filter = Filter()
    limit: int | None = None
    """Entries at most, the newest."""
    everything: bool = False
    """Also what is out, and what is off the active branch."""
    full: bool = False
    """Calls and results to the last line."""
    thinking: bool = False
    notes: bool = False


class Off(NamedTuple):
    """Entries off the active branch that are not shown."""

    span: Range
    is_side: bool


Item = Entry | Pointer | Off


class Book(NamedTuple):
    """A session, and how its entries are fetched and cleaned of secrets."""

    view: View
    fetch: Callable[[int], Entry]
    clean: Callable[[str], str]
    command: str
    """What recalls a range: `pane recall ID{span}`."""

    def items(self, wish: Wish) -> Iterator[Item]:
        """What is shown, in session order."""
        if wish.limit is None:
            return self._items(wish)
        shown: deque[Item] = deque()
        entries = 0
        for item in self._items(wish):
            shown.append(item)
            entries += isinstance(item, Entry)
            while entries > wish.limit:
                entries -= isinstance(shown.popleft(), Entry)
        return iter(shown)

    def _items(self, wish: Wish) -> Iterator[Item]:
        view = self.view
        standing = {} if wish.everything else self._pointers()
        hidden = 0
        off: list[int] = []
        for row in view.rows:
            n = row.n
            if off and (n not in view.off or view.row(off[0]).side != row.side):
                yield Off((off[0], off[-1]), view.row(off[0]).side)
                off = []
            if n in standing:
                yield standing[n]
                hidden = standing[n].span[1]
            if n <= hidden or row.kind == "gap" or not _is_wanted(row.kind, wish):
                continue
            if n in view.off and not wish.everything:
                off.append(n)
                continue
            entry = self.fetch(n)
            if wish.filter.is_empty or wish.filter.passes(self._document(entry)):
                yield entry
        if off:
            yield Off((off[0], off[-1]), view.row(off[0]).side)

    def _pointers(self) -> dict[int, Pointer]:
        def text(n: int) -> str:
            return self.fetch(n).text

        found = pointers(self.view, self.view.out, text, self.clean, self.command)
        return {pointer.span[0]: pointer for pointer in found}

    def _document(self, entry: Entry) -> Document:
        tool = tool_of(self.view, entry.n) or ""
        role, time = role_of(entry), milliseconds(entry.ts)
        return Document(0, 0, 0, entry.kind, role, time, tool, 0)


def _is_wanted(kind: str, wish: Wish) -> bool:
    if kind in wish.filter.kinds:
        return True
    return (kind != "thinking" or wish.thinking) and (kind != "note" or wish.notes)
