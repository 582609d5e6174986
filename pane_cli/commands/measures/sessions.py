"""Sessions to evaluate, one in memory at a time: what `pane evaluate` reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from pane_cli.commands.shared.inputs import no_header
from pane_cli.commands.shared.sources import Skips, input_lines
from pane_cli.commands.shared.stored import recall_command
from pane_cli.commands.shared.terminal import say
from pane_cli.errors import PaneError
from pane_cli.evaluate.subject import Subject
from pane_cli.rules.schema import Rules
from pane_cli.session.log import Log
from pane_cli.session.types import Header, Line
from pane_cli.text.counts import counted
from pane_cli.transcripts.transcribe import UnknownFormat


class Reading(NamedTuple):
    """How FILEs become subjects."""

    rules: Rules
    clean: Callable[[str], str]
    agent: str | None
    min_calls: int
    quiet: bool


class Subjects:
    """The sessions of FILEs, those with enough calls; the others are named."""

    def __init__(self, files: list[Path], reading: Reading) -> None:
        self.left_out: list[tuple[str, str]] = []
        """Name and reason of each session that was not used, once read."""
        self._files, self._reading = files, reading
        self._is_said = False

    def read(self) -> Iterator[Subject]:
        """Every session with enough calls, in the order of the FILEs."""
        for path in self._files:
            found = None
            try:
                for found in self._read_file(path):
                    if self._is_long_enough(found):
                        yield found
            except UnknownFormat:
                if len(self._files) == 1:
                    raise
                self.leave_out(str(path), "of no known format")
                continue
            if found is None:
                self.leave_out(str(path), "no session in it")
        self._is_said = True

    def leave_out(self, name: str, why: str) -> None:
        """Name what is not used; a second reading does not say it again."""
        if not self._is_said:
            self.left_out.append((name, why))
            say(f"{name}: left out, {why}", self._reading.quiet)

    def _is_long_enough(self, subject: Subject) -> bool:
        calls, least = len(subject.calls), self._reading.min_calls
        if calls < least:
            self.leave_out(
                subject.name, f"{counted(calls, 'call')}, --min-calls {least}"
            )
        return calls >= least

    def _read_file(self, path: Path) -> Iterator[Subject]:
        skips = Skips(self._reading.quiet or self._is_said)
        header: Header | None = None
        lines: list[Line] = []
        for (_, line), _source in input_lines([path], self._reading.agent, skips):
            if isinstance(line, Header):
                if header is not None:
                    yield self._subject(path, header, lines)
                header, lines = line, []
            elif header is None:
                raise no_header(str(path))
            else:
                lines.append(line)
        if header is not None:
            yield self._subject(path, header, lines)

    def _subject(self, path: Path, header: Header, lines: list[Line]) -> Subject:
        source = None if str(path) == "-" else str(path)
        log = Log(header, source=source)
        name = f"{source or 'stdin'} ({log.name})"
        rules, clean = self._reading.rules, self._reading.clean
        return Subject(name, header, lines, rules, clean, recall_command(log))


def nothing_usable(subjects: Subjects) -> PaneError:
    """The error where no session could be measured."""
    return PaneError(
        f"no session to measure; {len(subjects.left_out)} left out",
        "name longer sessions, or take shorter ones too: --min-calls 20",
        1,
    )


def numbers(option: str, text: str, example: str, low: int, high: int) -> list[int]:
    """The numbers of an option like `2000,4000`; raises where one can't be."""
    try:
        found = sorted({int(part) for part in text.split(",")})
    except ValueError:
        found = []
    if not found or not low <= found[0] <= found[-1] <= high:
        raise PaneError(
            f"{option} {text}: not whole numbers from {low} to {high:,}",
            f"with commas between them: {option} {example}",
        )
    return found
