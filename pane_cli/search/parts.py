"""A session that is searched in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from typing import NamedTuple

from pane_cli.search.documents import Text, body_of, key_of
from pane_cli.search.listed import Listed
from pane_cli.search.prefilter import Prefilter
from pane_cli.session.log import Log


class Part(NamedTuple):
    """A session of a source."""

    log: Log
    last: str
    """The time of its last message."""
    listed: Listed
    hot: Callable[[Prefilter], Set[int]] | None = None
    """Entries that may match; None: there is no telling."""

    def text(self, number: int, place: int) -> Text | None:
        """The document at a place, of the session with this number."""
        listed = self.listed
        if not 0 <= place < len(listed.numbers):
            return None
        n, key = listed.numbers[place], key_of(number, place)
        entry = self.log.entry(n)
        return Text(key, n, entry, listed.tools[place], body_of(entry))

    def texts(self, number: int, prefilter: Prefilter | None) -> Iterator[Text]:
        """At least the documents that the prefilter lets through."""
        hot = self.hot(prefilter) if self.hot and prefilter else None
        for place, n in enumerate(self.listed.numbers):
            if hot is None or n in hot:
                text = self.text(number, place)
                assert text is not None
                yield text


def part_of(log: Log, last: str = "") -> Part:
    """A log as it is searched; `last` is the time of its last message."""
    listed = Listed()
    listed.add(log.entries())
    return Part(log, last, listed)
