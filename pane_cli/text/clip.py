"""Cut text to a size, at borders a reader would choose.

    clip("fix the login bug", 12)  ->  "fix the…"

Sizes are in characters (code points) and hold for the result, marker included.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from pane_cli.text.graphemes import is_inside

REACH = 24
"""How far from a cut a word border is looked for, at most, in characters."""

LONGEST_ESCAPE = 2_000

_ANSI = re.compile(
    r"\x1b\[[0-?]{0,64}[ -/]{0,4}[@-~]"
    rf"|\x1b[\]PX^_][^\x07\x1b]{{0,{LONGEST_ESCAPE}}}(?:\x07|\x1b\\)"
    r"|\x1b[ -/]{0,2}[0-~]"
)
# Controls but white space, marks that turn the direction of a line, byte order marks.
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")


def strip_ansi(text: str) -> str:
    """Return `text` without terminal escapes: colours, cursor moves, links, titles."""
    return _ANSI.sub("", text) if "\x1b" in text else text


def clip(text: str, limit: int, marker: str = "…") -> str:
    """Return at most `limit` characters of `text`, with `marker` where it was cut.

    It is cut between words where a border is near, and never inside a character of
    several code points, so the result may be shorter than it could be.
    """
    if len(text) <= limit:
        return text
    room = limit - len(marker)
    if room <= 0:
        return marker[: max(0, limit)]
    return text[: _cut_back(text, room, 0)].rstrip() + marker


def one_line(text: str, limit: int) -> str:
    """Return the start of `text` on one line, at most `limit` characters long.

    White space is squashed; terminal escapes and control characters are left out.
    Only as much of `text` is read as is needed.
    """
    size = 4 * max(limit, 0) + 256
    while size < len(text):
        # An escape must not be cut in two, or half of it would be shown.
        escape = text.rfind("\x1b", max(0, size - LONGEST_ESCAPE), size)
        line = _squashed(text[: size if escape < 0 else escape])
        if len(line) > limit:
            return clip(line, limit)
        size *= 4
    return clip(_squashed(text), limit)


def telling_line(text: str) -> str:
    """The last line of an output that names an error, else its last line."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    errors = [line for line in lines if "rror" in line or "FAIL" in line]
    return (errors or lines or [""])[-1]


def head_tail(text: str, head: int, tail: int) -> str:
    r"""Return the first `head` and last `tail` lines, and how many stood between.

    `head_tail("a\nb\nc\nd", 1, 1)` is `"a\n… (2 lines)\nd"`. One line alone is not
    left out: the line that says so would be no shorter.
    """
    body = text.removesuffix("\n")
    lines = body.split("\n")
    head, tail = max(0, head), max(0, tail)
    left_out = len(lines) - head - tail
    if left_out <= 1:
        return text
    kept = [*lines[:head], f"… ({left_out:,} lines)", *lines[len(lines) - tail :]]
    return "\n".join(kept) + text[len(body) :]


def snippet(
    text: str, spans: Sequence[tuple[int, int]], width: int, marker: str = "…"
) -> str:
    """Return at most `width` characters around the hits of `text`, on one line.

    `spans` are the hits, (start, end) in characters. The window is the earliest of
    those that hold most hits, with the hits in its middle; without hits, the start.
    """
    room = width - 2 * len(marker)
    if not spans or room <= 0 or len(text) <= width:
        return one_line(text, width)
    first, last = _densest(sorted(spans), room)
    start = max(0, min(first - max(0, room - (last - first)) // 2, len(text) - room))
    start = _cut_forward(text, start, first)
    end = min(len(text), start + room)
    end = _cut_back(text, end, min(last, end))
    left = marker if start > 0 else ""
    right = marker if end < len(text) else ""
    return clip(left + _squashed(text[start:end]) + right, width, marker)


def _squashed(text: str) -> str:
    plain = strip_ansi(text)
    if not plain.isprintable():
        plain = _CONTROL.sub("", plain)
    return " ".join(plain.split())


def _densest(spans: Sequence[tuple[int, int]], room: int) -> tuple[int, int]:
    """Return where the hits that fit into one window begin and end."""
    starts = [start for start, _ in spans]
    best = (0, 0, 0)
    for index, start in enumerate(starts):
        beyond = bisect_right(starts, start + room - 1)
        while beyond - 1 > index and spans[beyond - 1][1] > start + room:
            beyond -= 1
        best = max(best, (beyond - index, -index, beyond))
    index, beyond = -best[1], best[2]
    return starts[index], min(spans[beyond - 1][1], starts[index] + room)


def _cut_back(text: str, at: int, least: int) -> int:
    """Return where to cut at or before `at`, at a word border not before `least`."""
    if at >= len(text):
        return len(text)
    for border in range(at, max(least, at - min(REACH, at // 2)) - 1, -1):
        if text[border].isspace() and border > 0:
            return border
    while at > 0 and is_inside(text, at):
        at -= 1
    return at


def _cut_forward(text: str, at: int, most: int) -> int:
    """Return where to begin at or after `at`, at a word border not after `most`."""
    if at <= 0:
        return 0
    for border in range(at, min(most, at + REACH) + 1):
        if text[border - 1].isspace():
            return border
    while at < len(text) and is_inside(text, at):
        at += 1
    return at
