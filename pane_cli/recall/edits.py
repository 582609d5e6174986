"""What a call does to the text of a file: writes it, replaces parts, applies a patch.

A change that can't be followed word for word gives None: the text is not known then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

Args = dict[str, Any]

_WHOLE = ("content", "contents", "file_text")
_OLD = ("old_string", "old_str", "oldText")
_NEW = ("new_string", "new_str", "newText")
_BEGIN = "*** Begin Patch"
_FILE = re.compile(r"\*\*\* (Update|Add|Delete) File: (.+)")
_NUMBERED = re.compile(r"\s*(\d+)(?:→|\t)(.*)")
_REMINDER = re.compile(r"\n*<system-reminder>.*", re.DOTALL)
_LEFT_OUT = re.compile(
    r"\n\n?\[[^\n]*(?:more lines|Showing lines|truncated)[^\n]*\]\s*$"
)
_PARTS = ("offset", "limit", "view_range", "start_line", "end_line")
_NUMBERED_MOST = 2_000
"""Lines, and characters of a line, that a numbered listing shows at most."""


def changed(args: Args, is_it: Callable[[str], bool], before: str | None) -> str | None:
    """The file after a call that changes it; `is_it` knows its path in a patch."""
    patch = next((text for text in _texts(args) if _BEGIN in text), None)
    if patch is not None:
        return _patched(patch, is_it, before)
    for key in _WHOLE:
        if isinstance(args.get(key), str) and _first(args, _OLD) is None:
            return str(args[key])
    if args.get("command") == "insert":
        return _inserted(args, before)
    edits = args.get("edits")
    for edit in edits if isinstance(edits, list) and edits else [args]:
        before = _replaced(edit, before) if isinstance(edit, dict) else None
    return before


def read_whole(args: Args, result: str) -> str | None:
    """The file that a reading call shows; None where it shows a part of it.

    A numbered listing does not tell whether the last line ends.
    """
    if any(args.get(key) for key in _PARTS):
        return None
    shown = _REMINDER.sub("", result)
    lines = shown.split("\n")
    numbered = [_NUMBERED.fullmatch(line) for line in lines]
    if not numbered[0]:
        return None if _LEFT_OUT.search(shown) else shown
    texts = [match.group(2) for match in numbered if match]
    counted = [int(match.group(1)) for match in numbered if match]
    is_whole = counted == list(range(1, len(lines) + 1)) and len(lines) < _NUMBERED_MOST
    if not is_whole or any(len(text) >= _NUMBERED_MOST for text in texts):
        return None
    return "\n".join(texts) + ("\n" if texts[-1] else "")


def _texts(args: Args) -> Iterator[str]:
    for value in args.values():
        if isinstance(value, list):
            yield from (part for part in value if isinstance(part, str))
        elif isinstance(value, str):
            yield value


def _first(args: Args, keys: tuple[str, ...]) -> str | None:
    found = (args[key] for key in keys if isinstance(args.get(key), str))
    return next(found, None)


def _replaced(edit: Args, before: str | None) -> str | None:
    old, new = _first(edit, _OLD), _first(edit, _NEW)
    if old == "" and before in (None, ""):
        return new  # a new file
    if before is None or new is None or not old or old not in before:
        return None
    if edit.get("replace_all"):
        return before.replace(old, new)
    return before.replace(old, new) if before.count(old) == 1 else None


def _inserted(args: Args, before: str | None) -> str | None:
    at, new = args.get("insert_line"), args.get("insert_text", args.get("new_str"))
    if before is None or not isinstance(at, int) or not isinstance(new, str):
        return None
    lines = before.split("\n")
    return "\n".join([*lines[:at], new.removesuffix("\n"), *lines[at:]])


def _patched(
    patch: str, is_it: Callable[[str], bool], before: str | None
) -> str | None:
    """After a patch of the form that `apply_patch` takes."""
    what, lines = "", list[str]()
    for line in patch.split("\n"):
        head = _FILE.fullmatch(line.rstrip("\r"))
        if head or line.startswith("*** End Patch"):
            if what:
                break
            if head and is_it(head.group(2).strip()):
                what = head.group(1)
        elif what:
            lines.append(line)
    if what == "Add":
        return "".join(f"{line[1:]}\n" for line in lines if line.startswith("+"))
    return _with_hunks(lines, before) if what == "Update" and before else None


def _with_hunks(patch: list[str], before: str) -> str | None:
    text, at = before.split("\n"), 0
    for hunk in _hunks(patch):
        old = [line[1:] for line in hunk if line[:1] in (" ", "-", "")]
        new = [line[1:] for line in hunk if line[:1] in (" ", "+", "")]
        places = range(at, len(text) - len(old) + 1)
        place = next((i for i in places if text[i : i + len(old)] == old), None)
        if place is None:
            return None
        text[place : place + len(old)] = new
        at = place + len(new)
    return "\n".join(text)


def _hunks(patch: list[str]) -> Iterator[list[str]]:
    hunk: list[str] = []
    for line in patch:
        if line.startswith(("@@", "*** ")):
            if hunk:
                yield hunk
            hunk = []
        else:
            hunk.append(line)
    if hunk:
        yield hunk
