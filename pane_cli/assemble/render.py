"""A context as text: Markdown, messages, or JSON. `RENDERERS` is the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pane_cli.assemble.context import Context
from pane_cli.assemble.layout import Layout

Renderer = Callable[[Context, Layout], str]


def markdown(context: Context, layout: Layout) -> str:
    """Stable part, then what changes each turn."""
    return context.text()


def openai(context: Context, layout: Layout) -> str:
    """A JSON list of Chat Completions messages."""
    from pane_cli.assemble.messages import as_openai  # text needs none

    return _json(as_openai(context, layout))


def anthropic(context: Context, layout: Layout) -> str:
    """A JSON list of Anthropic messages."""
    from pane_cli.assemble.messages import as_anthropic

    return _json(as_anthropic(context, layout))


def envelope(context: Context, layout: Layout) -> str:
    """One JSON document: the parts with their blocks and entry numbers."""
    parts = [
        {"block": part.block, "n": part.n, "text": part.text, "stable": stable}
        for stable, found in ((True, context.stable), (False, context.volatile))
        for part in found
    ]
    document = {"version": 1, "session": layout.view.header.id, "parts": parts}
    return _json(document)


RENDERERS: dict[str, Renderer] = {
    "markdown": markdown,
    "openai": openai,
    "anthropic": anthropic,
    "json": envelope,
}


def _json(value: Any) -> str:
    import json  # who prints text needs none

    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"
