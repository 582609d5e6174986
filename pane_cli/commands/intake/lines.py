"""`pane ingest -c`: session lines of transcripts on standard output."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from pane_cli.commands.shared.opening import Source, open_inputs
from pane_cli.commands.shared.sources import Skips, of_unknown_type
from pane_cli.commands.shared.terminal import say
from pane_cli.errors import PaneError
from pane_cli.session.types import Entry, Header
from pane_cli.store.walk import Found, Missing, walk
from pane_cli.transcripts.known_types import unknown_type
from pane_cli.transcripts.source import open_source, plain_name
from pane_cli.transcripts.streams import session_lines
from pane_cli.transcripts.transcribe import Skip, UnknownFormat

_CHUNK = 1 << 18


def print_lines(
    paths: list[Path] | None,
    agent: str | None,
    stream: BinaryIO,
    skips: Skips,
    is_verbose: bool = False,
) -> int:
    """Every session line of every PATH, or of stdin; returns the exit status."""
    printer = _Printer(agent, stream, skips, is_verbose)
    for path in paths or [Path("-")]:
        if str(path) == "-":
            printer.stdin()
        else:
            for found in walk([path]):
                printer.file(found)
    skips.close()
    if printer.unknown:
        say(of_unknown_type(printer.unknown), skips.is_quiet)
    return printer.status


class _Printer:
    """Prints one source after the other."""

    def __init__(
        self, agent: str | None, stream: BinaryIO, skips: Skips, is_verbose: bool
    ) -> None:
        self.status = 0
        self.unknown = 0
        """Entries of types that pane does not know."""
        self._agent, self._stream = agent, stream
        self._skips, self._is_verbose = skips, is_verbose

    def stdin(self) -> None:
        """What is piped in; one that says nothing is no error."""
        for source in open_inputs(None):
            self._copy(source, is_named=True)

    def file(self, found: Found | Missing) -> None:
        """One file; what is wrong with it does not stop the others."""
        if isinstance(found, Missing):
            self._failed(f"{found.shown}: {found.problem}", "", found.is_named)
            return
        try:
            with open_source(found.path) as opened:
                source = Source(opened, plain_name(found.path), found.shown)
                self._copy(source, found.is_named)
        except BrokenPipeError:
            raise
        except OSError as error:
            problem = f"{found.shown}: {error.strerror or error}"
            self._failed(problem, "", found.is_named)

    def _copy(self, source: Source, is_named: bool) -> None:
        skipped = self._skips.count
        try:
            has_lines = self._lines(source)
        except UnknownFormat as error:
            if is_named or self._is_verbose:
                self._failed(str(error), error.hint, is_named)
            return
        if not has_lines and self._skips.count > skipped:
            where = source.path or source.name
            self._failed(f"{where}: no record could be read", "", is_named)

    def _lines(self, source: Source) -> bool:
        """Lines in chunks; whether there were any."""
        buffer, size, has_lines = [], 0, False
        try:
            for raw in self._read(source):
                buffer.append(raw)
                size += len(raw)
                if size > _CHUNK:
                    self._write(b"".join(buffer))
                    buffer, size, has_lines = [], 0, True
        finally:
            self._write(b"".join(buffer))  # also before a source turned out damaged
        return has_lines or bool(buffer)

    def _read(self, source: Source) -> Iterator[bytes]:
        """Each line; what could not be read, and what nobody knows, is counted."""
        stream, name, path = source
        agent = None
        for item in session_lines(stream, name, path, self._agent):
            if isinstance(item, Skip):
                self._skips.add(item)
                continue
            line = item.line
            if isinstance(line, Header):
                agent = line.agent
            elif isinstance(line, Entry) and unknown_type(agent, line):
                self.unknown += 1
            yield item.raw

    def _write(self, lines: bytes) -> None:
        try:
            self._stream.write(lines)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise PaneError(f"output: {error.strerror or error}") from error

    def _failed(self, problem: str, hint: str, is_named: bool) -> None:
        say(problem)
        if hint and is_named:
            say(hint)
        if is_named:
            self.status = 2
