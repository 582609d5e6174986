"""Writes documents into an index, whatever engine it is of, and its state with them."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import msgspec

from pane_cli.search.documents import Text
from pane_cli.search.engine import Unusable
from pane_cli.search.state import Part, State, state_of, state_path


class Writer(Protocol):
    """The one writer of an index: it is locked from the beginning to `close`."""

    @property
    def generation(self) -> int:
        """What was committed last; 0: nothing yet."""

    @property
    def next_generation(self) -> int:
        """What the next commit makes of it."""

    @property
    def waiting(self) -> int:
        """Documents that were added since the last commit."""

    @property
    def is_full(self) -> bool:
        """Whether a commit is due, to save memory."""

    def add(self, text: Text, tools: list[str]) -> None:
        """The next document; those of one session come in order.

        `tools` are the names known so far, to which new ones are added.
        """

    def commit(self) -> None:
        """Make what was added found."""

    def close(self) -> None:
        """Drop what was not committed, release the lock."""


class Writing:
    """Writes documents into an index. Use `with`; raises Unusable."""

    def __init__(self, folder: Path, version: str, writer: Writer) -> None:
        """Closes the writer where it fails."""
        self._folder = folder
        self._writer = writer
        self.added = 0
        """Documents since the beginning."""
        generation = writer.generation
        try:
            is_new = not generation
            self.state = (
                State(version) if is_new else state_of(folder, generation, version)
            )
        except Unusable:
            writer.close()
            raise
        self._keep(state_path(folder, generation))  # a killed writer left another

    def __enter__(self) -> Writing:
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()

    @property
    def is_full(self) -> bool:
        """Whether a commit is due."""
        return self._writer.is_full

    def add(self, part: Part, text: Text) -> None:
        """The next document of a session."""
        self._writer.add(text, self.state.tools)
        part.documents += 1
        part.characters += len(text.body)
        self.added += 1

    def commit(self) -> None:
        """Write what was added, with the state as it is now."""
        if not self._writer.waiting:
            return
        # The state is there before the generation it belongs to: whoever dies between
        # the two leaves the old generation with its own state.
        predicted = self._writer.next_generation
        path = state_path(self._folder, predicted)
        path.write_bytes(msgspec.json.encode(self.state))
        self._writer.commit()
        if self._writer.generation != predicted:
            path = path.replace(state_path(self._folder, self._writer.generation))
        self._keep(path)

    def _keep(self, path: Path) -> None:
        """Delete all states but this one."""
        for old in self._folder.glob("state-*.json"):
            if old != path:
                old.unlink(missing_ok=True)
