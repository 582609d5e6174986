"""What is searched, whatever holds it: sessions, their documents and their entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from pane_cli.search.documents import Document, Text
from pane_cli.search.engine import Engine
from pane_cli.search.rank import Question
from pane_cli.session.log import Log
from pane_cli.session.types import Entry


class Shelf(NamedTuple):
    """A session that is searched, and how to speak of it."""

    id: str
    short: str
    """Its id as it is printed: unique among the sessions that are searched."""
    source: str | None
    """The transcript it was read from."""
    command: str
    """Prints some of it; `{span}` stands for `#120` or `#120-140`."""
    parent: str | None = None
    started: str = ""
    last: str = ""
    """Time of the last message; empty: not known."""

    @property
    def age(self) -> tuple[bool, str, str]:
        """What forks have more of than the session whose entries they copied."""
        return self.parent is not None, self.started, self.id


class Corpus(Protocol):
    """Sessions by number; the one with the newest message has rank 0."""

    def engine(self, questions: Iterable[Question]) -> Engine:
        """An engine that can answer these questions."""

    def texts(self) -> Iterator[Text]:
        """Every document with its text, the session with the newest message first."""

    def shelves(self) -> dict[int, Shelf]:
        """The sessions by number, the one with the newest message first."""

    def log(self, session: int) -> Log:
        """A session with its entries by number."""

    def entry(self, document: Document) -> Entry:
        """The entry of a document."""
