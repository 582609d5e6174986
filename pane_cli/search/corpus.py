"""What is searched, whatever holds it: sessions, their documents and their entries."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from pane_cli.search.documents import Document, Text
from pane_cli.search.engine import Engine
from pane_cli.search.rank import Question
from pane_cli.session.log import Log
from pane_cli.session.types import Entry
from pane_cli.text.pieces import pieces_of
from pane_cli.text.terms import Terms


class Shelf(NamedTuple):
    """A session that is searched, and how to speak of it."""

    id: str
    source: str | None
    """The transcript it was read from."""
    names: Callable[[str], str]
    """From an id to what is printed for it: unique among the sessions searched."""
    suffix: str = ""
    """Of commands: ` PATH`, ` -`, ` --store FOLDER`; quoted for the shell."""
    parent: str | None = None
    started: str = ""
    file: str | None = None
    """The FILE it was read from, where it was."""

    @property
    def short(self) -> str:
        """What is printed for its id."""
        return self.names(self.id)

    @property
    def age(self) -> tuple[bool, str, str]:
        """What forks have more of than the session whose entries they copied."""
        return self.parent is not None, self.started, self.id

    def command(self, span: str) -> str:
        """What prints `#120` or `#120-140` of it, from where it came."""
        return f"pane recall {shlex.quote(self.short)}{span}{self.suffix}"


class Corpus(Protocol):
    """Sessions by number; the one with the newest message has rank 0."""

    def engine(self, questions: Iterable[Question]) -> Engine:
        """An engine that can answer these questions."""

    def vocabulary(
        self, heads: Sequence[str], likely: bool = False, near: Near | None = None
    ) -> set[str]:
        """Every term that begins with one of `heads`; of `likely` texts alone.

        With `near`, at least those that pass it.
        """

    def likely(self) -> Iterator[Text]:
        """Of `texts`, at least those with a word the first `engine` was made for."""

    def texts(self) -> Iterator[Text]:
        """Every document with its text, the session with the newest message first."""

    def shelves(self) -> dict[int, Shelf]:
        """The sessions by number, the one with the newest message first."""

    def log(self, session: int) -> Log:
        """A session with its entries by number."""

    def entry(self, document: Document) -> Entry:
        """The entry of a document."""


class Near(NamedTuple):
    """Terms that others may be meant for, and which others are near enough."""

    terms: Sequence[str]
    passes: Callable[[str], bool]


def terms_in(texts: Iterable[Text], heads: Sequence[str], terms: Terms) -> set[str]:
    """The terms of texts that begin with one of `heads`."""
    seen: set[bytes] = set()
    for text in texts:
        for content in (text.body, *(field for _, field in text.fields)):
            seen.update(pieces_of(content))
    begins = tuple(heads)
    return {t for piece in seen for t in terms.of(piece) if t.startswith(begins)}
