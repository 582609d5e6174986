"""Pages; what they look like is in tests/cases/show."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from datetime import timezone
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from running import PANE, environment, run

from pane_cli.evict.pointers import Pointer
from pane_cli.recall.filters import Filter
from pane_cli.report.book import Book, Off, Wish
from pane_cli.report.page import page
from pane_cli.report.style import COLOURS, PLAIN
from pane_cli.rules.schema import DEFAULT
from pane_cli.session.types import Amend, Entry, Header, Mark
from pane_cli.view.view import View

HEADER = Header("session", 1, "s-1", "hand")


def book(entries: list[Entry], *changes: Mark | Amend) -> Book:
    view = View(HEADER, DEFAULT)
    for line in (*entries, *changes):
        view.step(line)
    return Book(view, lambda n: entries[n - 1], str, "pane recall s-1{span}")


def turns(count: int) -> list[Entry]:
    return [
        Entry("text", n, (n + 1) // 2, ("assistant", "user")[n % 2], text=f"word {n}")
        for n in range(1, 2 * count + 1)
    ]


def shown(book: Book, wish: Wish) -> list[int | tuple[str, int, int]]:
    found: list[int | tuple[str, int, int]] = []
    for item in book.items(wish):
        if isinstance(item, Entry):
            found.append(item.n)
        else:
            name = "off" if isinstance(item, Off) else "out"
            found.append((name, *item.span))
    return found


def test_pointers_and_lines_for_what_is_not_shown() -> None:
    one = book(
        turns(4),
        Mark("evict", 1, entries=((1, 4),), after=8),
        Amend("amend", ((5, 6),), "rewound"),
    )
    assert shown(one, Wish()) == [("out", 1, 4), ("off", 5, 6), 7, 8]
    assert shown(one, Wish(everything=True)) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_the_newest_are_kept_of_a_limit() -> None:
    assert shown(book(turns(4)), Wish(limit=3)) == [6, 7, 8]


def test_filters() -> None:
    wish = Wish(Filter(roles=("user",)))
    assert shown(book(turns(3)), wish) == [1, 3, 5]


@given(st.sets(st.integers(1, 12)), st.sets(st.integers(1, 12)), st.booleans())
def test_every_entry_is_shown_or_stood_for(
    out: set[int], off: set[int], everything: bool
) -> None:
    spans = tuple((n, n) for n in sorted(out))
    changes = Amend("amend", tuple((n, n) for n in sorted(off)), "rewound")
    one = book(turns(6), Mark("evict", 1, entries=spans, after=12), changes)
    covered: list[int] = []
    for item in one.items(Wish(everything=everything)):
        span = (item.n, item.n) if isinstance(item, Entry) else item.span
        covered += range(span[0], span[1] + 1)
        if isinstance(item, Pointer):
            assert not everything
    assert covered == sorted(covered)
    assert set(covered) | off == set(range(1, 13)) | off


def test_colours_add_nothing_but_colours() -> None:
    one = book(turns(3), Mark("evict", 1, entries=((1, 2),), after=6))
    plain = "".join(page(one, Wish(), timezone.utc, PLAIN))
    coloured = "".join(page(one, Wish(), timezone.utc, COLOURS))
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain != coloured


def test_a_terminal_gets_colours_and_the_pager(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_text(
        '{"kind":"session","v":1,"id":"s-1","agent":"hand"}\n'
        '{"kind":"text","n":1,"turn":1,"role":"user","text":"hello"}\n'
    )
    ours, theirs = pty.openpty()
    done = subprocess.Popen(
        [PANE, "show", "s.jsonl"],
        cwd=tmp_path,
        env=environment(tmp_path, PAGER="sed s/hello/paged/", TERM="xterm"),
        stdin=subprocess.DEVNULL,
        stdout=theirs,
    )
    os.close(theirs)
    text = _read(ours)
    assert done.wait(60) == 0
    assert b"paged" in text and b"\x1b[" in text
    assert b"\x1b" not in run([str(PANE), "show", "s.jsonl"], tmp_path).out


def _read(descriptor: int) -> bytes:
    found = b""
    try:
        while piece := os.read(descriptor, 4096):
            found += piece
    except OSError:
        pass  # Linux says EIO when the other side has closed
    os.close(descriptor)
    return found
