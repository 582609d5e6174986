"""Command lines that are read without Typer: the plain ones of some commands.

What is not plain (help, an unknown option, a value that is missing or wrong, `--`,
letters in one word) is left to Typer, which also says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from pane_cli.commands.shared.values import moment, seconds, whole
from pane_cli.errors import PaneError

Read = Callable[[str], Any]
"""A value from its text; raises PaneError where it is none: Typer says so."""


class Option(NamedTuple):
    """What an option sets."""

    parameter: str
    read: Read | None = None
    """How its value is read; None: it has none, and is set by being there."""
    repeats: bool = False


class Command(NamedTuple):
    """A command that can be read here."""

    module: str
    """Module of `commands` that runs it, with the struct `Asked` of its parameters."""
    runner: str
    """The function there from `Asked` to the exit status."""
    options: dict[str, Option]
    """Those that may stand in a plain line."""
    first: str | None = None
    """The parameter that the first word sets; all others are FILEs."""


_SHARED = {
    "--session": Option("session", str),
    "-s": Option("session", str),
    "--no-redact": Option("no_redact"),
    "--from": Option("agent", str),
    "--store": Option("store", Path),
    "--set": Option("settings", str, repeats=True),
    "--rules": Option("rules_file", Path),
    "--now": Option("now", moment),
    "--quiet": Option("quiet"),
    "-q": Option("quiet"),
}
_PRINTED = {
    "--at": Option("at", str),
    "--query": Option("query", str),
    "--explain": Option("explain"),
    "--output": Option("out", Path),
    "-o": Option("out", Path),
}
_ASSEMBLE = {
    "--budget": Option("budget", whole("--budget", 1)),
    "--max-chars": Option("max_chars", whole("--max-chars", 1)),
    "--as": Option("form", str),
    "--mirror": Option("mirror", Path),
    "--harvest": Option("harvest", Path),
    "--deadline": Option("deadline", seconds("--deadline")),
    "--no-learned": Option("no_learned"),
}
_SUMMARIZE = {
    "--since": Option("since", str),
    "--handoff": Option("handoff"),
    "--json": Option("as_json"),
    "--mark": Option("mark"),
}
_RECALL = {
    "--regex": Option("regex"),
    "--literal": Option("literal"),
    "--role": Option("role", str, repeats=True),
    "--kind": Option("kind", str, repeats=True),
    "--tool": Option("tool", str, repeats=True),
    "--since": Option("since", str),
    "--until": Option("until", str),
    "--project": Option("project", str),
    "--scope": Option("scope", str),
    "--limit": Option("limit", whole("--limit", 1)),
    "-n": Option("limit", whole("--limit", 1)),
    "--page": Option("page", whole("--page", 1)),
    "--count": Option("count"),
    "--queries": Option("queries", Path),
    "--deadline": Option("deadline", seconds("--deadline")),
    "--json": Option("json"),
    "--ndjson": Option("ndjson"),
}

COMMANDS = {
    "assemble": Command("contexts.run", "assembled", _SHARED | _PRINTED | _ASSEMBLE),
    "summarize": Command(
        "summaries.run", "summarized", _SHARED | _PRINTED | _SUMMARIZE
    ),
    "recall": Command("hits.run", "recalled", _SHARED | _RECALL, "query"),
}


def plain(words: list[str]) -> Callable[[], int] | None:
    """What runs a command line, and gives its exit status; None: it is Typer's."""
    command = COMMANDS.get(words[0]) if words else None
    given = read(words[1:], command) if command else None
    if command is None or given is None:
        return None

    def run() -> int:
        module = import_module(f"pane_cli.commands.{command.module}")
        status: int = getattr(module, command.runner)(module.Asked(**given))
        return status

    return run


def read(words: list[str], command: Command) -> dict[str, Any] | None:
    """The parameters that a command line sets; None: it is Typer's to read."""
    found: dict[str, Any] = {}
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") or word == "-":
            others.append(word)
            continue
        name, equals, text = word.partition("=")
        option = command.options.get(name)
        if option is None or (equals and not name.startswith("--")):
            return None
        if option.read is None:
            if equals:
                return None
            found[option.parameter] = True
            continue
        text = text if equals else next(rest, "-")
        if not text or text.startswith("-"):
            return None
        try:
            value = option.read(text)
        except PaneError:
            return None
        before = found.get(option.parameter, ())
        found[option.parameter] = [*before, value] if option.repeats else value
    if others and command.first:
        found[command.first] = others.pop(0)
    if others:
        found["files"] = [Path(word) for word in others]
    return found
