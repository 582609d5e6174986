"""Findings in bytes: lines that are damaged, and characters that can't be."""

from __future__ import annotations

from collections.abc import Iterator

from pane_cli.check.finding import Hit, Spot
from pane_cli.check.reading import FaultAt
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


def _hit(skip: Skip, message: str) -> Hit:
    return Hit(Spot(skip.line, None, skip.offset), message)
