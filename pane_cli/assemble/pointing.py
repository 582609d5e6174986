"""Which results of a context point to another one, and how much room that saves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pane_cli.assemble.copies import Printed, copies
from pane_cli.assemble.layout import Layout, result_head


def pointing(
    layout: Layout, whole: Iterable[int], backwards: bool = False
) -> dict[int, int]:
    """Results among entries that stand whole which say nothing of their own."""
    view = layout.view
    least = view.rules.assemble.copies
    rows = [row for row in map(view.row, whole) if row.kind == "result"]
    long = [row.n for row in rows if row.chars >= least]
    if not least or len(long) < 2:
        return {}
    return copies({n: _printed(layout.whole(n)) for n in long}, least, backwards)


def saved(layout: Layout, same: Mapping[int, int]) -> int:
    """Characters that pointers save; what names an entry stays."""
    return sum(
        len(layout.whole(n))
        - len(f"{result_head(layout.whole(n))} {layout.same(n, of)}")
        for n, of in same.items()
    )


def _printed(rendered: str) -> Printed:
    head = result_head(rendered)
    return Printed(head.partition("] ")[2], rendered[len(head) :])
