"""Which sessions of a stream an address means: the one it names, or the only one."""

from __future__ import annotations

from collections.abc import Callable

from pane_cli.commands.shared.inputs import Decided, Session
from pane_cli.errors import PaneError
from pane_cli.session.address import matches_id, parse_address


class Meant:
    """Decides for the sessions that a selection means, and passes the others on."""

    def __init__(
        self, decide: Callable[[Session], Decided], selection: str | None
    ) -> None:
        self._decide, self._selection = decide, selection
        self._address = parse_address(selection) if selection else None
        self._seen: list[str] = []
        self._is_found = False

    def decide(self, session: Session) -> Decided:
        """What becomes of one session; raises where it could be another one's."""
        self._seen.append(session.log.name)
        if self._address is None:
            return self._decide(session)
        part = self._address.session
        if part is None and len(self._seen) > 1:
            names = ", ".join(f"{name}{self._selection}" for name in self._seen)
            raise PaneError(f"{self._selection} may be in several sessions", names)
        if part is not None and not matches_id(session.log.header.id, part):
            return Decided(None, f"is not {part}, and passes as it is")
        self._is_found = True
        return self._decide(session)

    def close(self) -> None:
        """Raise where the session that was named did not come."""
        if self._address is not None and self._seen and not self._is_found:
            known = ", ".join(self._seen[:8])
            message = f"no session {self._address.session} here"
            raise PaneError(message, f"sessions here: {known}")
