"""Forms: what is shown of entries that left, decided when they leave.

The lines are written into the mark that takes the entries out, and stand until the next
eviction: so the stable part of a context stays as it is, and costs no second look at
what is out. Marks that came without forms have them decided in memory, the same way.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from pane_cli.assemble.context import Show, Shown
from pane_cli.session.types import Entry, Form, Mark
from pane_cli.view.view import View, numbers


def with_forms(mark: Mark, view: View, fetch: Callable[[int], Entry]) -> Mark:
    """An eviction that is about to be written, with what is shown of what is out."""
    from pane_cli.assemble.picking import decide

    out = (view.out.keys() - set(numbers(mark.back))) | set(numbers(mark.entries))
    return msgspec.structs.replace(mark, forms=decide(view, fetch, out, mark.after))


def standing(view: View, fetch: Callable[[int], Entry]) -> Show:
    """What is shown of what is out, as the newest eviction says."""
    if not view.out:
        return {}
    marks = [mark for mark in view.decisions.standing() if mark.kind == "evict"]
    last = marks[-1]
    forms = last.forms or _decided(view, fetch, last.after)
    shown = view.out.keys() - view.stands.keys()
    return {f.n: Shown(f.head, f.lines) for f in forms if f.n in shown}


def _decided(view: View, fetch: Callable[[int], Entry], last: int) -> tuple[Form, ...]:
    from pane_cli.assemble.picking import decide  # what stands needs none of it

    return decide(view, fetch, view.out, last)
