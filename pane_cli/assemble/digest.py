"""Which lines of what is not shown whole are worth their place.

A thing (path, identifier, number, link, command, error) is worth the chance that it is
needed again times its rarity; a line is worth the things that it adds, in company of
words, per character it costs. Lines are taken greedily and shown in session order.
"""

from __future__ import annotations

import heapq
import math
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pane_cli.assemble.lines import body, head, pieces
from pane_cli.assemble.things import things
from pane_cli.rules.schema import Digest
from pane_cli.session.types import Entry
from pane_cli.view.work import command_line

_WORD = re.compile(r"[A-Za-z]{3,}")
_ERROR = re.compile(
    r"^\s*(?:\w*(?:Error|Exception)\b|error\b|FAIL|fatal:|panic|Traceback|E  )"
    r"|: error|\berror[\[:]|not ok \d|command not found|No such file",
    re.IGNORECASE,
)
_JOINTS = re.compile(r"&&|\|\||[;|]")
_REDIRECT = re.compile(r"\s*\d?>+\s*(?:&\d|\S+)")
_TRIVIAL = frozenset(
    ("cd", "echo", "head", "tail", "wc", "sleep", "export", "set", "sort", "printf")
)
_DIGITS = re.compile(r"\d+")
_ERROR_CHARS = 80
_ERROR_LEAST = 15
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
_SURELY_COMPANY = 6


class Line(NamedTuple):
    """A line that could be shown."""

    n: int
    text: str
    things: frozenset[str]
    """What it holds: bare names and numbers only in company of two other words."""


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


Show = dict[int, list[str]]
"""Entry number to the lines shown of it; an empty list shows its head alone."""


def candidate(entry: Entry, folder: str = "") -> Candidate:
    """The lines of one entry (without secrets); `folder` is the session's."""
    # What a here-document feeds to a command is no command.
    shell = command_line(entry.args).partition("<<")[0] if entry.kind == "call" else ""
    is_result = entry.kind == "result"
    lines = tuple(
        Line(entry.n, text, _held(text, shell, is_result, folder))
        for text in pieces(body(entry))
    )
    title = head(entry, folder)
    # The head's own `#n` is no number that anybody will need.
    named = frozenset(things(title.partition(" ")[2]))
    everything = named.union(*(line.things for line in lines))
    return Candidate(entry.n, title, named, lines, everything, not is_result)


def _held(text: str, shell: str, is_result: bool, folder: str) -> frozenset[str]:
    found = things(text, folder)
    words = set(_WORD.findall(text)) if found else set()
    # A name of up to four words leaves two others here; only shorter lines are counted.
    if len(words) < _SURELY_COMPANY:
        found = {
            thing
            for thing in found
            if "/" in thing or len(words.difference(_WORD.findall(thing))) >= 2
        }
    if text in shell:
        found.update("$" + command for command in simple_commands(text))
    elif is_result and len(text) >= _ERROR_LEAST and is_error(text):
        found.add("!" + _DIGITS.sub("#", " ".join(text.split()))[:_ERROR_CHARS])
    return frozenset(found)


def is_error(line: str) -> bool:
    """Whether a line of output names an error."""
    low = line.lower()
    return any(sign in low for sign in _ERROR_SIGNS) and bool(_ERROR.search(line))


def simple_commands(line: str) -> Iterator[str]:
    """The commands in a shell line that say something, without redirections.

    >>> list(simple_commands("cd /repo && pytest -q 2>&1 | tail -5"))
    ['pytest -q']
    """
    for part in _JOINTS.split(_REDIRECT.sub(" ", line)):
        words = part.split()
        if len(words) >= 2 and words[0] not in _TRIVIAL:
            yield " ".join(words)


def worth(candidates: list[Candidate], rules: Digest) -> dict[str, float]:
    """Thing to its worth: recency-weighted uses, times rarity."""
    count = len(candidates)
    half = rules.half_life * count + rules.half_life_entries
    uses: dict[str, float] = {}
    entries: dict[str, int] = {}
    for index, item in enumerate(candidates):
        weight = 0.5 ** ((count - index) / half) * (rules.own if item.own else 1.0)
        for thing in item.things:
            uses[thing] = uses.get(thing, 0.0) + weight
            entries[thing] = entries.get(thing, 0) + 1
    return {
        thing: used * math.log((count + 1) / entries[thing])
        for thing, used in uses.items()
    }


def choose(
    candidates: Sequence[Candidate],
    values: dict[str, float],
    room: int,
    shown: set[str],
) -> Show:
    """The lines worth most per character, in at most `room` characters.

    `shown` are things that stand elsewhere already; they are worth nothing here.
    """
    heap: list[tuple[float, int, int, Candidate]] = []
    for item in candidates:
        for index in range(-1, len(item.lines)):
            score = _score(item, index, values, shown, opened=False)
            if score > 0:
                heap.append((-score, item.n, index, item))
    heapq.heapify(heap)
    taken: dict[int, set[int]] = {}
    while heap and room > 0:
        score, n, index, item = heapq.heappop(heap)
        opened = n in taken
        now = _score(item, index, values, shown, opened)
        if now <= 0 or (index == -1 and opened):
            continue
        if heap and now < -heap[0][0] - 1e-12:
            heapq.heappush(heap, (-now, n, index, item))
            continue
        cost = _cost(item, index, opened)
        if cost > room:
            continue
        room -= cost
        shown |= _gains(item, index, opened)
        taken.setdefault(n, set())
        if index >= 0:
            taken[n].add(index)
    by_number = {item.n: item for item in candidates}
    return {
        n: [by_number[n].lines[i].text for i in sorted(indexes)]
        for n, indexes in sorted(taken.items())
    }


def fill(candidates: Sequence[Candidate], shown: Show, room: int) -> Show:
    """`shown`, and in what is left of `room` the newest words, entry by entry.

    Prose holds few things, and in many languages none: its newest lines still tell what
    was said.
    """
    items = [item for item in candidates if item.own]
    left = room - sum(_cost_of(i, shown[i.n]) for i in candidates if i.n in shown)
    filled = dict(shown)
    for item in reversed(items):
        texts: list[str] = []
        cost = len(item.head) + 1
        for line in item.lines if item.n not in shown else ():
            if cost + len(line.text) + 1 > left:
                break
            texts.append(line.text)
            cost += len(line.text) + 1
        if texts:
            filled[item.n] = texts
            left -= cost
    return dict(sorted(filled.items()))


def _cost_of(item: Candidate, texts: list[str]) -> int:
    return len(item.head) + 1 + sum(len(text) + 1 for text in texts)


def _gains(item: Candidate, index: int, opened: bool) -> set[str]:
    found = set(item.lines[index].things) if index >= 0 else set()
    if not opened:
        found |= item.named
    return found


def _cost(item: Candidate, index: int, opened: bool) -> int:
    cost = 0 if opened else len(item.head) + 1
    return cost + (len(item.lines[index].text) + 1 if index >= 0 else 0)


def _score(
    item: Candidate, index: int, values: dict[str, float], shown: set[str], opened: bool
) -> float:
    new = (thing for thing in _gains(item, index, opened) if thing not in shown)
    gain = math.fsum(values.get(thing, 0.0) for thing in new)  # sets have no order
    return gain / _cost(item, index, opened) if gain else 0.0
