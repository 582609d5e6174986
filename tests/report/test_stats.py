"""Sums over sessions; the cases of users are in tests/cases/stats."""

from __future__ import annotations

from pane_cli.report.stats import Stats
from pane_cli.report.tally import Report
from pane_cli.rules.schema import DEFAULT
from pane_cli.session.types import Amend, Entry, Header, Line, Mark, Usage
from pane_cli.view.view import View


def header(id: str) -> Header:
    return Header("session", 1, id, "hand", cwd="/repo")


def said(n: int, role: str = "user", **more: object) -> Entry:
    ts = f"2026-02-10T09:00:{n:02}Z"
    return Entry("text", n, n, role, text="word " * 9, ts=ts, **more)  # type: ignore[arg-type]


def report(*sessions: list[Line], by: str | None = None) -> Report:
    stats = Stats(by, lambda ts: ts[:10])
    for number, lines in enumerate(sessions, 1):
        session = stats.start(View(header(f"s-{number}"), DEFAULT))
        for line in lines:
            session.step(line)
        stats.add(session)
    return stats.report()


def test_the_parts_sum_to_the_total() -> None:
    lines: list[Line] = [
        said(1),
        Entry("thinking", 2, 1, "assistant", text="hm", msg="m", model="model-1"),
        Entry("call", 3, 1, "assistant", tool="Bash", args={}, call="c", msg="m"),
        Entry("result", 4, 1, "tool", call="c", text="boom", error=True),
        Entry("image", 5, 1, "user", media="image/png", bytes=99),
        Entry("note", 6, 1, "system", what="meta", text="never mind"),
    ]
    found = report(lines)
    for field in ("entries", "tokens", "context", "bytes", "calls", "failures"):
        parts = sum(getattr(group.tally, field) for group in found.kinds)
        assert parts == getattr(found.total, field), field
    assert [group.key for group in found.kinds] == [
        "user",
        "thinking",
        "call",
        "result",
        "image",
        "note",
    ]
    (tool,) = found.tools
    assert (tool.key, tool.tally.calls, tool.tally.failures) == ("Bash", 1, 1)


def test_what_is_out_is_not_in_context() -> None:
    lines: list[Line] = [said(1), said(2), Mark("evict", 1, entries=((1, 1),), after=2)]
    total = report(lines).total
    assert total.out == total.context == total.tokens // 2 > 0


def test_a19_a_fork_is_counted_once_and_its_context_said() -> None:
    one: list[Line] = [said(1, id="u-1"), said(2, "assistant", id="u-2", msg="m-1")]
    # The user's record got a new id; the answer is known by its message.
    fork: list[Line] = [
        said(1, id="u-1"),
        said(2, "assistant", id="v-2", msg="m-1", usage=Usage(output=5)),
        said(3, id="v-3"),
    ]
    found = report(one, fork, by="session")
    assert [(group.key, group.tally.entries) for group in found.groups] == [
        ("s-1", 2),
        ("s-2", 1),
    ]
    assert found.copies.entries == 2
    assert found.copies.context == found.copies.tokens > 0
    assert found.total.answers == 0


def test_what_a_transcript_calls_inherited_is_a_copy() -> None:
    lines: list[Line] = [
        said(1, usage=Usage(output=7)),
        said(2),
        Amend("amend", ((1, 1),), "inherited"),
    ]
    found = report(lines)
    assert (found.total.entries, found.copies.entries) == (1, 1)
    assert found.total.answers == 0


def test_nothing() -> None:
    assert report().total.sessions == 0
