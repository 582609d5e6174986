"""An entry as lines that can be shown one by one under its head."""

from __future__ import annotations

import re
from typing import Any

from pane_cli.session.types import Entry
from pane_cli.text.clip import one_line, strip_ansi
from pane_cli.view.work import command_line

#: A longer line is shown in pieces: what matters in it is rarely all of it.
PIECE = 300
_LINE_NUMBER = re.compile(r"^ *\d+[→\t]", re.MULTILINE)
_REMINDER = re.compile(r"<system-reminder>.*?</system-reminder>", re.DOTALL)
_PIECES = re.compile(rf".{{1,{PIECE}}}(?:\s|$)|.{{1,{PIECE}}}")


def head(entry: Entry, folder: str = "") -> str:
    """What a line stands under: `#15 Read src/auth.py`, `#12 user`, `#16 result`."""
    if entry.kind == "call":
        target = "" if command_line(entry.args) else _target(entry)
        target = target.removeprefix(folder + "/") if folder else target
        return f"#{entry.n} {entry.tool}{' ' + target if target else ''}"
    if entry.kind == "result":
        return f"#{entry.n} {'failed' if entry.error else 'result'}"
    return f"#{entry.n} {entry.role}"


def _target(entry: Entry) -> str:
    if entry.files:
        return one_line(entry.files[0], 160)
    for value in (entry.args or {}).values():
        if isinstance(value, str) and value.strip():
            return one_line(value, 80)
    return ""


def body(entry: Entry) -> str:
    """The text of an entry as a reader wants it: no colours, no line numbers."""
    if entry.kind == "call":
        return call_text(entry.args)
    text = strip_ansi(entry.text)
    if entry.kind == "result":
        text = _LINE_NUMBER.sub("", _REMINDER.sub("", text))
    return text


def call_text(args: dict[str, Any] | None) -> str:
    """The arguments of a call, the strings in them one below the other."""
    return "\n".join(_strings(args))


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for item in value.values() for text in _strings(item)]
    if isinstance(value, list):
        return [text for item in value for text in _strings(item)]
    return []


def pieces(text: str) -> list[str]:
    """Lines of a text without the blank ones; a long one in pieces at spaces."""
    found = []
    for line in text.split("\n"):
        line = line.rstrip()
        if len(line) <= PIECE:
            if line.strip():
                found.append(line)
        else:
            found += [p for piece in _PIECES.findall(line) if (p := piece.strip())]
    return found
