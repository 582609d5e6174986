"""Where a decision is written: the session, or `user`, for every session of the store.

The user's named pins, and what the user sets of the user, belong to no one session.
What an agent decides holds where it was decided, and nowhere else.
"""

from __future__ import annotations

from pane_cli.commands.shared.inputs import Session
from pane_cli.commands.shared.stored import user_session
from pane_cli.errors import PaneError
from pane_cli.session.address import USER_SESSION
from pane_cli.store.store import Store
from pane_cli.view.decisions import Note
from pane_cli.view.metadata import USER
from pane_cli.view.setting import Wish, find


def pin_holders(store: Store, session: Session, note: Note) -> list[Session]:
    """The sessions that a note is written into; a pin goes wherever it stands."""
    name = note.text if note.remove else note.name
    if session.log.header.id == USER_SESSION:
        _only_the_user(note.by)
        if name is None:
            hint = "--name NAME, or -s ID for one session alone"
            raise PaneError("a pin for every session needs a name", hint)
    if note.by != "user" or name is None or session.log.header.id == USER_SESSION:
        return [session]
    user = user_session(store, session.view.rules)
    if not note.remove:
        return [user]
    return [
        holder
        for holder in (session, user)
        if any(pin.name == name for pin in holder.view.decisions.pins())
    ] or [session]


def fact_holder(store: Store, session: Session, wish: Wish) -> Session:
    """The session that a fact is written into."""
    if session.log.header.id == USER_SESSION:
        _only_the_user(wish.by)
        return session
    if wish.by != "user":
        return session
    fact = find(session.view, wish)
    standing = fact.standing if fact is not None else None
    is_for_all = standing is not None and standing.is_carried
    if is_for_all or (wish.entity == USER and wish.value is not None):
        return user_session(store, session.view.rules)
    return session


def _only_the_user(by: str) -> None:
    if by != "user":
        raise PaneError(f"only the user decides for every session, not {by}", "-s ID")
