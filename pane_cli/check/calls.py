"""Findings in calls and results."""

from __future__ import annotations

from collections.abc import Iterator

from pane_cli.check.finding import Hit, Placed
from pane_cli.check.seen import Seen
from pane_cli.session.types import Entry

_ID_CHARS = 60
#: Agents whose transcripts may hold calls and no result of any.
_WITHOUT_RESULTS = frozenset(("cursor",))
#: How ids begin that a reader made up, for calls and results that have none.
_MADE_UP = "?"


def unpaired_call(item: None, seen: Seen) -> Iterator[Hit]:
    """Calls that are open at the end; those of the newest step may be running."""
    if _keeps_no_results(seen):
        yield from _no_results(seen)
        return
    for call in seen.pairs.open.values():
        if call.spot.n in seen.off:
            continue  # taken back by the user: no model sees it again
        is_named = not call.id.startswith(_MADE_UP)
        name = f"{call.tool} call" + (f" {call.id[:_ID_CHARS]}" if is_named else "")
        if call.step == seen.pairs.answer:
            message = f"{name} has no result yet: still running, or cut off"
            yield Hit(call.spot, message, "warning", call.id)
        else:
            message = f"{name} has no result: rewind before you resume"
            yield Hit(call.spot, message, None, call.id)


def _keeps_no_results(seen: Seen) -> bool:
    agent = seen.header.agent if seen.header else None
    has_results = bool(seen.pairs.closed or seen.pairs.early)
    return agent in _WITHOUT_RESULTS and not has_results


def _no_results(seen: Seen) -> Iterator[Hit]:
    """All calls at once, at the first of them."""
    calls = [call for call in seen.pairs.open.values() if call.spot.n not in seen.off]
    if calls:
        what = "1 call has" if len(calls) == 1 else f"{len(calls)} calls have"
        yield Hit(
            calls[0].spot, f"{what} no result: these transcripts keep none", "info"
        )


def result_without_call(item: Placed | None, seen: Seen) -> Iterator[Hit]:
    """Results that name no call, and at the end those whose call never came."""
    if item is not None:
        if _entry(item).call is None:
            yield item.hit("a result that names no call: pane can't pair it")
        return
    for call, spot in seen.pairs.early.items():
        if spot.n in seen.off:
            continue
        if call.startswith(_MADE_UP):
            message = "a result that names no call, and no call waits for one"
            yield Hit(spot, message, "warning", call)
        else:
            message = f"result of {call[:_ID_CHARS]}, a call that is not here"
            yield Hit(spot, message, None, call)


def duplicate_result(item: Placed, seen: Seen) -> Iterator[Hit]:
    """A second result."""
    call = _entry(item).call
    if call is not None and seen.pairs.is_repeated(_entry(item)):
        message = f"a second result of call {call[:_ID_CHARS]}: the first is used"
        yield item.hit(message, subject=call)


def late_result(item: Placed, seen: Seen) -> Iterator[Hit]:
    """A request of the user's between a call and its result."""
    entry = _entry(item)
    call = seen.pairs.open.get(entry.call or "")
    if call is not None and entry.turn > call.turn and not entry.side:
        turns = f"t{call.turn} has its result in t{entry.turn}"
        message = f"{call.tool} call {call.id[:_ID_CHARS]} of {turns}"
        yield item.hit(message, subject=call.id)


def misplaced_result(item: Placed, seen: Seen) -> Iterator[Hit]:
    """A call after its result."""
    spot = seen.pairs.early.get(_entry(item).call or "")
    if spot is not None:
        call = _entry(item).call or ""
        message = f"result before its call {call[:_ID_CHARS]} (line {item.spot.line})"
        yield Hit(spot, f"{message}: swap them before you resume", None, call)


def duplicate_call(item: Placed, seen: Seen) -> Iterator[Hit]:
    """A call whose id was used."""
    call = _entry(item).call
    if call is not None and seen.pairs.is_repeated(_entry(item)):
        yield item.hit(f"a second call with the id {call[:_ID_CHARS]}", subject=call)


def _entry(placed: Placed) -> Entry:
    assert isinstance(placed.line, Entry)  # the table shows entries only
    return placed.line
