"""Every row of the table: what it finds, and what it leaves alone."""

from __future__ import annotations

import io
import itertools
import json
import re

import pytest
from check.made import (
    GITHUB,
    HEADER,
    call,
    entry,
    found,
    picture,
    record,
    result,
    session,
    transcript,
)
from check.metadata_cases import CASES as METADATA
from hypothesis import given
from hypothesis import strategies as st
from running import ROOT
from text.test_redact import LEAVES, STAYS

from pane_cli.check.check import check, chosen
from pane_cli.check.figures import Figures
from pane_cli.check.leaks import looker
from pane_cli.check.limits import Limits
from pane_cli.check.table import ROWS
from pane_cli.session.records import Record

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
    "carriage-returns": (
        transcript(record(1), record(2)).replace(b"\n", b"\r\n"),
        [("P107", 1, "info")],
    ),
    "a carriage return in a text": (transcript(record(1, "a\r\nb")), []),
    "byte-order-mark": (b"\xef\xbb\xbf" + transcript(record(1)), [("P108", 1, "info")]),
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
    "a result that names none, of an agent that gives no ids": (
        session(result(1, "?1")),
        [("P202", 2, "warning")],
    ),
    "a result that names none": (session(result(1, None)), [("P202", 2, "error")]),
    "duplicate-result": (
        session(call(1, "a"), result(2, "a"), result(3, "a")),
        [("P203", 4, "error")],
    ),
    "misplaced-result": (
        session(result(1, "a"), call(2, "a")),
        [("P204", 2, "error")],
    ),
    "late-result": (
        session(
            entry(1),
            call(2, "a"),
            entry(3, turn=2),
            entry(4, "result", "tool", text="done", call="a", turn=2),
        ),
        [("P206", 5, "info")],
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
    "unknown-record": (
        transcript(record(1), record(2, type="brand-new"), record(3, type="brand-new")),
        [("P304", 2, "info")],
    ),
    "unreadable-record": (
        session(entry(1, "note", "system", what="unreadable:TypeError")),
        [("P305", 2, "warning")],
    ),
    "large-record": (
        transcript(record(1, "word " * 1_000_001), record(2)),
        [("P701", 1, "warning")],
    ),
    "base64": (
        transcript(record(1, "and " + "q7Zt3Kx9" * 130_000)),
        [("P702", 1, "info")],
    ),
    "base64, in images": (
        transcript(picture(1, "A" * 1_200_000)),
        [("P702", 1, "info")],
    ),
    "repeated-image": (
        transcript(picture(1, "iVBORw0K"), record(2), picture(3, "iVBORw0K")),
        [("P703", 3, "info")],
    ),
    "usage-sum": (
        transcript(
            record(1, usage={"input_tokens": 9, "output_tokens": 1, "total_tokens": 90})
        ),
        [("P704", 1, "warning")],
    ),
    "usage below zero": (
        transcript(record(1, usage={"input_tokens": -9, "output_tokens": 1})),
        [("P704", 1, "warning")],
    ),
    "a total with the cache, and one of its own": (
        transcript(
            record(
                1, usage={"input": 9, "output": 1, "cacheRead": 5, "totalTokens": 15}
            ),
            record(2, usage={"total_tokens": 90}),
        ),
        [],
    ),
    "leaked-key": (
        transcript(record(1, f"it is {GITHUB}, yes {GITHUB}"), record(2, GITHUB)),
        [("P801", 1, "error")],
    ),
    "a key in what no entry holds": (
        transcript(record(1), record(2, toolUseResult={"stdout": GITHUB})),
        [("P801", 2, "error")],
    ),
    "a key in a damaged line": (
        transcript(record(1), f'{{"type":"{GITHUB}'),
        [("P101", 2, "error"), ("P801", 2, "error")],
    ),
    "likely-secret": (
        session(entry(1, text="postgres://u:hunter2x@h/db")),
        [("P802", 2, "warning")],
    ),
    "time-backwards": (
        session(
            entry(1, ts="2026-02-10T09:00:00.5Z"),
            entry(2, ts="2026-02-10T09:00:00Z"),
            entry(3, ts="2026-02-09T09:00:00Z"),
        ),
        [("P401", 3, "info")],
    ),
    "time-missing": (session(entry(1, ts=None)), [("P402", 2, "info")]),
    "a format that has no times": (
        session(entry(1, ts=None)).replace(b"hand", b"sharegpt"),
        [],
    ),
    "a format that may have no times, and has some": (
        session(entry(1), entry(2, ts=None)).replace(b"hand", b"cursor"),
        [("P402", 3, "info")],
    ),
    "time-impossible": (
        session(
            entry(1, ts="1970-01-01T00:00:00Z"),
            entry(2, ts="2026-13-45T99:00:00Z"),
            entry(3, ts="soon"),
        ),
        [("P403", 2, "warning")],
    ),
    "time-impossible in a transcript": (
        transcript(record(1), record(2, timestamp="[cut]"), record(3)),
        [("P403", 2, "warning")],
    ),
    "epoch times are times": (
        session(entry(1, ts="2026-02-10T09:00:00.123Z")),
        [],
    ),
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
    "dangling-reference": (
        session(
            entry(1),
            '{"kind":"summary","mark":1,"text":"as in s-1234#1-7","after":1}',
        ).replace(b's-1"', b's-1234"'),
        [("P508", 3, "warning")],
    ),
    "a form of what is not there": (
        session(
            entry(1),
            '{"kind":"evict","mark":1,"entries":[[1,1]],"forms":[[5,"#5 x"]],'
            '"after":1}',
        ),
        [("P508", 3, "warning")],
    ),
    "issues, other sessions and what is there": (
        session(
            entry(1),
            '{"kind":"summary","mark":1,"text":"s-1234#1, #99, repo#99, abcd-9#9",'
            '"after":1}',
        ).replace(b's-1"', b's-1234"'),
        [],
    ),
    "a host's summary that points nowhere": (
        session(entry(1, "note", what="compact-summary", text="see s-1234#9")).replace(
            b's-1"', b's-1234"'
        ),
        [("P508", 2, "warning")],
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
    """Those of `--lossless` and of rules files are in tests/cases/check."""
    elsewhere = ({"lossless"}, {"rules"})
    names = {row.name for row in ROWS if set(row.places) not in elsewhere}
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
        pytest.param(("P3",), (), 5, id="a group"),
        pytest.param(("p301", "nul"), (), 2, id="an id in lower case, half a name"),
        pytest.param(("P3",), ("cyclic-parent",), 4, id="all of a group but one"),
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


def test_a30_a_secret_is_named_and_never_shown() -> None:
    (one,) = found(transcript(record(1), record(2, f"é {GITHUB}")))
    assert GITHUB not in one.message
    assert "github-token of 40 characters" in one.message
    body = transcript(record(1), record(2, f"é {GITHUB}"))
    assert one.offset is not None
    assert body[one.offset :].startswith(GITHUB.encode())


@pytest.mark.parametrize(("text", "redacted"), LEAVES)
def test_a30_what_is_redacted_is_found_in_a_file(text: str, redacted: str) -> None:
    """Also as JSON in JSON, as tools print it."""
    kinds = re.findall(r"\[redacted:([a-z-]+)\]", redacted)
    for body in (text, json.dumps({"output": text}, ensure_ascii=False)):
        told = [one.message for one in found(transcript(record(1, f"so: {body}")))]
        assert [message.split(" of ")[0] for message in told] == kinds


@pytest.mark.parametrize("text", STAYS.values(), ids=STAYS)
def test_a30_what_stays_is_no_finding(text: str) -> None:
    assert found(transcript(record(1, f"so: {text}"))) == []


def test_a30_users_kinds_and_what_they_allow() -> None:
    body = transcript(record(1, f"badge EMP-123456 {GITHUB}"))
    limits = Limits(extra=(("badge", r"EMP-\d{6}"),), allow=("^ghp_9aQz",))
    (one,) = check(io.BytesIO(body), "in.jsonl", ROWS, limits=limits)
    assert (one.id, "badge of 10 characters" in one.message) == ("P801", True)


def test_secrets_of_short_lines_stand_where_they_are() -> None:
    """A pretty document, and a note in Markdown: many lines come at once."""
    lines = [
        "{",
        '"a": "é password=",',
        f'"b": "{GITHUB}",',
        f'"c": "{GITHUB[:39]}"',
        "",
    ]
    block = "\n".join(lines).encode()
    faults = list(looker(Limits())(block, 7, 100))
    assert [(one.line, one.column) for one in faults] == [(9, 7), (10, 7)]
    for one in faults:
        assert block[one.offset - 100 :].startswith(b"ghp_")
    key = "-----BEGIN PRIVATE KEY-----\n" + "q7Zt3Kx9Lw2Vb8Rm5Yp4\n" * 3
    key += "-----END PRIVATE KEY-----\n"
    (fault,) = looker(Limits())(f"# note\n\nit: {key}".encode(), 1, 0)
    assert (fault.line, fault.column, fault.what) == (3, 5, "private-key")


PARTS = st.sampled_from(
    ("password=", "token: ", '"', GITHUB, "hunter2X9qz7", "\n", " ", "é", "://u:", "@h")
)


@given(st.lists(st.lists(PARTS, max_size=5).map("".join), max_size=6))
def test_a_line_is_judged_alone(lines: list[str]) -> None:
    look = looker(Limits())
    text = "\n".join(lines)
    offset, alone = 0, []
    for number, line in enumerate(text.split("\n"), 1):
        alone += look(line.encode(), number, offset)
        offset += len(line.encode()) + 1
    assert list(look(text.encode(), 1, 0)) == alone


def test_a_time_that_has_not_come_yet() -> None:
    body = session(entry(1, ts="2026-02-12T09:00:00Z"))
    days = {"2026-02-11T10:00:00Z": [], "2026-02-10T09:00:00Z": ["P403"]}
    for now, ids in days.items():
        limits = Limits(now=now)
        seen = check(io.BytesIO(body), "in.jsonl", ROWS, limits=limits)
        assert [one.id for one in seen] == ids


def test_codex_counts_anew_when_it_resumes() -> None:
    figures = Figures()
    records = [
        Record({"payload": {"info": {"total_token_usage": usage(total)}}}, 0, 9, line)
        for line, total in enumerate((100, 300, 300, 40), 1)
    ]
    faults = [fault for one in records for fault in figures.look(one)]
    assert [(fault.sort, fault.line) for fault in faults] == [("total", 4)]


def usage(total: int) -> dict[str, int]:
    return {"input_tokens": total - 10, "output_tokens": 10, "total_tokens": total}


def samples() -> list[str]:
    """Transcripts: what `agents` holds are settings and events."""
    paths = (path.relative_to(ROOT) for path in (ROOT / "samples").rglob("*.json*"))
    return sorted(str(path) for path in paths if path.parts[1] != "agents")


@pytest.mark.parametrize("name", samples())
def test_samples_are_clean_but_for_what_they_show(name: str) -> None:
    if name.endswith(".meta.json"):
        pytest.skip("what the host notes of a subagent, not a transcript")
    with (ROOT / name).open("rb") as stream:
        findings = check(stream, name, ROWS)
    errors = {one.id for one in findings if one.severity == "error"}
    expected = {"P101", "P102", "P201"} if "damaged" in name else set()
    # The key that the story's agent prints is made up, and there to be found.
    expected |= {"P801"} if name.endswith("b7f0d25e48.jsonl") else set()
    assert errors == expected
