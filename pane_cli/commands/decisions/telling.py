"""A fact on its way into a stored session, or behind the lines that pass."""

from __future__ import annotations

from pathlib import Path

from pane_cli.commands.shared.inputs import Decided, Session, decided, filter_sessions
from pane_cli.commands.shared.settings import rules_for
from pane_cli.commands.shared.terminal import output
from pane_cli.errors import PaneError
from pane_cli.view.setting import Wish, decide_fact, split_name


class Telling:
    """A fact to set or to forget (`value` None)."""

    def __init__(self, name: str, value: str | None, by: str, ts: str) -> None:
        if by not in ("user", "agent"):
            raise PaneError(f"--by {by}: nobody says so", "--by user or --by agent")
        split_name(name)  # raises before anything is read
        self._name, self._value, self._by, self._ts = name, value, by, ts

    def write(
        self,
        files: list[Path] | None,
        session: str | None,
        agent: str | None,
        folder: Path | None,
        out: Path | None,
        quiet: bool,
    ) -> int:
        """Into the stored session, or behind the lines that pass."""
        rules = rules_for(folder).rules
        if session is not None:
            from pane_cli.commands.decisions.carrying import fact_holder
            from pane_cli.commands.shared.stored import append, named_alone

            store, stored = named_alone(folder, session, rules, files)
            holder = fact_holder(store, stored, self._wish(stored))
            append(store, holder, self._decide, quiet)
            return 0
        with output(out) as stream:
            filter_sessions(files, rules, stream, self._decide, agent, quiet)
        return 0

    def _wish(self, session: Session) -> Wish:
        entity, key = split_name(self._name, session.view.facts)
        return Wish(entity, key, self._value, self._by, self._ts)

    def _decide(self, session: Session) -> Decided:
        return decided(session, *decide_fact(session.view, self._wish(session)))
