"""Sunday 8 March: the tide table. Claude Code with hooks; its window is compacted once.

What is recorded is what the agent does, step by step: the records that it writes, the
events that it tells its hooks, and the commands that the user runs beside it.
"""

from claude_code import ClaudeCode
from claude_tools import bash, edit
from parts import Json, Turn, answer, prose, say
from worktree import Tree

DAY = "2026-03-08"
FIRST = "3b9d61c2-5f0e-4c77-9a41-d2c86e07b1f5"
NEXT = "a4c07e9b-83d2-4b1f-8c65-70f1e29d3b6a"
PATH = "ferry/bookings/queries.py"

TIDES = (
    "Which file reads the bookings of a day, and does it know the low tide at Kvelja?"
)
WAITING = prose("""
    Then do three things: 1) keep departures at Kvelja off the hour of low tide,
    2) leave the column kiosk_state as it is, 3) run the test of queries before you say
    it works.
""")
LATER = "Where did the low tide at Kvelja come in?"
AGAIN = "Which column did I want to keep as it is, kiosk_state?"

BEFORE = Turn(
    "09:02:10",
    TIDES,
    (
        answer(bash("grep -rn 'low_tide' ferry", "Look for the low tide", "", 1)),
        answer(
            say(f"`{PATH}` reads them. Nothing knows the low tide at Kvelja yet."),
        ),
    ),
)
WORK = Turn(
    "09:10:30",
    WAITING,
    (
        answer(
            edit(
                PATH,
                " ORDER BY d.departs_at, b.reference",
                " AND d.quay != 'kvelja' OR NOT low_tide(d.departs_at)"
                " ORDER BY d.departs_at, b.reference",
            ),
        ),
        answer(
            bash(
                "python -m pytest -q tests/test_queries.py",
                "Run the test of queries",
                """
                FAILED tests/test_queries.py::test_low_tide - KeyError: 'kvelja_tides'
                1 failed in 0.31s
                """,
                1,
            ),
        ),
    ),
)
AFTER = Turn(
    "09:31:00",
    LATER,
    (answer(say(f"In `{PATH}`; its test still fails for want of kvelja_tides.")),),
)


class Recorder:
    """Steps of a recording: records, events and commands, in their order."""

    def __init__(self) -> None:
        self.steps: list[Json] = []
        self._written = 0

    def event(self, told: ClaudeCode, name: str, **more: Json) -> None:
        """The records since the last event, and an event."""
        records, self._written = told.records[self._written :], len(told.records)
        payload = {
            "session_id": told.session,
            "transcript_path": f"{told.session}.jsonl",
            "cwd": "/home/dev/ferry",
            "hook_event_name": name,
        }
        self.steps.append({"records": records, "event": payload | more})

    def command(self, *words: str) -> None:
        """What the user runs."""
        self.steps.append({"run": list(words)})

    def begin(self) -> None:
        """Another session, in a transcript of its own."""
        self._written = 0


def recorded() -> list[Json]:
    tree, film = Tree.load(), Recorder()
    told = ClaudeCode(FIRST, DAY, "feature/tides")
    film.event(told, "SessionStart", source="startup")
    film.event(told, "UserPromptSubmit", prompt=TIDES)
    told.play([BEFORE], tree)
    film.event(told, "Stop", last_assistant_message="Nothing knows the low tide yet.")
    note = "never write to copy.db, it is production"
    film.command("pin", "--name", "copy", note, "-s", FIRST)
    film.event(told, "UserPromptSubmit", prompt=WAITING)
    told.play([WORK], tree)
    film.event(told, "PreCompact", trigger="auto", custom_instructions="")
    _compact(told)
    film.event(told, "SessionStart", source="compact")
    film.event(told, "UserPromptSubmit", prompt=LATER)
    told.play([AFTER], tree)
    film.event(told, "Stop", last_assistant_message="Its test still fails.")
    film.event(told, "SessionEnd", reason="clear")
    film.begin()
    other = ClaudeCode(NEXT, DAY, "feature/tides")
    film.event(other, "SessionStart", source="clear")
    film.event(other, "UserPromptSubmit", prompt="hi")
    film.event(other, "UserPromptSubmit", prompt=AGAIN)
    return film.steps


def _compact(told: ClaudeCode) -> None:
    """The boundary, and the host's own summary, which lost what matters."""
    told.clock.start("09:25:00")
    metadata = {"trigger": "auto", "preTokens": 167_000}
    told.add(
        "system",
        {"subtype": "compact_boundary", "content": "Conversation compacted"},
        parent=None,
        compactMetadata=metadata,
    )
    summary = "This session is continued. The user asked about bookings and tides."
    told.add(
        "user",
        {"message": {"role": "user", "content": summary}},
        isCompactSummary=True,
        isVisibleInTranscriptOnly=True,
    )
