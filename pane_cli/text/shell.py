"""Shell lines as the simple commands in them, and output lines that name errors."""

from __future__ import annotations

import re
from collections.abc import Iterator

_CHANGE_DIRECTORY = re.compile(r"^\s*cd\s+[^;&|]+(?:&&|;)\s*")
_REDIRECT = re.compile(r"\s*\d?>+\s*(?:&\d|\S+)")
_JOINTS = re.compile(r"""("(?:\\.|[^"\\])*"?|'[^']*'?)|&&|\|\||[;|\n]""")
_TRIVIAL = frozenset(
    ("cd", "echo", "head", "tail", "wc", "sleep", "export", "set", "sort", "printf")
)
_ERROR = re.compile(
    r"^\s*(?:\w*(?:Error|Exception)\b|error\b|FAIL|fatal:|panic|Traceback|E  )"
    r"|: error|\berror[\[:]|not ok \d|command not found|No such file",
    re.IGNORECASE,
)
#: What one of must be in a line that the expression above can match: `in` is cheap.
_ERROR_SIGNS = (
    "error",
    "exception",
    "fail",
    "fatal",
    "panic",
    "traceback",
    "e  ",
    "not ok",
    "not found",
    "no such",
)
_ERROR_LEAST = 15
_ERROR_CHARS = 80
_DIGITS = re.compile(r"\d+")


def simple_commands(line: str) -> Iterator[str]:
    """The commands in a shell line that say something, without redirections.

    >>> list(simple_commands("cd /repo && pytest -q -k 'a && b' 2>&1 | tail -5"))
    ["pytest -q -k 'a && b'"]
    """
    for part in _parts(without_redirections(line)):
        words = part.split()
        if len(words) >= 2 and words[0] not in _TRIVIAL:
            yield " ".join(words)


def without_redirections(line: str) -> str:
    """The line without what sends its output elsewhere."""
    return _REDIRECT.sub(" ", line)


def without_folder(line: str) -> str:
    """The line without the `cd` before it.

    >>> without_folder("cd /repo && pytest -q")
    'pytest -q'
    """
    return _CHANGE_DIRECTORY.sub("", line)


def _parts(line: str) -> Iterator[str]:
    start = 0
    for joint in _JOINTS.finditer(line):
        if joint.group(1) is None:  # what is quoted joins nothing
            yield line[start : joint.start()]
            start = joint.end()
    yield line[start:]


def error_key(line: str) -> str | None:
    """What makes two error lines the same; None where a line names no error."""
    if len(line) < _ERROR_LEAST or not is_error(line):
        return None
    return _DIGITS.sub("#", " ".join(line.split()))[:_ERROR_CHARS]


def is_error(line: str) -> bool:
    """Whether a line of output names an error."""
    low = line.lower()
    return any(sign in low for sign in _ERROR_SIGNS) and bool(_ERROR.search(line))
