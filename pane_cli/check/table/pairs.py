"""P2: calls and results."""

from __future__ import annotations

from pane_cli.check import calls
from pane_cli.check.row import Row

_REFUSED = "Model APIs refuse a message list with it, so a resume from the file fails."

ROWS = (
    Row(
        "P201",
        "unpaired-call",
        "error",
        ("end",),
        calls.unpaired_call,
        means="A call has no result, and model APIs refuse that. In the newest step it "
        "may be running still: a warning. Cursor's transcripts keep no results: an "
        "info.",
        why=_REFUSED,
        example="call c-1 (Bash), then the next request",
        todo="Nothing for pane, which writes that there is no result; before you "
        "resume "
        "the transcript itself, rewind to before the call.",
    ),
    Row(
        "P202",
        "result-without-call",
        "error",
        ("result", "end"),
        calls.result_without_call,
        means="A result whose call is nowhere in the session. Model APIs refuse it.",
        why=_REFUSED,
        example="result of c-7, and no call c-7",
        todo="Look for the missing line in a backup; pane leaves it out of messages. "
        "Where its agent named no call, which is a warning, there is nothing to do.",
    ),
    Row(
        "P203",
        "duplicate-result",
        "error",
        ("result",),
        calls.duplicate_result,
        means="A call has a second result. Model APIs refuse it.",
        why=_REFUSED,
        example="call c-1, result of c-1, result of c-1",
        todo="pane uses the first; delete the other before you resume the transcript.",
    ),
    Row(
        "P204",
        "misplaced-result",
        "error",
        ("call",),
        calls.misplaced_result,
        means="A result stands before its call. Model APIs refuse it.",
        why=_REFUSED,
        example="result of c-1, call c-1",
        todo="pane pairs them; swap the lines before you resume the transcript.",
    ),
    Row(
        "P205",
        "duplicate-call",
        "error",
        ("call",),
        calls.duplicate_call,
        means="Two calls have one id, so a result can't tell whose it is.",
        why=_REFUSED,
        example="call c-1 (Read), result of c-1, call c-1 (Bash)",
        todo="pane gives the result to the first; report it to the agent's makers.",
    ),
    Row(
        "P206",
        "late-result",
        "info",
        ("result",),
        calls.late_result,
        means="The user's next request stands between a call and its result.",
        why="Model APIs want results right behind their calls; whoever sends the file "
        "in its order is refused.",
        example="call c-1, the user: and the tests?, result of c-1",
        todo="Nothing for pane, which puts results behind their calls.",
    ),
)
