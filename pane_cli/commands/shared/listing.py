"""The sessions of a store, one a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import tzinfo
from typing import Any

from pane_cli.report.page import clock
from pane_cli.store.overview import SessionRow
from pane_cli.text.clip import one_line
from pane_cli.text.counts import counted

_PROJECT_CHARS = 24
_TITLE_CHARS = 60


def listing(
    rows: Iterable[SessionRow],
    short: Callable[[str], str],
    clean: Callable[[str], str],
    zone: tzinfo,
) -> Iterator[str]:
    """Lines, aligned: id, when, how much, agent, project, title.

    `short` says what names a session in this store.
    """
    table = [
        (
            short(row.id),
            clock(row.last, zone) or "no time",
            counted(row.turns, "turn"),
            counted(row.entries, "entry"),
            size(row.bytes),
            row.agent,
            one_line((row.cwd or "").rstrip("/").rpartition("/")[2], _PROJECT_CHARS),
            one_line(clean(row.title), _TITLE_CHARS),
        )
        for row in rows
    ]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for cells in table:
        padded = (
            f"{cell:>{width}}" if index in (2, 3, 4) else f"{cell:<{width}}"
            for index, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        yield "  ".join(padded).rstrip()


def as_record(
    row: SessionRow, short: Callable[[str], str], clean: Callable[[str], str]
) -> dict[str, Any]:
    """One session of the JSON envelope."""
    return {
        "id": row.id,
        "short": short(row.id),
        "agent": row.agent,
        "project": row.cwd,
        "title": clean(row.title),
        "started": row.started,
        "last": row.last,
        "turns": row.turns,
        "entries": row.entries,
        "bytes": row.bytes,
        "source": row.source,
        "parent": row.parent,
    }


def size(count: int) -> str:
    """Bytes as a person reads them.

    >>> size(950), size(13_500), size(4_200_000)
    ('950 B', '13.5 kB', '4.2 MB')
    """
    if count < 1000:
        return f"{count} B"
    number = count / 1000
    for unit in ("kB", "MB", "GB"):
        if number < 999.95 or unit == "GB":
            return f"{number:.1f} {unit}"
        number /= 1000
    raise AssertionError("the last unit takes any number")
