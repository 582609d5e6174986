"""A report as aligned text, with small bars."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pane_cli.report.tally import Group, Report, Tally
from pane_cli.session.address import short_id
from pane_cli.text.clip import one_line
from pane_cli.text.counts import counted

_BAR_WIDTH = 16
_EIGHTHS = " ▏▎▍▌▋▊▉"
_KEY_CHARS = 40
_TITLE_CHARS = 40
Row = Sequence[str]


def render(report: Report, clean: Callable[[str], str]) -> Iterator[str]:
    """Lines; `clean` takes secrets out of what was said."""
    total = report.total
    yield _headline(total)
    if not total.sessions:
        return
    yield ""
    yield from _columns(_kind_rows(report))
    yield ""
    yield from _facts(report)
    if report.tools and report.by != "tool":
        yield ""
        yield from _columns(_tool_rows(report.tools))
    if report.by is not None:
        yield ""
        rows = _tool_rows if report.by == "tool" else _group_rows(report.by, clean)
        yield from _columns(rows(report.groups))


def _headline(total: Tally) -> str:
    parts = [
        counted(total.sessions, "session"),
        counted(total.turns, "turn"),
        counted(total.entries, "entry"),
        counted(total.calls, "call"),
        f"{total.failures:,} failed",
    ]
    return ", ".join(parts)


def _kind_rows(report: Report) -> Iterator[Row]:
    yield ("kind", "entries", "in context", "out", "tokens", "bytes", "share", "")
    whole = report.total.bytes
    for key, tally, _ in map(_fields, report.kinds):
        yield _kind_row(key, tally, whole)
    yield _kind_row("total", report.total, whole)


def _kind_row(key: str, tally: Tally, whole: int) -> Row:
    numbers = (tally.entries, tally.context, tally.out, tally.tokens, tally.bytes)
    share = tally.bytes / whole if whole else 0.0
    bar = "" if key == "total" else _bar(share)
    return (key, *(f"{number:,}" for number in numbers), f"{share:.0%}", bar)


def _facts(report: Report) -> Iterator[str]:
    total, copies = report.total, report.copies
    if total.bytes:
        share = f"{total.images / total.bytes:.0%} of them images as base64"
        images = f"; {share} ({total.images:,})" if total.images else ""
        yield f"source bytes: {total.bytes:,}{images}"
    if total.answers:
        yield (
            f"usage, once an answer: {counted(total.answers, 'answer')}, "
            f"{total.input:,} in, {total.output:,} out, "
            f"{total.cache_read:,} cache read, {total.cache_write:,} cache write"
        )
    if report.off:
        yield f"off the active branch: {report.off:,} tokens"
    if copies.entries:
        what = counted(copies.entries, "entry")
        yield (
            f"copied from earlier sessions, not counted again: {what}, "
            f"{copies.tokens:,} tokens, {copies.context:,} of them in context"
        )
    if report.skipped:
        yield f"damaged lines, not counted: {report.skipped:,}"


def _tool_rows(groups: Sequence[Group]) -> Iterator[Row]:
    yield ("tool", "calls", "failed", "tokens", "bytes", "")
    most = max((group.tally.calls for group in groups), default=0)
    for key, tally, _ in map(_fields, groups):
        numbers = (tally.calls, tally.failures, tally.tokens, tally.bytes)
        bar = _bar(tally.calls / most if most else 0)
        yield (one_line(key, _KEY_CHARS), *(f"{number:,}" for number in numbers), bar)


def _group_rows(
    by: str, clean: Callable[[str], str]
) -> Callable[[Sequence[Group]], Iterator[Row]]:
    def rows(groups: Sequence[Group]) -> Iterator[Row]:
        yield (by, "turns", "calls", "tokens", "answers", "in", "out", "cached", "")
        most = max((group.tally.tokens for group in groups), default=0)
        for key, tally, title in map(_fields, groups):
            name = short_id(key) if by == "session" else one_line(key, _KEY_CHARS)
            numbers = (
                tally.turns,
                tally.calls,
                tally.tokens,
                tally.answers,
                tally.input,
                tally.output,
                tally.cache_read + tally.cache_write,
            )
            bar = _bar(tally.tokens / most if most else 0)
            said = one_line(clean(title), _TITLE_CHARS)
            last = f"{bar:<{_BAR_WIDTH}} {said}" if said else bar
            yield (name, *(f"{number:,}" for number in numbers), last)

    return rows


def _fields(group: Group) -> tuple[str, Tally, str]:
    return group.key, group.tally, group.title


def _columns(rows: Iterator[Row]) -> Iterator[str]:
    """First column to the left, numbers to the right, bars behind them."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *numbers, bar in table:
        cells = [
            f"{cell:>{width}}" for cell, width in zip(numbers, widths[1:], strict=False)
        ]
        yield "  ".join([f"{first:<{widths[0]}}", *cells, bar]).rstrip()


def _bar(share: float) -> str:
    eighths = round(max(0.0, min(1.0, share)) * _BAR_WIDTH * 8)
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()
