"""What was told of one fact, in order: which value stands, and what becomes of others.

The newest stands, but nothing that an agent says stands over what the user set. What is
told is never dropped, only marked.
"""

from __future__ import annotations

from typing import NamedTuple

USERS = "the user set another"
FORGOTTEN = "the user forgot it"
REWOUND = "rewound"


class Told(NamedTuple):
    """One thing that was told of a fact, and what came of it."""

    value: str | None
    """None: that it be forgotten."""
    by: str
    n: int = 0
    """The reply; 0: a mark says it."""
    mark: int = 0
    turn: int | None = None
    ts: str | None = None
    is_carried: bool = False
    """It stands in the session `user`, for every session of the store."""
    contradicts: int | None = None
    """Place of the value that it speaks against, among all that was told."""
    superseded: int | None = None
    """Place of what took its place."""
    why: str = ""
    """Why it never stood: one of USERS, FORGOTTEN, REWOUND."""


class Ledger:
    """What was told of one fact so far."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.place: int | None = None
        self._gone: set[str] = set()
        """Values that the user forgot: an agent that repeats one says nothing new."""

    def take(self, new: Told, turns: int) -> None:
        """Take one in; a value that is said again is no other value."""
        before = None if self.place is None else self.told[self.place]
        is_agents = new.by != "user"
        is_users = before is not None and before.by == "user"
        if new.why:
            self.told.append(new)
        elif self._is_repeated(new, before):
            return
        elif is_agents and is_users:
            against = None if new.value is None else self.place
            self.told.append(new._replace(why=USERS, contradicts=against))
        elif new.value is None:
            self._forget(new)
        elif is_agents and new.value in self._gone:
            self.told.append(new._replace(why=FORGOTTEN))
        else:
            is_near = is_agents and _is_near(before, new, turns)
            self._stand(new._replace(contradicts=self.place if is_near else None))

    def _is_repeated(self, new: Told, before: Told | None) -> bool:
        last = self.told[-1] if self.told else None
        if before is not None and before.value == new.value:
            return before.by == new.by or new.by != "user"
        if last is None or last.why == REWOUND:
            return False
        return (last.value, last.by) == (new.value, new.by)

    def _stand(self, new: Told) -> None:
        self._supersede()
        self.place = len(self.told)
        self.told.append(new)

    def _forget(self, new: Told) -> None:
        if new.by == "user":
            self._gone.update(one.value for one in self.told if one.value is not None)
        self._supersede()
        self.place = None
        self.told.append(new)

    def _supersede(self) -> None:
        if self.place is not None:
            old = self.told[self.place]
            self.told[self.place] = old._replace(superseded=len(self.told))


def _is_near(before: Told | None, new: Told, turns: int) -> bool:
    if before is None or before.turn is None or new.turn is None:
        return False
    return new.turn - before.turn <= turns
