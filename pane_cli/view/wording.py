"""The words of a topic, without secrets: its title, and what it came to.

A name is printed only where the cleaned entries that it came from still hold it: half a
secret, or one in lower case, is not recognised by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from pane_cli.session.types import Entry
from pane_cli.text.clip import one_line
from pane_cli.view.command_lines import command_line
from pane_cli.view.grouping import Topic
from pane_cli.view.inventory import Listed
from pane_cli.view.metadata import metadata, without_metadata
from pane_cli.view.view import View, entries, ranges

_SQUASHED = re.compile(r"[\W_]+")
_QUOTE_CHARS = 100
_FILES = 3
_SHORT = 400
"""Characters of an argument that may name what is looked for; others are content."""
GENERAL = "general"
"""The title of a topic whose turns named nothing."""


class Summary(NamedTuple):
    """What a topic came to."""

    text: str
    n: int
    """The entry that says it; 0: it was put together from the topic's turns."""


class Wording:
    """Titles and summaries of one session's topics."""

    def __init__(
        self, view: View, fetch: Callable[[int], Entry], clean: Callable[[str], str]
    ) -> None:
        """`fetch` gives entries without secrets, `clean` takes them out of a text."""
        self._view, self._fetch, self._clean = view, fetch, clean
        self._squashed: dict[int, str] = {}
        rules = view.rules.topics
        known = (
            *rules.categories,
            *(one.name.strip().lower() for one in rules.registry),
        )
        self._safe = dict.fromkeys(known, True)

    def title(self, topic: Topic) -> str:
        """`auth-session,cpp`; of many names those that most of its turns have, `+3`."""
        most = self._view.rules.topics.entities
        ranked = sorted(topic.entities, key=lambda name: -topic.tags.get(name, 0))
        shown = [name for name in topic.entities if name in ranked[:most]]
        more = f" +{len(ranked) - most}" if len(ranked) > most else ""
        return (",".join(self.names(shown)) or GENERAL) + more

    def names(self, found: Iterable[str]) -> list[str]:
        """Those entities or categories that hold no secret."""
        return [name for name in found if self._is_safe(name)]

    def _is_safe(self, name: str) -> bool:
        if self._clean is str:
            return True
        if name not in self._safe:
            wanted = _squash(name)
            self._safe[name] = any(wanted in text for text in self._sources(name))
        return self._safe[name]

    def _sources(self, name: str) -> Iterator[str]:
        """What the turns that named it said, squashed."""
        for move in self._view.settled.moves:
            is_named = name in move.entities or name in move.categories
            turn = self._view.turn(move.turn) if is_named else None
            for n in entries(turn) if turn else ():
                if self._view.row(n).kind in ("text", "call"):
                    if n not in self._squashed:
                        self._squashed[n] = _squash(_said(self._fetch(n)))
                    yield self._squashed[n]

    def summary(self, listed: Listed) -> Summary:
        """As the agent gave it, else from what was asked, changed and answered."""
        n = listed.topic.summary
        given = metadata(self._fetch(n).text) if n else None
        if given is not None and given.summary:
            return Summary(_flat(self._clean(given.summary)), n)
        parts = (self._asked(listed), self._changed(listed), self._answered(listed))
        return Summary("; ".join(filter(None, parts)), 0)

    def _asked(self, listed: Listed) -> str:
        view = self._view
        asked = [n for n in view.requests if view.row(n).turn in listed.turns]
        texts = [n for n in asked if view.row(n).kind == "text"]
        more = f" (+{len(asked) - 1} more)" if len(asked) > 1 else ""
        return f"{self._quote(texts[0])}{more}" if texts else ""

    def _changed(self, listed: Listed) -> str:
        view, turns = self._view, set(listed.turns)
        paths = [
            self._clean(use.path)
            for use in view.files
            if any(view.row(n).turn in turns for n in use.writes)
        ]
        more = f" (+{len(paths) - _FILES} more)" if len(paths) > _FILES else ""
        return f"changed {', '.join(paths[:_FILES])}{more}" if paths else ""

    def _answered(self, listed: Listed) -> str:
        turn = self._view.turn(listed.turns[-1])
        said = [
            n
            for n in (entries(turn) if turn else ())
            if self._view.row(n).role == "assistant"
            and self._view.row(n).kind == "text"
        ]
        return f"-> {self._quote(said[-1])}" if said else ""

    def _quote(self, n: int) -> str:
        text = self._clean(without_metadata(self._fetch(n).text))
        return f'"{one_line(text, _QUOTE_CHARS)}"'


def spans(view: View, listed: Listed) -> list[tuple[int, int]]:
    """Where its turns stand: ranges of entries."""
    turns = [turn for turn in view.turns if turn.number in set(listed.turns)]
    return ranges(n for turn in turns for n in entries(turn))


def _said(entry: Entry) -> str:
    """What names are taken from."""
    if entry.kind == "text":
        return entry.text
    given = (v for v in (entry.args or {}).values() if isinstance(v, str))
    short = (value for value in given if len(value) <= _SHORT)
    return " ".join((*entry.files, command_line(entry.args), *short))


def _squash(text: str) -> str:
    return _SQUASHED.sub("", text.lower())


def _flat(text: str) -> str:
    return " ".join(text.split())
