"""Sessions as the command line names them: of FILEs, of stdin, of the store."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pane_cli.commands.shared.asked import Asked
from pane_cli.commands.shared.at import at_entry, scope_at
from pane_cli.commands.shared.inputs import Session, read_sessions, select
from pane_cli.commands.shared.stored import open_store, stored_session
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Rules


class Reading(NamedTuple):
    """What the command line says of the sessions to read."""

    files: list[Path] | None
    session: str | None
    at: str | None
    agent: str | None
    store: Path | None
    rules: Rules
    quiet: bool

    @classmethod
    def of(cls, asked: Asked, at: str | None, rules: Rules) -> Reading:
        """What a plain command line says of them."""
        files, session, agent = asked.files, asked.session, asked.agent
        return cls(files, session, at, agent, asked.store, rules, asked.quiet)

    def named(self) -> list[Session] | None:
        """The sessions that FILEs, `-s` or `--at` name; None: all of the store.

        Raises PaneError where `--at` names an entry of no session, or of several.
        """
        part, entry = at_entry(self.at)
        name = self.session or part
        if self.files:
            sessions = select(self._read(entry), name)
        elif name:
            sessions = select([self._stored(name, entry)], part)
        elif self.at is not None:
            raise PaneError(
                f"--at {self.at}: of which session?", "--at ID#120, or -s ID"
            )
        else:
            return None
        scope_at(sessions, name, entry)
        return sessions

    def at_hand(self) -> tuple[list[Session], list[Session]]:
        """The stored session, else those of FILEs or stdin; and which are meant.

        Beside FILEs, `-s` names one of their sessions.
        """
        part, entry = at_entry(self.at)
        if self.session is not None and not self.files:
            sessions = [self._stored(self.session, entry)]
            meant = select(sessions, part)
        else:
            sessions = self._read(entry)
            meant = select(select(sessions, self.session), part)
        scope_at(meant, part, entry)
        return sessions, meant

    def _read(self, at: int | None) -> list[Session]:
        return read_sessions(self.files, self.rules, self.agent, self.quiet, at)

    def _stored(self, name: str, at: int | None) -> Session:
        return stored_session(open_store(self.store), name, self.rules, at)
