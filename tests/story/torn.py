"""Saturday 7 March: the power fails on the laptop. Claude Code, file damaged."""

from claude_tools import bash, grep
from lines import compact
from parts import Json, Turn, answer, prose, say

DAY = "2026-03-07"
SESSION = "e0f2b6d4-71c8-4a35-8d9e-2b40c6a7f913"

TURNS = [
    Turn(
        "08:12:00",
        "Which version is running in production, and since when?",
        (
            answer(
                bash(
                    "docker compose -f deploy/compose.yaml ps --format"
                    " '{{.Service}} {{.Image}} {{.RunningFor}}'",
                    "Running services",
                    """
                    api ferry:1.8.3 21 hours ago
                    nightly ferry:1.8.3 21 hours ago
                    """,
                ),
            ),
            answer(say("ferry 1.8.3, both services, for 21 hours.")),
        ),
    ),
    Turn(
        "08:15:20",
        prose("""
            Are there still 401 refresh_expired in the log since then? Some are normal,
            but they should be rare now.
        """),
        (
            answer(
                bash(
                    "docker compose -f deploy/compose.yaml logs api --since 21h"
                    " | grep -c refresh_expired; docker compose -f deploy/compose.yaml"
                    " logs api --since 21h | grep -c 'POST /auth/refresh'",
                    "Count refused refreshes, and all of them",
                    """
                    17
                    20934
                    """,
                ),
            ),
            answer(
                say("""
                    17 of 20,934, fewer than one in a thousand. Before 1.8.3 it was
                    every single one.
                """),
            ),
        ),
    ),
    Turn(
        "08:21:45",
        "Good. Then look whether the kiosk's new error is handled anywhere.",
        (
            answer(
                say("I'll look for every place that knows `Refused`."),
                grep(r"\bRefused\b", ".py"),
            ),
            answer(
                say("""
                    Only in the kiosk package itself and in its tests. The caller that
                    should show the sign-in screen is not in this repository.
                """),
            ),
        ),
    ),
]

NULS = b"\x00" * 512  # what a file system leaves of a write that never arrived


def damage(records: list[Json]) -> bytes:
    """A line cut in the middle, a run of NULs, and a torn last line."""
    lines = [compact(record).encode() for record in records]
    cut = lines[7]  # the result of the second command
    lines[7] = cut[: len(cut) // 3]
    lines.insert(10, NULS)
    last = lines.pop()
    return b"\n".join(lines) + b"\n" + last[: len(last) // 2]
