"""The facts of sessions: of FILEs, of one stored session, or of the whole store."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from pane_cli.commands.shared.inputs import Session
from pane_cli.commands.shared.reading import Reading
from pane_cli.commands.shared.stored import open_store, stored_session, user_session
from pane_cli.commands.shared.terminal import say
from pane_cli.errors import PaneError
from pane_cli.report.facts import Known
from pane_cli.rules.schema import Rules
from pane_cli.session.address import USER_SESSION
from pane_cli.store.store import Store
from pane_cli.view.facts import Fact

_BLOCK = 1 << 20
#: One of these is in the file of every session that has facts of its own.
_SIGNS = (b"turn.json", b'"kind":"fact"')


def known_facts(reading: Reading, only: str | None) -> list[Known]:
    """Facts by session, those of an entity or of one name alone where asked."""
    if reading.files:
        _refuse_facts(reading.files)
    sessions = reading.named()
    if sessions is None:
        sessions = list(_stored(open_store(reading.store), reading.rules))
    known = [one for one in (_known(s, only) for s in sessions) if one.facts]
    if not known:
        what = f"facts of {only}" if only else "facts"
        say(f"no {what}; agents give them as `pane rules metadata` says", reading.quiet)
    return known


def _refuse_facts(files: list[Path]) -> None:
    """Raise where a FILE is rather the name of a fact, or of an entity."""
    for path in files:
        name = str(path)
        if name != "-" and not path.exists() and "/" not in name:
            hint = f"a fact, or those of an entity: --entity {shlex.quote(name)}"
            raise PaneError(f"{name}: no such FILE", f"{hint}; a session: -s ID")


def _known(session: Session, only: str | None) -> Known:
    log = session.log
    facts = (fact for fact in session.view.facts if _is_asked(fact, only))
    return Known(log.header.id, log.name, tuple(facts))


def _is_asked(fact: Fact, only: str | None) -> bool:
    return only is None or only in (fact.entity, fact.name)


def _stored(store: Store, rules: Rules) -> Iterator[Session]:
    """Sessions with facts of their own, each without what holds for every session."""
    yield user_session(store, rules)
    for id in store.ids():
        if id != USER_SESSION and _has_signs(store.path(id)):
            session = stored_session(store, id, rules)
            session.view.carried = ()
            yield session


def _has_signs(path: Path) -> bool:
    """Whether a fact may be in the file: most sessions need no folding."""
    longest = max(map(len, _SIGNS))
    rest = b""
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            block = rest + block
            if any(sign in block for sign in _SIGNS):
                return True
            rest = block[-longest:]
    return False
