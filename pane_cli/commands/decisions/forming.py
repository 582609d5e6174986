"""A decision on its way into a session: an eviction says what contexts then show."""

from __future__ import annotations

from pane_cli.commands.shared.inputs import Session
from pane_cli.commands.shared.rendering import cleaned, redactor
from pane_cli.session.types import Mark


def shown(mark: Mark | None, session: Session) -> Mark | None:
    """The mark; of an eviction, with what contexts will show of what is out."""
    if mark is None or mark.kind != "evict":
        return mark
    from pane_cli.assemble.forms import with_forms

    fetch = cleaned(session.log.entry, redactor(session.view.rules))
    return with_forms(mark, session.view, fetch)
