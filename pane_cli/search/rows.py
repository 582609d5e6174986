"""Writes documents into a Whoosh index, thousands of them as one row."""

from __future__ import annotations

from pathlib import Path

from pane_cli.search.chunks import Chunk
from pane_cli.search.documents import Text
from pane_cli.search.index import Writer
from pane_cli.text.terms import Terms


class RowWriter:
    """Adds documents to the index in a folder: a row, and a segment, a commit."""

    def __init__(self, folder: Path, terms: Terms) -> None:
        """Raises Locked, or Unusable."""
        self._writer = Writer(folder)
        self._terms = terms
        self._chunk = Chunk(terms)

    @property
    def generation(self) -> int:
        """What was committed last; 0: nothing yet."""
        return self._writer.generation

    @property
    def next_generation(self) -> int:
        """What the next commit makes of it."""
        return self._writer.generation + 1

    @property
    def waiting(self) -> int:
        """Documents that were added since the last commit."""
        return len(self._chunk)

    @property
    def is_full(self) -> bool:
        """Whether a commit is due, to save memory."""
        return self._chunk.is_full

    def add(self, text: Text, tools: list[str]) -> None:
        """The next document; those of one session come in order."""
        self._chunk.add(text)

    def commit(self) -> None:
        """Make what was added found."""
        self._writer.add(self._chunk.postings(), self._chunk.facts())
        self._writer.commit()
        self._chunk = Chunk(self._terms)

    def close(self) -> None:
        """Drop what was not committed, release the lock."""
        self._writer.close()
