"""Findings in bytes: lines that are damaged, and characters that can't be."""

from __future__ import annotations

from collections.abc import Iterator

from pane_cli.check.counted import Some
from pane_cli.check.faults import FaultAt
from pane_cli.check.finding import Hit, Spot
from pane_cli.check.seen import Seen
from pane_cli.session.records import NULS, SAVED, TORN
from pane_cli.transcripts.transcribe import Skip


def damaged_line(skip: Skip, seen: Seen) -> Iterator[Hit]:
    """Whatever the other three are not."""
    if skip.problem not in (NULS, TORN, SAVED):
        size = f"{skip.length:,} bytes are skipped"
        yield _hit(skip, f"{skip.problem}; {size}: restore or delete the line")


def nul_bytes(skip: Skip, seen: Seen) -> Iterator[Hit]:
    """Nothing but NULs."""
    if skip.problem == NULS:
        lost = f"{skip.length:,} NUL bytes where a record should be"
        yield _hit(skip, f"{lost}: restore it from a backup, or delete the line")


def torn_last_line(skip: Skip, seen: Seen) -> Iterator[Hit]:
    """The end of the file without an end of line."""
    if skip.problem == TORN:
        torn = f"the last {skip.length:,} bytes are half a record"
        yield _hit(skip, f"{torn}: wait for the agent, or restore it")


def saved_record(skip: Skip, seen: Seen) -> Iterator[Hit]:
    """A record out of a damaged line."""
    if skip.problem == SAVED:
        yield _hit(skip, "a record was saved from a damaged line: ingest it to keep it")


def lone_surrogate(item: FaultAt, seen: Seen) -> Iterator[Hit]:
    """Half a pair in an escape."""
    fault, n = item
    if fault.sort == "surrogate":
        more = f" and {fault.many - 1} more" if fault.many > 1 else ""
        where = f"column {fault.column:,}, byte {fault.offset:,} of the file"
        yield Hit(
            Spot(fault.line, n, fault.offset),
            f"lone surrogate {fault.what}{more} at {where}: shown as U+FFFD",
        )


def invalid_utf8(item: FaultAt, seen: Seen) -> Iterator[Hit]:
    """Bytes of another encoding."""
    fault, n = item
    if fault.sort == "utf-8":
        where = f"column {fault.column:,}, byte {fault.offset:,} of the file"
        yield Hit(
            Spot(fault.line, n, fault.offset),
            f"{fault.what} at {where} is no UTF-8 ({fault.many} in the line): "
            "shown as U+FFFD",
        )


def carriage_returns(item: FaultAt | None, seen: Seen) -> Iterator[Hit]:
    """One hit a session, at the first line."""
    if item is not None:
        fault, n = item
        if fault.sort == "return":
            known = seen.returns or Some(Spot(fault.line, n, fault.offset), "", 0)
            seen.returns = known._replace(times=known.times + 1)
    elif seen.returns is not None:
        lines = "1 line ends" if seen.returns.times == 1 else "lines end"
        count = "" if seen.returns.times == 1 else f"{seen.returns.times:,} "
        yield Hit(seen.returns.spot, f"{count}{lines} in a carriage return")


def byte_order_mark(item: FaultAt, seen: Seen) -> Iterator[Hit]:
    """Three bytes before the first record."""
    fault, _ = item
    if fault.sort == "bom":
        yield Hit(Spot(1, None, 0), "a byte order mark stands before the first record")


def _hit(skip: Skip, message: str) -> Hit:
    # Its length stays when lines before it come or go; its place does not.
    subject = f"{skip.length} bytes"
    return Hit(Spot(skip.line, None, skip.offset), message, None, subject)
