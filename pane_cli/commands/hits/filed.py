"""A FILE or stdin on its way to search: read whole, in part, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pane_cli.commands.shared.opening import open_inputs
from pane_cli.commands.shared.sources import Skips
from pane_cli.errors import PaneError
from pane_cli.search.glimpse import words_in
from pane_cli.search.parts import Part, part_of
from pane_cli.search.prefilter import Prefilter
from pane_cli.session.log import Log
from pane_cli.session.times import sortable
from pane_cli.session.types import Amend, Entry, Header, Line
from pane_cli.transcripts.source import is_packed
from pane_cli.transcripts.streams import read_lines, require_known
from pane_cli.transcripts.transcribe import Skip

if TYPE_CHECKING:
    from pane_cli.store.keeping import Files
    from pane_cli.store.transcribed import Kept, Watch


class Filed(NamedTuple):
    """A FILE as a source of sessions."""

    path: Path
    agent: str | None
    quiet: bool
    takes: Callable[[Header], bool]
    """Whether a session is searched."""
    files: Files | None = None
    """Where transcribed FILEs are kept."""

    def parts(self, prefilter: Prefilter | None) -> list[Part] | None:
        """Its sessions; None where the prefilter lets nothing of it through.

        What is not read is not judged: damage in it is not named.
        """
        kept = self.files.find(self.path, self.agent) if self.files else None
        if kept is not None:
            return self._kept(kept, prefilter)
        if prefilter is not None and self.path.is_file() and not is_packed(self.path):
            with self.path.open("rb") as file:
                may_match = prefilter.passes(file)
            if not may_match:
                for stream, name, _ in open_inputs([self.path]):
                    require_known(stream, name, self.agent)
                return None
        skips = Skips(self.quiet)
        watch = self._watch()
        parts = _parts(self._lines(skips, watch), str(self.path))
        skips.close()
        if watch and self.files and len(parts) == 1:
            self.files.watched(watch, self.agent, parts[0])
        return [part for part in parts if self.takes(part.log.header)]

    def words(self, terms: Sequence[str]) -> set[bytes]:
        """Words in its bytes; only a FILE that `parts` told by these is asked."""
        kept = self.files.find(self.path, self.agent) if self.files else None
        if kept is not None:
            return words_in(BytesIO(kept.lines), terms)
        with self.path.open("rb") as file:
            return words_in(file, terms)

    def _lines(self, skips: Skips, watch: Watch | None) -> Iterator[Line]:
        for stream, name, path in open_inputs([self.path]):
            for item in read_lines(stream, name, path, self.agent, watch):
                if isinstance(item, Skip):
                    skips.add(item)
                else:
                    yield item

    def _watch(self) -> Watch | None:
        if self.files is None or not self.files.is_for(self.path):
            return None
        from pane_cli.store.transcribed import Watch  # small FILEs are read again

        return Watch(self.path)

    def _kept(self, kept: Kept, prefilter: Prefilter | None) -> list[Part] | None:
        """The session that a FILE became, as `parts` gives it."""
        hot = _Hot(kept)
        if prefilter is not None and not hot(prefilter):
            return None
        header = msgspec.structs.replace(kept.header, source=str(self.path))
        log = Log(header, source=header.source)
        log.hold(kept.lines, kept.offsets, kept.lengths)
        log.amends = kept.amends
        part = Part(log, kept.last, kept.listed, hot)
        return [part] if self.takes(header) else []


class _Hot:
    """Which entries of a kept FILE may match, told from the bytes of their lines."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._for: Prefilter | None = None
        self._hot: set[int] = set()

    def __call__(self, prefilter: Prefilter) -> set[int]:
        """Their numbers."""
        if prefilter is not self._for:
            # Entry n is line n of them.
            told = enumerate(prefilter.hot(self._kept.lines), 1)
            self._hot = {n for n, is_hot in told if is_hot}
            self._for = prefilter
        return self._hot


def _parts(lines: Iterator[Line], name: str) -> list[Part]:
    """Each session with the time of its last message."""
    source = None if name == "-" else name
    logs: list[Log] = []
    lasts: list[str] = []
    for line in lines:
        if isinstance(line, Header):
            logs.append(Log(line, source=source))
            lasts.append(line.started or "")
        elif not logs:
            raise PaneError(f"{source or 'stdin'}: entries before any session header")
        elif isinstance(line, Entry):
            logs[-1].keep(line, line.src[2] if line.src else 0)
            if (
                line.kind != "note"
                and line.ts
                and sortable(line.ts) > sortable(lasts[-1])
            ):
                lasts[-1] = line.ts
        elif isinstance(line, Amend):
            logs[-1].amends.append(line)
    return [part_of(*item) for item in zip(logs, lasts, strict=True)]
