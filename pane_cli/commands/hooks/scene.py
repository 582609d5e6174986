"""The session of an event as it is stored, and what its blocks are made from."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pane_cli.agents.blocks import Scene
from pane_cli.agents.document import limits
from pane_cli.agents.event import Event
from pane_cli.agents.memory import Memory
from pane_cli.agents.recalled import NOTHING, Answered
from pane_cli.commands.shared.rendering import cleaned, redactor
from pane_cli.rules.schema import Rules
from pane_cli.session.address import USER_SESSION
from pane_cli.session.types import Entry, Header
from pane_cli.store import folds
from pane_cli.store.naming import Unfinished
from pane_cli.store.store import Store
from pane_cli.store.user import carried_marks
from pane_cli.view.view import View

if TYPE_CHECKING:
    from pane_cli.agents.asked import Asking
    from pane_cli.commands.hooks.before import Before
    from pane_cli.text.terms import Terms

#: Notes that stand where a window was compacted.
_BOUNDARIES = ("compact-summary", "compact_boundary")


class Stored:
    """One session; nothing is read before it is asked for."""

    def __init__(
        self, store: Store, event: Event, rules: Rules, id: str, named: Path | None
    ) -> None:
        """`named` is the folder that `--store` says."""
        self.store, self.event, self.rules = store, event, rules
        self._id, self._named = id, named

    @cached_property
    def reading(self) -> folds.Reading | None:
        """The stored session; None where it is not stored."""
        return self._folded(self._id)

    def fold(self) -> None:
        """Fold what is new now, so that later commands need not."""
        self._folded(self._id)

    @cached_property
    def view(self) -> View:
        """Its view; without an entry where it is not stored."""
        if self.reading is not None:
            return self._with_carried(self.reading.view)
        return self._empty(self.event.session)

    @cached_property
    def boundary(self) -> int:
        """The newest entry that says the window was compacted; 0: none."""
        found = (row.n for row in self.view.rows[::-1] if row.what in _BOUNDARIES)
        return next((n for n in found if n not in self.view.off), 0)

    def text(self, n: int) -> str:
        """The text of an entry."""
        assert self.reading is not None, "who has an entry is stored"
        return self.reading.log.text(n)

    def scene(
        self, query: str, found: Answered = NOTHING, is_lost: bool = False
    ) -> Scene:
        """What blocks are made from; `is_lost`: nothing stands in the window yet."""
        first = self.view.last if is_lost else self.boundary
        return Scene(
            self.view,
            cleaned(self._entry, self._clean),
            self._clean,
            range(first + 1, self.view.last + 1),
            found.hits,
            limits(self.event, self.rules.hook).size(),
            query,
            lambda: self._before.handoff(self._suffix),
            self._suffix,
            found.absent,
        )

    def first_scene(self) -> Scene:
        """What is known before any session is read: the user's pins."""
        view = self._empty(USER_SESSION)
        return Scene(view, self._entry, self._clean)

    @property
    def asks(self) -> bool:
        """Whether the prompt has words enough to be about something."""
        return len(self._asking.words) >= (self.rules.hook.recall.terms or 1)

    def recalled(self, memory: Memory, boundary: int) -> Answered:
        """What the prompt's rare words find outside the window."""
        view = self.view
        if not (self.rules.hook.recall.terms and self.asks):
            return NOTHING
        from pane_cli.commands.hooks.recall import Asked, Window, recall_for

        off, shown = frozenset(view.off), frozenset(memory.shown)
        window = Window(view.header.id, boundary, off, shown)
        folder = view.header.cwd or self.event.cwd or str(Path.cwd())
        asked = Asked(self._asking, self._terms, folder)
        return recall_for(asked, self.store, self.rules, self._clean, window)

    @cached_property
    def _terms(self) -> Terms:
        from pane_cli.text.terms import Terms  # starts and ends of sessions need none

        return Terms(self.rules.recall.language)

    @cached_property
    def _asking(self) -> Asking:
        """What the prompt asks for."""
        from pane_cli.agents.asked import Asking, asking_of

        if self.event.moment != "prompt":
            return Asking((), {})
        return asking_of(self.event.prompt, self._terms)

    def _empty(self, id: str) -> View:
        return self._with_carried(View(Header("session", 1, id, ""), self.rules))

    def _with_carried(self, view: View) -> View:
        """With what the user decided for every session of the store."""
        view.carried = carried_marks(self.store)
        return view

    def _folded(self, id: str) -> folds.Reading | None:
        try:
            path, kept = self.store.path(id), self.store.folds_path(id)
            return folds.read(path, kept, self.rules)
        except (FileNotFoundError, Unfinished):
            return None  # not yet: another process may be making it

    def _entry(self, n: int) -> Entry:
        assert self.reading is not None, "who has an entry is stored"
        return self.reading.log.entry(n)

    @cached_property
    def _clean(self) -> Callable[[str], str]:
        """Takes secrets out; made once there is a text to clean."""
        made: list[Callable[[str], str]] = []

        def clean(text: str) -> str:
            if not made:
                made.append(redactor(self.rules))
            return made[0](text)

        return clean

    @cached_property
    def _before(self) -> Before:
        """The session before this one."""
        from pane_cli.commands.hooks.before import Before  # who starts has use for it

        return Before(self.store, self.event, self.rules)

    @property
    def _suffix(self) -> str:
        """Behind a command, so that it reads the same store."""
        return f" --store {shlex.quote(str(self._named))}" if self._named else ""
