"""What a story is made of: turns, answers, calls, and what the calls gave back."""

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from worktree import Tree

Json = Any
Args = dict[str, Json]


@dataclass(frozen=True)
class Outcome:
    """The text the model reads, and the richer copy that some agents keep."""

    text: str
    error: bool = False
    rich: Json = None


@dataclass(frozen=True)
class Say:
    text: str


@dataclass(frozen=True)
class Think:
    text: str


@dataclass(frozen=True)
class Call:
    tool: str
    args: Args
    run: Callable[[Tree], Outcome]
    progress: tuple[str, ...] = ()


Part = Say | Think | Call


@dataclass(frozen=True)
class Answer:
    """One answer of the model. Its calls run in parallel."""

    parts: tuple[Part, ...]

    @property
    def calls(self) -> list[Call]:
        return [part for part in self.parts if isinstance(part, Call)]


@dataclass(frozen=True)
class Turn:
    """A request and the answers up to the next one. `at` is a UTC time of day."""

    at: str
    request: str
    answers: tuple[Answer, ...] = ()


def answer(*parts: Part) -> Answer:
    return Answer(parts)


def gives(text: str, error: bool = False) -> Callable[[Tree], Outcome]:
    """An outcome that does not depend on the work tree."""
    return lambda _tree: Outcome(text, error)


STARTS_A_LINE = re.compile(r"- |\d+[).] |[|#]")


def block(text: str) -> str:
    """Text as it stands. The closing quotes show where its left margin is."""
    head, _, margin = text.rpartition("\n")
    if not head or margin.strip():
        return text
    lines = head.removeprefix("\n").split("\n")
    return "\n".join(line.removeprefix(margin) for line in lines)


def prose(text: str) -> str:
    """Text whose lines were wrapped only to fit this source; fences are kept."""
    lines: list[str] = []
    fenced = False
    joins = False
    for line in textwrap.dedent(text).strip().split("\n"):
        fence = line.startswith("```")
        starts = not line or fence or STARTS_A_LINE.match(line)
        if joins and not starts:
            lines[-1] += " " + line.strip()
            continue
        lines.append(line)
        fenced ^= fence
        joins = bool(line) and not fence and not fenced
    return "\n".join(lines)


def say(text: str) -> Say:
    return Say(prose(text))


def think(text: str) -> Think:
    return Think(prose(text))


def dots(count: int) -> str:
    """How pytest shows that so many tests have passed."""
    return ("." * count).ljust(73) + "[100%]"
