"""The tool of an entry."""

from __future__ import annotations

from pane_cli.view.view import View


def tool_of(view: View, n: int) -> str | None:
    """The tool of a call, or of the call that a result answers."""
    row = view.row(n)
    if row.kind == "result" and row.tool is None and row.call is not None:
        call = view.shape.calls.get(row.call)
        return view.row(call).tool if call is not None else None
    return row.tool
