"""An entry as lines that can be shown one by one under its head."""

from __future__ import annotations

import re
from typing import Any

from pane_cli.session.types import Entry
from pane_cli.text.clip import one_line, strip_ansi
from pane_cli.text.shell import without_folder
from pane_cli.view.command_lines import command_line
from pane_cli.view.metadata import without_metadata

#: A longer line is shown in pieces: what matters in it is rarely all of it.
PIECE = 200
#: Of a command, over the lines that it printed: its own entry has all of it.
_COMMAND = 40
_LINE_NUMBER = re.compile(r"^ *\d+[→\t]", re.MULTILINE)
_REMINDER = re.compile(r"<system-reminder>.*?</system-reminder>", re.DOTALL)
_PIECES = re.compile(rf".{{1,{PIECE}}}(?:\s|$)|.{{1,{PIECE}}}")


def head(entry: Entry, call: Entry | None = None, folder: str = "") -> str:
    """What a line stands under: `#15 Read src/auth.py`, `#12 user`, `#18 $ git log`.

    `call` is what a result answers: its lines stand under what printed them.
    """
    if entry.kind == "call":
        line = command_line(entry.args)
        return _titled(entry, "" if line else _target(entry), folder)
    if entry.kind != "result":
        return f"#{entry.n} {entry.role}"
    failed = " failed" if entry.error or entry.exit else ""
    if call is None:
        return f"#{entry.n} result{failed}"
    line = without_folder(command_line(call.args))
    if line:
        return f"#{entry.n} $ {one_line(line, _COMMAND)}{failed}"
    return _titled(call, _target(call), folder, entry.n) + failed


def _titled(call: Entry, target: str, folder: str, n: int | None = None) -> str:
    inside = target.removeprefix(folder + "/") if folder else target
    return f"#{n or call.n} {call.tool}{' ' + inside if inside else ''}"


def _target(entry: Entry) -> str:
    if entry.files:
        return one_line(entry.files[0], 160)
    for value in (entry.args or {}).values():
        if isinstance(value, str) and value.strip():
            return one_line(value, 80)
    return ""


def body(entry: Entry) -> str:
    """The text of an entry as a reader wants it: no colours, no numbers.

    What an agent says of its own turn is for pane.
    """
    if entry.kind == "call":
        return call_text(entry.args)
    text = strip_ansi(entry.text)
    if entry.kind == "result":
        text = _LINE_NUMBER.sub("", _REMINDER.sub("", text))
    return without_metadata(text) if entry.role == "assistant" else text


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
    """Lines of a text without blanks around; a long one in pieces at spaces."""
    found = []
    for line in text.split("\n"):
        line = line.strip()
        if len(line) <= PIECE:
            if line:
                found.append(line)
        else:
            found += [p for piece in _PIECES.findall(line) if (p := piece.strip())]
    return found
