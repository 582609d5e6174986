"""Why each entry is in the context, in which form, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pane_cli.assemble.context import Context
from pane_cli.assemble.layout import Layout


class Reason(NamedTuple):
    """One entry."""

    n: int
    form: str
    """whole, lines, head or pointer."""
    chars: int
    why: str


def reasons(context: Context, layout: Layout) -> Iterator[Reason]:
    """A reason for every entry that the context could hold."""
    choice = context.choice
    for n in layout.numbers:
        if n in choice.same:
            why = f"says no more than #{choice.same[n]}, assemble.copies"
            yield Reason(n, "copy", len(layout.same(n, choice.same[n])), why)
        elif n in choice.whole:
            yield Reason(n, "whole", len(layout.whole(n)), choice.whole[n])
        elif n in choice.show:
            shown = choice.show[n]
            why = "assemble.asked" if n in choice.quoted else "assemble.digest"
            count = len(shown.lines)
            form = f"{count} line{'s' * (count > 1)}" if count else "head"
            yield Reason(n, form, shown.cost(), why)
        elif n in layout.rewritten:
            yield Reason(n, "rewritten", layout.rewritten[n], _why_out(n, layout))
        else:
            yield Reason(n, "pointer", 0, _why_out(n, layout))


def _why_out(n: int, layout: Layout) -> str:
    mark = layout.view.out.get(n)
    if mark is None:
        return "does not fit the budget"
    return f"evicted by mark {mark.mark} ({mark.by})"
