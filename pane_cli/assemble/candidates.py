"""Candidates: entries as lines that could be shown, and the things that they hold."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from pane_cli.assemble.lines import body, head, pieces
from pane_cli.assemble.things import things
from pane_cli.session.types import Entry
from pane_cli.text.shell import error_key, simple_commands
from pane_cli.view.command_lines import command_line

_WORD = re.compile(r"[a-z]{3,}")
#: A bare name or number says nothing; among two other words it says what it is for.
_COMPANY = 2


class Line(NamedTuple):
    """A line that could be shown."""

    text: str
    things: frozenset[str]
    """What it holds and shows in use: names and numbers among other words."""
    alone: frozenset[str] = frozenset()
    """Names and numbers that stand in it almost alone."""


class Candidate(NamedTuple):
    """An entry, as its head and its lines."""

    n: int
    head: str
    named: frozenset[str]
    """Things in the head."""
    lines: tuple[Line, ...]
    things: frozenset[str]
    own: bool
    """The agent's or the user's own words, not what a tool printed."""
    is_command: bool = False
    """The first line is what was typed into a shell."""
    is_said: bool = False
    """Agent or user said it: no call."""

    def is_typed(self, index: int) -> bool:
        """Whether a line is what was typed into a shell."""
        return self.is_command and index == 0


def candidate(entry: Entry, call: Entry | None = None, folder: str = "") -> Candidate:
    """The lines of one entry (without secrets).

    `call` is what a result answers, `folder` the session's.
    """
    # What a here-document feeds to a command is no command.
    shell = command_line(entry.args).partition("<<")[0] if entry.kind == "call" else ""
    is_result = entry.kind == "result"
    lines = tuple(_line(text, shell, is_result, folder) for text in pieces(body(entry)))
    title = head(entry, call, folder)
    # The head's own `#n` is no number that anybody will need.
    named = frozenset(things(title.partition(" ")[2], folder))
    everything = named.union(*(line.things | line.alone for line in lines))
    own, is_said = not is_result, entry.kind == "text"
    return Candidate(
        entry.n, title, named, lines, everything, own, bool(shell), is_said
    )


def with_lonely(candidates: Iterable[Candidate]) -> list[Candidate]:
    """What never stands in company anywhere is shown in use where it stands alone."""
    found = list(candidates)
    accompanied = {thing for item in found for line in item.lines for thing in line[1]}
    return [_with_lonely(item, accompanied) for item in found]


def _with_lonely(item: Candidate, accompanied: set[str]) -> Candidate:
    if all(line.alone <= accompanied for line in item.lines):
        return item
    return item._replace(
        lines=tuple(
            Line(line.text, line.things | lonely, line.alone)
            if (lonely := line.alone - accompanied)
            else line
            for line in item.lines
        )
    )


@lru_cache(1 << 14)  # files are read again and again in one session
def _line(text: str, shell: str, is_result: bool, folder: str) -> Line:
    found = things(text, folder)
    alone = _alone(text, found) if found else frozenset()
    found -= alone
    typed = text.partition("<<")[0]
    if shell and typed in shell:
        found.update("$" + command for command in simple_commands(typed))
    elif is_result and (key := error_key(text)) is not None:
        found.add("!" + key)
    return Line(text, frozenset(found), alone)


def _alone(text: str, found: set[str]) -> frozenset[str]:
    words = set(_WORD.findall(text.lower()))
    if len(words) >= 4 * _COMPANY:  # no name is made of as many words
        return frozenset()
    return frozenset(
        thing
        for thing in found
        if "/" not in thing
        and len(words.difference(_WORD.findall(thing.lower()))) < _COMPANY
    )
