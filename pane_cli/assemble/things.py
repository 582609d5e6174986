"""Things: the paths, identifiers, numbers and links in a line that an agent uses again.

>>> sorted(things("fix token_refresh in ferry/auth/refresh.py: 403"))
['403', 'ferry/auth/refresh.py', 'token_refresh']
"""

from __future__ import annotations

import re
from functools import lru_cache

_WITH_SLASH = r"""
    https?://[^\s"'<>()\[\]{}`\\]+[\w/]                                     # a link
  | (?<![\w/.:@-])(?:~/|\.{1,2}/|/)?(?:[\w@.+-]+/)+[\w@.+-]*\w              # a path
  | """
_WITHOUT = r"""
    \b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b                              # a hash
  | [A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_$][\w$]*|-\w+)*                      # a name
  | (?<![\w.])\d+(?:\.\d+)*(?!\w)                                          # a number
"""
_ANY = re.compile(_WITH_SLASH + _WITHOUT, re.VERBOSE)
_NO_PATH = re.compile(_WITHOUT, re.VERBOSE)
_HASH = re.compile(r"(?=[a-f]*\d)[0-9a-f]{7,40}")
_HUMP = re.compile(r"[a-z0-9][A-Z]")
_KEBAB = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
_SPLIT = re.compile(r"\.|::|-")
_LONGEST = 120


def things(line: str, folder: str = "") -> set[str]:
    """The things in one line; paths are named from `folder` where they lie in it."""
    found: set[str] = set()
    tokens = _ANY if "/" in line else _NO_PATH  # half the time, at half the cost
    for token in tokens.findall(line):
        found.update(_things_of(token, folder))
    return found


@lru_cache(1 << 15)  # the same names come again and again in one session
def _things_of(token: str, folder: str) -> tuple[str, ...]:
    if len(token) > _LONGEST:
        return ()
    if token[0].isdigit():
        return (token,) if len(token) >= 3 else ()
    if "://" in token or _HASH.fullmatch(token):
        return (token,)
    found: set[str] = set()
    if "/" in token:
        _path(token, folder, found)
    else:
        _names(token, found)
    return tuple(found)


def _path(text: str, folder: str, found: set[str]) -> None:
    # `a/b` may be prose; the rest is a path, also where it is short seen from here.
    if text[0] in "/~." or text.count("/") >= 2 or "." in text.rsplit("/", 1)[-1]:
        inside = text.removeprefix(folder + "/") if folder else text
        found.add(inside.removeprefix("./").rstrip("/"))
        return
    for part in text.split("/"):
        _names(part, found)


def _names(text: str, found: set[str]) -> None:
    if len(text) < 5:
        return
    if _KEBAB.fullmatch(text) and len(text) >= 6:
        found.add(text)
        return
    if "-" in text:
        for part in text.split("-"):
            _names(part, found)
        return
    name = text.strip("_$")
    if "_" in name or "." in name or "::" in name or _HUMP.search(name):
        found.add(name)
        if "." in name or "::" in name:
            found.update(p for p in _SPLIT.split(name) if _is_compound(p))


def _is_compound(part: str) -> bool:
    return len(part) >= 5 and ("_" in part.strip("_") or bool(_HUMP.search(part)))


def sort_of(thing: str) -> str:
    """path, command, error, number or name.

    Commands begin with `$`, error lines with `!`: no name or path that is found does.
    """
    if thing[0] == "$":
        return "command"
    if thing[0] == "!":
        return "error"
    if thing[0].isdigit() or "://" in thing:
        return "number"
    return "path" if "/" in thing else "name"
