"""What came of a hit later: a file that changed since, a failure that was fixed.

    superseded: src/auth.ts changed at #52
    fixed: passed at #61

What a session itself shows later is known; what happened outside of it is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec

from pane_cli.session.log import Log
from pane_cli.session.times import parse_time
from pane_cli.session.types import Entry

REACH = 64
"""How far a call and its result are looked for from each other."""
_AGES = {
    "year": 365 * 86400,
    "month": 30 * 86400,
    "day": 86400,
    "hour": 3600,
    "minute": 60,
}


def later_of(entry: Entry, log: Log) -> tuple[str, ...]:
    """What to know of an entry before it is believed."""
    call = call_of(entry, log)
    if call is None:
        return ()
    return (*_superseded(call, log), *_fixed(call, log))


def call_of(entry: Entry, log: Log) -> Entry | None:
    """The call that an entry is, or that it is the result of."""
    if entry.kind == "call":
        return entry
    if entry.kind != "result" or entry.call is None:
        return None
    for n in range(entry.n - 1, max(0, entry.n - 1 - REACH), -1):
        for above in log.entries(n, n):
            if above.kind == "call" and above.call == entry.call:
                return above
    return None


def result_of(call: Entry, log: Log) -> Entry | None:
    """The result of a call, if it is not far below."""
    below = log.entries(call.n + 1, min(call.n + REACH, len(log)))
    return next((e for e in below if e.kind == "result" and e.call == call.call), None)


def has_failed(result: Entry | None) -> bool:
    """Whether a call did not do what it was to do; one without result may have."""
    return result is not None and (result.error or bool(result.exit))


def is_write(call: Entry) -> bool:
    """Whether a call changes the files that it names."""
    from pane_cli.view.work import WRITES

    return bool(WRITES.intersection(call.args or ()))


def age_of(ts: str | None, now: datetime) -> str | None:
    """`3 days`, in the largest unit that fits; None where there is no time."""
    when = parse_time(ts) if ts else None
    if when is None:
        return None
    seconds = max((now - when).total_seconds(), 0)
    for unit, size in _AGES.items():
        count = int(seconds // size)
        if count:
            from pane_cli.text.counts import counted  # hits have no age

            return counted(count, unit)
    return "now"


def _superseded(call: Entry, log: Log) -> Iterator[str]:
    if not call.files or has_failed(result_of(call, log)):
        return
    from pane_cli.view.work import Work  # hits without files or failures do without

    work = Work(cwd=(log.header.cwd or "").rstrip("/"))
    for path in dict.fromkeys(map(work.relative, call.files)):
        changes = [
            later.n
            for later in log.calls(call.n + 1, _in_line(path))
            if path in map(work.relative, later.files)
            and is_write(later)
            and not has_failed(result_of(later, log))
        ]
        if len(changes) == 1:
            yield f"superseded: {path} changed at #{changes[0]}"
        elif changes:
            times = f"{len(changes)} times, last at #{changes[-1]}"
            yield f"superseded: {path} changed {times}"


def _in_line(path: str) -> bytes:
    """What a line that names the file has in it, whatever folder it names."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return msgspec.json.encode(name)[1:-1]


def _fixed(call: Entry, log: Log) -> Iterator[str]:
    if not has_failed(result_of(call, log)):
        return
    from pane_cli.view.work import Work

    work = Work(cwd=(log.header.cwd or "").rstrip("/"))
    for later in log.entries(call.n):
        work.step(later)
        if work.failures and work.failures[0].fixed:
            yield f"fixed: passed at #{work.failures[0].fixed}"
            return
