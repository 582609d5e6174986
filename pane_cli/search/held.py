"""Sessions read from FILEs or a pipe, searched in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pane_cli.search.corpus import Shelf, terms_in
from pane_cli.search.documents import Document, Reading, Text, session_of
from pane_cli.search.engine import Engine
from pane_cli.search.memory import Scan
from pane_cli.search.rank import Question
from pane_cli.session.log import Log
from pane_cli.session.types import Entry
from pane_cli.text.terms import Terms


class Held:
    """Logs with their shelves, the session with the newest message first."""

    def __init__(self, sessions: Sequence[tuple[Log, Shelf]], terms: Terms) -> None:
        self._sessions = sessions
        self._terms = terms

    def engine(self, questions: Iterable[Question]) -> Engine:
        """An engine that can answer these questions."""
        asked = list(questions)
        wanted = {term for question in asked for term in question.terms}
        scan = Scan(self._terms, wanted, any(question.days for question in asked))
        for text in self.texts():
            scan.add(text)
        return scan

    def vocabulary(self, heads: Sequence[str]) -> set[str]:
        """Every term that begins with one of `heads`."""
        return terms_in(self.texts(), heads, self._terms)

    def texts(self) -> Iterator[Text]:
        """Every document, session after session."""
        for number, (log, _) in enumerate(self._sessions):
            reading = Reading(number)
            for entry in log.entries():
                text = reading.text(entry, entry.n)
                if text is not None:
                    yield text

    def shelves(self) -> dict[int, Shelf]:
        """The sessions by number."""
        return {number: shelf for number, (_, shelf) in enumerate(self._sessions)}

    def log(self, session: int) -> Log:
        """A session with its entries by number."""
        return self._sessions[session][0]

    def entry(self, document: Document) -> Entry:
        """The entry of a document."""
        return self.log(session_of(document.key)).entry(document.offset)
