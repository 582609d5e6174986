"""Every row of the table: what it finds, and what it leaves alone."""

from __future__ import annotations

import itertools

import pytest
from check.made import (
    HEADER,
    call,
    entry,
    found,
    record,
    result,
    session,
    transcript,
)
from check.metadata_cases import CASES as METADATA
from running import ROOT

from pane_cli.check.check import check, chosen
from pane_cli.check.table import ROWS

#: Input, and (id, line, severity) of everything that is to be found in it.
CASES = {
    "damaged-line": (
        transcript(record(1), '{"type":"us', record(2)),
        [("P101", 2, "error")],
    ),
    "two objects on a line": (transcript(record(1) + record(2), record(3)), []),
    "saved-record": (  # half an object, and then the whole
        transcript(record(1), '{"type":"us' + record(2), record(3)),
        [("P104", 2, "warning")],
    ),
    "nul-bytes": (transcript(record(1), "\0" * 90), [("P102", 2, "error")]),
    "NULs before a record": (
        transcript(record(1), "\0" * 9 + record(2)),
        [("P104", 2, "warning")],
    ),
    "torn-last-line": (
        transcript(record(1)) + b'{"type":"user","uu',
        [("P103", 2, "warning")],
    ),
    "no newline at the end": (transcript(record(1))[:-1], []),
    "lone-surrogate": (
        transcript(record(1), record(2, "X").replace("X", r"\ud99c\ud99c")),
        [("P105", 2, "warning")],
    ),
    "pair, and an escaped backslash": (
        transcript(record(1, "X").replace("X", r"\ud83d\ude00 \\ud99c \\\\ud99c")),
        [],
    ),
    "invalid-utf8": (
        transcript(record(1), record(2, "X")).replace(b"X", b"\xff\xfe"),
        [("P106", 2, "warning")],
    ),
    "invalid-utf8 in a session": (
        session(entry(1, text="X")).replace(b"X", b"\xff"),
        [("P101", 2, "error"), ("P106", 2, "warning")],
    ),
    "unpaired-call": (
        session(entry(1), call(2, "a"), entry(3, text="next")),
        [("P201", 3, "error")],
    ),
    "still running": (
        session(entry(1), call(2, "a", "m"), call(3, "b", "m"), result(4, "a")),
        [("P201", 4, "warning")],
    ),
    "cursor keeps no results": (
        session(entry(1), call(2, "a"), entry(3), call(4, "b")).replace(
            b"hand", b"cursor"
        ),
        [("P201", 3, "info")],
    ),
    "cursor keeps some results": (
        session(
            entry(1), call(2, "a"), entry(3), call(4, "b"), result(5, "b"), entry(6)
        ).replace(b"hand", b"cursor"),
        [("P201", 3, "error")],
    ),
    "parallel results in any order": (
        session(call(1, "a", "m"), call(2, "b", "m"), result(3, "b"), result(4, "a")),
        [],
    ),
    "a call that was taken back": (
        session(
            entry(1),
            call(2, "a"),
            '{"kind":"amend","entries":[[2,2]],"what":"rewound"}',
            entry(3, text="something else"),
        ),
        [],
    ),
    "result-without-call": (session(result(1, "a")), [("P202", 2, "error")]),
    "a result that names none": (session(result(1, None)), [("P202", 2, "error")]),
    "duplicate-result": (
        session(call(1, "a"), result(2, "a"), result(3, "a")),
        [("P203", 4, "error")],
    ),
    "misplaced-result": (
        session(result(1, "a"), call(2, "a")),
        [("P204", 2, "error")],
    ),
    "duplicate-call": (
        session(call(1, "a"), result(2, "a"), call(3, "a")),
        [("P205", 4, "error")],
    ),
    "duplicate-id": (
        session(entry(1, id="x"), entry(2, id="x")),
        [("P301", 3, "warning")],
    ),
    "a copy of a record": (transcript(record(1), record(1)), [("P301", 2, "info")]),
    "dangling-parent": (
        session(entry(1, id="x"), entry(2, id="y", parent="gone")),
        [("P302", 3, "warning")],
    ),
    "a parent further down": (
        session(entry(1, id="x", parent="y"), entry(2, id="y")),
        [],
    ),
    "cyclic-parent": (
        session(
            entry(1, id="x", parent="y"),
            entry(2, id="z", parent="x"),
            entry(3, id="y", parent="z"),
        ),
        [("P303", 4, "error")],
    ),
    "its own parent": (session(entry(1, id="x", parent="x")), [("P303", 2, "error")]),
    "time-backwards": (
        session(
            entry(1, ts="2026-02-10T09:00:00.5Z"),
            entry(2, ts="2026-02-10T09:00:00Z"),
            entry(3, ts="2026-02-09T09:00:00Z"),
        ),
        [("P401", 3, "info")],
    ),
    "time-missing": (session(entry(1, ts=None)), [("P402", 2, "info")]),
    "header-missing": (
        (entry(1) + "\n" + entry(2) + "\n").encode(),
        [("P501", 1, "error")],
    ),
    "header-repeated": (
        session(entry(1), HEADER, entry(1)),
        [("P502", 3, "error")],
    ),
    "two sessions in a stream": (
        session(entry(1), HEADER.replace("s-1", "s-2"), entry(1)),
        [],
    ),
    "number-repeated": (session(entry(1), entry(1)), [("P503", 3, "error")]),
    "number-order": (
        session(entry(1), entry(3), entry(2)),
        [("P504", 4, "error"), ("P505", 3, "warning")],
    ),
    "number zero": (session(entry(0)), [("P504", 2, "error")]),
    "number-gap": (session(entry(1), entry(4)), [("P505", 3, "warning")]),
    "missing-address": (
        session(entry(1), '{"kind":"evict","mark":1,"entries":[[1,2]],"after":1}'),
        [("P506", 3, "error")],
    ),
    "what comes back is missing": (
        session(
            entry(1),
            '{"kind":"evict","mark":1,"entries":[[1,1]],"back":[[5,6]],"after":1}',
        ),
        [("P506", 3, "error")],
    ),
    "undo of nothing": (
        session(entry(1), '{"kind":"undo","mark":1,"undoes":3,"after":1}'),
        [("P506", 3, "error")],
    ),
    "mark-repeated": (
        session(
            entry(1),
            '{"kind":"pin","mark":1,"text":"a","after":1}',
            '{"kind":"pin","mark":1,"text":"b","after":1}',
        ),
        [("P507", 4, "error")],
    ),
    "a kind that a newer pane writes": (session(entry(1), '{"kind":"later"}'), []),
    "nothing": (b"", []),
    **METADATA,
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_found(name: str) -> None:
    body, expected = CASES[name]
    seen = [(one.id, one.line, one.severity) for one in found(body)]
    assert sorted(seen) == expected


def test_every_row_has_a_case_of_its_name() -> None:
    """Those of `--lossless` are in tests/cases/check/lossless."""
    names = {row.name for row in ROWS if row.places != ("lossless",)}
    assert names <= set(CASES)


def test_ids_and_names_are_unique_and_in_order() -> None:
    assert [row.id for row in ROWS] == sorted({row.id for row in ROWS})
    assert len({row.name for row in ROWS}) == len(ROWS)


def test_no_name_begins_like_an_id() -> None:
    for one, other in itertools.product(ROWS, ROWS):
        assert not one.name.startswith(other.id.lower())


@pytest.mark.parametrize(
    ("select", "ignore", "ids"),
    [
        pytest.param((), (), len(ROWS), id="all"),
        pytest.param(("P3",), (), 3, id="a group"),
        pytest.param(("p301", "nul"), (), 2, id="an id in lower case, half a name"),
        pytest.param(("P3",), ("cyclic-parent",), 2, id="all of a group but one"),
        pytest.param((), ("P",), 0, id="none"),
    ],
)
def test_chosen(select: tuple[str, ...], ignore: tuple[str, ...], ids: int) -> None:
    assert len(chosen(ROWS, select, ignore)) == ids


def test_a12_the_record_and_the_offset_are_named() -> None:
    body = transcript(record(1), record(2, "X").replace("X", r"a\ud99cb"))
    (one,) = found(body)
    assert one.offset is not None
    assert body[one.offset : one.offset + 6] == rb"\ud99c"
    assert (one.n, one.line) == (2, 2)


def samples() -> list[str]:
    folders = (ROOT / "samples").rglob("*.json*")
    return sorted(str(path.relative_to(ROOT)) for path in folders)


@pytest.mark.parametrize("name", samples())
def test_samples_are_clean_but_the_damaged_one(name: str) -> None:
    if name.endswith(".meta.json"):
        pytest.skip("what the host notes of a subagent, not a transcript")
    with (ROOT / name).open("rb") as stream:
        findings = check(stream, name, ROWS)
    errors = {one.id for one in findings if one.severity == "error"}
    expected = {"P101", "P102", "P201"} if "damaged" in name else set()
    assert errors == expected
