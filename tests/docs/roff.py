"""Plain text to roff, for the man page."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SPECIAL = {
    "\\": "\\e",
    "-": "\\-",
    "'": "\\(aq",
    "`": "\\(ga",
    "^": "\\(ha",
    "~": "\\(ti",
    '"': "\\(dq",
}
#: What Typer puts before a paragraph whose line ends are to be kept.
_KEEP = "\b"


def escape(text: str) -> str:
    """Text that roff prints as it stands, in ASCII."""
    escaped = "".join(map(_character, " ".join(text.split())))
    return f"\\&{escaped}" if escaped.startswith(".") else escaped


def inline(text: str) -> str:
    """As `escape`; words between backticks become bold."""
    pieces = re.split(r"`([^`]+)`", " ".join(text.split()))
    escaped = ["".join(map(_character, piece)) for piece in pieces]
    escaped[1::2] = [f"\\fB{piece}\\fR" for piece in escaped[1::2]]
    joined = "".join(escaped)
    return f"\\&{joined}" if joined.startswith(".") else joined


def tagged(word: str, meaning: str) -> Iterator[str]:
    """An option, a file, a status, and what it means."""
    yield ".TP"
    yield f"\\fB{escape(word)}\\fR"
    yield inline(meaning) or "\\&"


def helptext(text: str) -> Iterator[str]:
    """A command's help: paragraphs are filled, examples keep their lines."""
    for number, paragraph in enumerate(re.split(r"\n\s*\n", text.strip("\n"))):
        lines = [line for line in paragraph.split("\n") if line.strip() != _KEEP]
        kept = len(lines) < len(paragraph.split("\n")) or _is_example(lines)
        if number:
            yield ".PP"
        yield from _literal(lines) if kept else (inline(paragraph),)


def _is_example(lines: list[str]) -> bool:
    return all(line.startswith((" ", "$ ", "pane ")) for line in lines)


def _literal(lines: list[str]) -> Iterator[str]:
    yield ".nf"
    for line in lines:
        indent = len(line) - len(line.lstrip())
        yield "\\&" + " " * indent + escape(line)
    yield ".fi"


def _character(character: str) -> str:
    if character in _SPECIAL:
        return _SPECIAL[character]
    if ord(character) < 128:
        return character
    return f"\\[u{ord(character):04X}]"
