"""Rewritten turns: whose text stands whole, and whose as one line."""

from __future__ import annotations

from pane_cli.evict.pointers import is_begin
from pane_cli.view.view import View


def rewritten(view: View, room: int) -> dict[int, int]:
    """Entry at which a text stands whole to its characters: the newest that fit `room`.

    Nothing later than the evictions has a say, so what stands goes on to stand.
    """
    found: dict[int, int] = {}
    for n in sorted(view.stands, reverse=True):
        if view.is_context(n) and is_begin(view, n):
            size = len(view.stands[n].text)
            if size <= room:
                found[n] = size
                room -= size
    return found
