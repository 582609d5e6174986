"""What leaves alone, while the rest of its step stays.

A result that leaves alone leaves its call: its pointer stands in the result's place. Of
a failed call the input leaves and the error stays. So messages remain valid.
"""

from __future__ import annotations

from collections.abc import Iterator

from pane_cli.evict.limits import Limits
from pane_cli.evict.units import Unit, unit
from pane_cli.view.view import View


def large_results(view: View, sizes: Limits) -> Iterator[Unit]:
    """Single results over `evict.large`; what was just recalled is spared."""
    spared = _just_recalled(view)
    for n in _results(view):
        if view.row(n).tokens >= sizes.large and n not in spared:
            yield from _alone(view, n, f"{view.row(n).tokens:,} tokens, evict.large")


def duplicates(view: View, sizes: Limits) -> Iterator[Unit]:
    """Results that are word for word in context already."""
    first: dict[int, int] = {}
    for n in _results(view):
        digest = view.row(n).digest
        if digest and digest in first:
            yield from _alone(view, n, f"same as #{first[digest]}")
        else:
            first[digest] = n


def superseded_reads(view: View, sizes: Limits) -> Iterator[Unit]:
    """Reads of a file, or of one part of it, that a newer read stands for."""
    found = {
        old.result: new.result
        for old, new in view.reads.superseded()
        if view.is_in(old.result) and view.is_in(new.result)
    }
    for n in sorted(found):
        yield from _alone(view, n, f"read again at #{found[n]}")


def failed_inputs(view: View, sizes: Limits) -> Iterator[Unit]:
    """Inputs of calls that failed `evict.failed_turns` turns ago; their errors stay."""
    newest = view.newest.number if view.newest else 0
    for call, result in view.shape.results.items():
        row = view.row(result)
        failed = row.error or bool(row.exit)
        age = newest - view.row(call).turn
        if failed and age >= view.rules.evict.failed_turns and view.is_in(result):
            yield from _alone(view, call, f"its call failed {age} turns ago")


def _alone(view: View, n: int, why: str) -> Iterator[Unit]:
    turn = view.turn(view.row(n).turn)
    if turn is None or view.row(n).tokens < view.rules.evict.alone:
        return
    found = unit(view, turn, frozenset((n,)), why=why)
    if found.tokens:
        yield found


def _results(view: View) -> Iterator[int]:
    """Results in context whose calls are in context, too."""
    answers = {n: call for call, n in view.shape.results.items()}
    for n in sorted(answers):
        if view.is_in(n) and view.is_in(answers[n]):
            yield n


def _just_recalled(view: View) -> set[int]:
    """Results of `pane recall` in the last turns: they would only be recalled again."""
    newest = view.newest.number if view.newest else 0
    since = newest - view.rules.evict.recalled_turns
    calls = (r.n for r in view.recalls.recalls if view.row(r.n).turn > since)
    return {view.shape.results.get(n, 0) for n in calls}
