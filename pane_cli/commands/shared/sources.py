"""Inputs as session lines, and what of them could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pane_cli.commands.shared.opening import open_inputs
from pane_cli.commands.shared.terminal import say
from pane_cli.transcripts.streams import RawLine, session_lines
from pane_cli.transcripts.transcribe import Skip


class Skips:
    """Counts what could not be read and names it on stderr; never changes the exit."""

    NAMED = 5
    """Damaged lines named one by one on stderr; the rest is counted."""

    def __init__(self, quiet: bool = False, named: int | None = NAMED) -> None:
        self.count = 0
        self.is_quiet = quiet
        self._named = named
        """None: every one."""

    def add(self, skip: Skip) -> None:
        """Count one."""
        self.count += 1
        if self._named is None or self.count <= self._named:
            where = f"{skip.source}:{skip.line}"
            say(f"{where}: skipped, {skip.problem}", self.is_quiet)

    def close(self) -> None:
        """Say how many were not named."""
        if self._named is not None and self.count > self._named:
            say(f"{self.count - self._named} more lines skipped", self.is_quiet)


def of_unknown_type(count: int) -> str:
    """What is said of records that are kept, and that nobody knows."""
    records = "1 record" if count == 1 else f"{count:,} records"
    return f"{records} of unknown type (pane check says which)"


def input_lines(
    files: Iterable[Path] | None, agent: str | None, skips: Skips
) -> Iterator[tuple[RawLine, str | None]]:
    """Every session line of every input, and the FILE it came from."""
    for stream, name, path in open_inputs(files):
        for item in session_lines(stream, name, path, agent):
            if isinstance(item, Skip):
                skips.add(item)
            else:
                yield item, path
    skips.close()
