"""What the session `user` of a store holds for all the others."""

from __future__ import annotations

from pane_cli.session.address import USER_SESSION
from pane_cli.session.log import scan
from pane_cli.session.types import Mark
from pane_cli.store.store import Store
from pane_cli.view.carried import is_carried


def carried_marks(store: Store) -> tuple[Mark, ...]:
    """The user's named pins and facts, in the order in which they were decided."""
    path = store.path(USER_SESSION)
    if not path.exists():
        return ()
    lines = (line for _, _, line in scan(path))
    return tuple(line for line in lines if isinstance(line, Mark) and is_carried(line))
