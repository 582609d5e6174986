"""Command lines that are read without Typer: the plain ones of `pane recall`.

What is not plain (help, an unknown option, a value that is missing or wrong, `--`,
letters in one word) is left to Typer, which also says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Read = Callable[[str], Any]
"""A value from its text; raises ValueError where Typer must judge."""


def _above_0(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ValueError(text)
    return int(text)


RECALL: dict[str, tuple[str, Read | None, bool]] = {
    "--session": ("session", str, False),
    "-s": ("session", str, False),
    "--regex": ("regex", None, False),
    "--literal": ("literal", None, False),
    "--role": ("role", str, True),
    "--kind": ("kind", str, True),
    "--tool": ("tool", str, True),
    "--since": ("since", str, False),
    "--until": ("until", str, False),
    "--project": ("project", str, False),
    "--scope": ("scope", str, False),
    "--limit": ("limit", _above_0, False),
    "-n": ("limit", _above_0, False),
    "--page": ("page", _above_0, False),
    "--count": ("count", None, False),
    "--queries": ("queries", Path, False),
    "--json": ("json", None, False),
    "--ndjson": ("ndjson", None, False),
    "--no-redact": ("no_redact", None, False),
    "--from": ("agent", str, False),
    "--store": ("store", Path, False),
    "--set": ("settings", str, True),
    "--rules": ("rules_file", Path, False),
    "--now": ("now", str, False),
    "--quiet": ("quiet", None, False),
    "-q": ("quiet", None, False),
}
"""Of an option its parameter, how its value is read (None: it has none), and whether it
may be repeated. Beside these, the first word is the query and the others are FILEs."""


def read(
    words: list[str], options: dict[str, tuple[str, Read | None, bool]]
) -> dict[str, Any] | None:
    """The parameters that a command line sets; None: it is Typer's to read."""
    found: dict[str, Any] = {}
    plain: list[str] = []
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-":
            plain.append(word)
            continue
        name, equals, text = word.partition("=")
        if name not in options or (equals and not name.startswith("--")):
            return None
        parameter, value_of, repeats = options[name]
        if value_of is None:
            if equals:
                return None
            found[parameter] = True
            continue
        text = text if equals else next(rest, "-")
        if text.startswith("-"):
            return None
        try:
            value = value_of(text)
        except ValueError:
            return None
        found[parameter] = [*found.get(parameter, ()), value] if repeats else value
    if plain:
        found["query"] = plain[0]
        found["files"] = [Path(word) for word in plain[1:]]
    return found if words else None
