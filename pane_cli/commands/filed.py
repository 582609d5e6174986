"""A FILE or stdin on its way to search: read whole, in part, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pane_cli.commands.opening import open_inputs
from pane_cli.commands.sources import Skips
from pane_cli.errors import PaneError
from pane_cli.search.glimpse import words_in
from pane_cli.search.held import Part
from pane_cli.search.prefilter import Prefilter
from pane_cli.session.log import Log
from pane_cli.session.types import Amend, Entry, Header, Line
from pane_cli.transcripts.source import is_packed
from pane_cli.transcripts.streams import read_lines, require_known
from pane_cli.transcripts.transcribe import Skip


class Filed(NamedTuple):
    """A FILE as a source of sessions."""

    path: Path
    agent: str | None
    quiet: bool
    takes: Callable[[Header], bool]
    """Whether a session is searched."""

    def parts(self, prefilter: Prefilter | None) -> list[Part] | None:
        """Its sessions; None where the prefilter lets nothing of it through.

        What is not read is not judged: damage in it is not named.
        """
        if prefilter is not None and self.path.is_file() and not is_packed(self.path):
            with self.path.open("rb") as file:
                may_match = prefilter.passes(file)
            if not may_match:
                for stream, name, _ in open_inputs([self.path]):
                    require_known(stream, name, self.agent)
                return None
        skips = Skips(self.quiet)
        parts = _parts(self._lines(skips), str(self.path))
        skips.close()
        return [part for part in parts if self.takes(part.log.header)]

    def words(self, terms: Sequence[str]) -> set[bytes]:
        """Words in its bytes; only a FILE that `parts` told by these is asked."""
        with self.path.open("rb") as file:
            return words_in(file, terms)

    def _lines(self, skips: Skips) -> Iterator[Line]:
        for stream, name, path in open_inputs([self.path]):
            for item in read_lines(stream, name, path, self.agent):
                if isinstance(item, Skip):
                    skips.add(item)
                else:
                    yield item


def _parts(lines: Iterator[Line], name: str) -> list[Part]:
    """Each session with the time of its last message."""
    source = None if name == "-" else name
    parts: list[Part] = []
    for line in lines:
        if isinstance(line, Header):
            parts.append(Part(Log(line, source=source), line.started or ""))
        elif not parts:
            raise PaneError(f"{source or 'stdin'}: entries before any session header")
        elif isinstance(line, Entry):
            log, last = parts[-1]
            log.keep(line, line.src[2] if line.src else 0)
            if line.kind != "note" and line.ts and line.ts > last:
                parts[-1] = Part(log, line.ts)
        elif isinstance(line, Amend):
            parts[-1].log.amends.append(line)
    return parts
