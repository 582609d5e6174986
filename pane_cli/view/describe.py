"""What a range of entries was, in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from pane_cli.session.types import Range
from pane_cli.text.clip import one_line
from pane_cli.view.view import View


def describe(
    view: View, span: Range, fetch: Callable[[int], str], clean: Callable[[str], str]
) -> str:
    """What a range was: its first request, its calls, what it changed."""
    limit = view.rules.evict.pointer_chars
    members = range(span[0], span[1] + 1)
    asked = [n for n in view.requests if n in members and view.row(n).kind == "text"]
    if span[0] == span[1] and view.row(span[0]).kind in ("call", "result"):
        return one_line(_alone(view, span[0], clean), limit)
    parts = []
    if asked:
        more = f" (+{len(asked) - 1} more)" if len(asked) > 1 else ""
        parts.append(f'"{one_line(clean(fetch(asked[0])), limit)}"{more}')
    rows = view.rows[span[0] - 1 : span[1]]
    tools = Counter(row.tool for row in rows if row.kind == "call")
    if tools:
        names = [f"{tool} x{count}" for tool, count in tools.most_common(3)]
        parts.append(", ".join(names))
    changed = [
        clean(use.path) for use in view.files if any(n in members for n in use.writes)
    ]
    if changed:
        parts.append(one_line("changed " + ", ".join(changed), limit))
    return "; ".join(parts) or one_line(clean(fetch(span[0])), limit) or "no text"


def _alone(view: View, n: int, clean: Callable[[str], str]) -> str:
    """What one half of a call was, the other being in context still."""
    row = view.row(n)
    if row.kind == "call":
        return f"input of {row.tool}"
    same = next((r.n for r in view.rows[: n - 1] if r.digest == row.digest != 0), None)
    answers = {result: call for call, result in view.shape.results.items()}
    call = answers.get(n)
    what = view.row(call).tool or "?" if call else "a call"
    commands = [c.words for c in view.work.commands if c.call == call]
    paths = [use.path for use in view.files if call in use.reads + use.writes]
    named = " ".join([what, *commands[:1], *paths[:1]])
    first = f"same as #{same}: " if same else ""
    return clean(f"{first}output of {named}")
