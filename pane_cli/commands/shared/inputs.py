"""What a command reads: FILEs, stdin or stored sessions, each as a log and its view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pane_cli.commands.shared.terminal import say
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Rules
from pane_cli.session.address import matches_id
from pane_cli.session.codec import encode
from pane_cli.session.log import Log
from pane_cli.session.times import sortable
from pane_cli.session.types import Entry, Header, Mark
from pane_cli.view.view import View


class Session(NamedTuple):
    """A session at hand."""

    log: Log
    view: View


class Decided(NamedTuple):
    """What a filter does to a session: the mark it adds, and what it says of it."""

    mark: Mark | None
    message: str


def decided(session: Session, mark: Mark | None, message: str) -> Decided:
    """What was decided; of the store's own session it is said that it is for all."""
    is_for_all = mark is not None and session.log.header.id == "user"
    return Decided(mark, f"{message}, for every session" if is_for_all else message)


def read_sessions(
    files: Iterable[Path] | None,
    rules: Rules,
    agent: str | None = None,
    quiet: bool = False,
    at: int | None = None,
) -> list[Session]:
    """Every session in the inputs, folded; in the order in which they come."""
    from pane_cli.commands.shared.sources import (  # stored ones need none
        Skips,
        input_lines,
    )

    sessions: list[Session] = []
    for (raw, line), path in input_lines(files, agent, Skips(quiet)):
        if isinstance(line, Header):
            log = Log(line, source=path)
            sessions.append(Session(log, View(line, rules, at)))
        elif not sessions:
            raise no_header(path)
        else:
            take(sessions[-1], raw, line)
    _tell_apart([session.log for session in sessions])
    return sessions


def _tell_apart(logs: list[Log]) -> None:
    """Sessions whose short names are the same are called by their whole ids."""
    shared = Counter(log.name for log in logs)
    for log in logs:
        if shared[log.name] > 1:
            log.name = log.header.id


def take(session: Session, raw: bytes, line: object) -> None:
    """One line into a session's log and view."""
    if isinstance(line, Entry):
        session.log.spool(line.n, raw)
    session.view.step(line)  # type: ignore[arg-type]


def filter_sessions(
    files: Iterable[Path] | None,
    rules: Rules,
    stream: BinaryIO,
    decide: Callable[[Session], Decided],
    agent: str | None = None,
    quiet: bool = False,
) -> None:
    """Lines in, the same lines out, and behind each session what `decide` adds.

    Raises PaneError where no session comes in: an empty file is nobody's wish.
    """
    from pane_cli.commands.shared.sources import Skips, input_lines

    current: Session | None = None
    for (raw, line), path in input_lines(files, agent, Skips(quiet)):
        if isinstance(line, Header):
            if current is not None:
                _finish(stream, current, decide, quiet)
            current = Session(Log(line, source=path), View(line, rules))
        elif current is None:
            raise no_header(path)
        else:
            take(current, raw, line)
        stream.write(raw)
    if current is None:
        raise no_session()
    _finish(stream, current, decide, quiet)


def _finish(
    stream: BinaryIO,
    session: Session,
    decide: Callable[[Session], Decided],
    quiet: bool,
) -> None:
    mark, message = decide(session)
    if mark is not None:
        stream.write(encode(mark))
    say(f"{session.log.name}: {message}", quiet)


def no_session() -> PaneError:
    """What an input without a session is answered with."""
    return PaneError(
        "no session in the input",
        "give one as FILE or on standard input; one of the store by -s ID",
    )


def latest(sessions: list[Session]) -> Session:
    """The session with the newest message; of equals the last one read."""
    if not sessions:
        raise no_session()
    # Of equals `max` takes the first it meets.
    return max(reversed(sessions), key=lambda s: sortable(s.view.shape.last_ts))


def select(sessions: list[Session], part: str | None) -> list[Session]:
    """Sessions that `part` names; raises where it names none."""
    if part is None:
        return sessions
    found = [s for s in sessions if matches_id(s.log.header.id, part)]
    if not found:
        known = ", ".join(s.log.name for s in sessions[:8])
        raise PaneError(f"no session {part} here", f"sessions here: {known}")
    return found


def no_header(path: str | None) -> PaneError:
    """The error for session lines that nobody says whose they are."""
    return PaneError(
        f"{path or 'stdin'}: entries before any session header",
        "a stream of session lines begins with its `session` line; keep it",
    )
