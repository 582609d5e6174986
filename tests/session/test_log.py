"""A log gives back every line, wherever it keeps them."""

from __future__ import annotations

from pane_cli.session.log import Log
from pane_cli.session.types import Header

#: More than is kept in memory.
LONG = b"x" * (65 << 20)


def test_lines_that_do_not_fit_in_memory_come_back() -> None:
    lines = [b"one\n", LONG, b"three\n", b"four\n"]
    log = Log(Header("session", 1, "a", "pane"))
    for n, line in enumerate(lines, 1):
        log.spool(n, line)
        assert log.raw(1) == b"one\n"
    assert [log.raw(n) for n in range(1, 5)] == lines
