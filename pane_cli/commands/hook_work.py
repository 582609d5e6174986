"""What `pane hook` does at an event: read what is new, add what is missing."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import msgspec

from pane_cli.agents.blocks import Scene, blocks_of, carried, joined
from pane_cli.agents.document import document, limits, within
from pane_cli.agents.event import Event
from pane_cli.agents.memory import Memory, is_muted, opened, sum_of
from pane_cli.assemble.context import Recalled
from pane_cli.commands.hook_memory import remember, remembered
from pane_cli.commands.hooking import Asked, Progress
from pane_cli.commands.rendering import cleaned, redactor
from pane_cli.commands.settings import rules_for, store_folder
from pane_cli.rules.schema import Rules, Section
from pane_cli.session.types import Entry
from pane_cli.store import folds
from pane_cli.store.store import USER, Store
from pane_cli.view.view import View

#: Notes that stand where a window was compacted.
_BOUNDARIES = ("compact-summary", "compact_boundary")


def work(event: Event, asked: Asked, progress: Progress) -> None:
    """Do what is to be done, and put down in `progress` what there is to print."""
    if event.cwd is not None:
        with suppress(OSError):  # a folder that is gone has no rules
            os.chdir(event.cwd)
    rules = rules_for(asked.store, asked.rules_file, asked.settings).rules
    if not rules.hook.enabled:
        return
    progress.allow(rules.hook.deadline, event)
    _Work(event, asked, rules, progress).run()


class _Work:
    """One event, in the store that is in force."""

    def __init__(
        self, event: Event, asked: Asked, rules: Rules, progress: Progress
    ) -> None:
        self.event, self.asked, self.rules = event, asked, rules
        self.progress = progress
        self.store = Store(store_folder(asked.store))
        self.memory = remembered(self.store.root, event.session)

    def run(self) -> None:
        """Read the transcript's tail, then say what is missing in the window."""
        if self.has_news:
            if self.event.moment != "quiet":
                self.say(self.memory)  # in case that reading takes too long
            self.read()
        if self.event.moment == "quiet":
            self.keep(self.memory)
            self.index()
            return
        self.say(self.memory)

    @property
    def has_news(self) -> bool:
        """Whether the transcript is to be read now."""
        event, memory = self.event, self.memory
        if event.transcript is None:
            return False
        try:
            size = Path(event.transcript).stat().st_size
        except OSError:
            return event.moment != "start"  # not written yet, or held in a database
        grown = size - memory.size
        if event.transcript != memory.source or grown < 0 or not memory.id:
            return True
        if event.moment == "prompt":
            # What came since stands in the window, and somebody waits.
            return grown > self.rules.hook.tail
        return grown > 0

    def read(self) -> None:
        """Save what is new in the transcript."""
        from pane_cli.commands.hook_intake import save_tail

        assert self.event.transcript is not None
        try:
            saved = save_tail(self.store, self.event, self.rules)
        except OSError as error:
            self.progress.notes.append(f"{error.filename}: {error.strerror}")
            return
        if saved.problem:
            self.progress.notes.append(saved.problem)
        self.memory = msgspec.structs.replace(
            self.memory,
            id=saved.id or self.memory.id,
            source=self.event.transcript,
            size=saved.size,
        )
        self.__dict__.pop("reading", None)  # it has more lines now

    @cached_property
    def reading(self) -> folds.Reading | None:
        """The stored session and its view; None where it is not stored."""
        return self.folded(self.memory.id or self.event.session)

    def folded(self, id: str) -> folds.Reading | None:
        """A stored session by its whole id."""
        try:
            return folds.read(
                self.store.path(id), self.store.folds_path(id), self.rules
            )
        except FileNotFoundError:
            return None

    def say(self, memory: Memory) -> None:
        """What the window does not have, as far as it is known now."""
        view = self.reading.view if self.reading is not None else None
        if view is not None:
            memory = self.heard(msgspec.structs.replace(memory, id=view.header.id))
        muted = is_muted([self.event.prompt], self.rules.hook, memory.muted)
        memory = msgspec.structs.replace(memory, muted=muted)
        boundary = _boundary(view) if view is not None else 0
        memory, is_compacted = opened(memory, self.event, boundary)
        memory = msgspec.structs.replace(memory, seen=True)
        if muted:
            self.put(memory, b"")
            return
        layouts = self.layouts(is_compacted)
        self.lay_out(memory, view, layouts, ())
        if any(s.name == "recalled" for _, sections in layouts for s in sections):
            found = self.recalled(view, boundary)
            if found:
                self.lay_out(memory, view, layouts, found)

    def heard(self, memory: Memory) -> Memory:
        """What the user said of the hook since it last looked."""
        assert self.reading is not None
        view, log = self.reading.view, self.reading.log
        new = [n for n in view.requests if n > memory.asked]
        texts = (log.text(n) for n in new if view.row(n).kind == "text")
        muted = is_muted(texts, self.rules.hook, memory.muted)
        return msgspec.structs.replace(memory, asked=view.last, muted=muted)

    def layouts(self, is_compacted: bool) -> list[tuple[str, tuple[Section, ...]]]:
        """The layouts of the rules that this event asks for."""
        hook = self.rules.hook
        if self.event.is_new:
            return [("hook.started", hook.started)]
        if is_compacted:
            known = {section.name for section in hook.compacted}
            rest = tuple(s for s in hook.prompt if s.name not in known)
            return [("hook.compacted", hook.compacted), ("hook.prompt", rest)]
        return [("hook.prompt", hook.prompt)]

    def lay_out(
        self,
        memory: Memory,
        view: View | None,
        layouts: list[tuple[str, tuple[Section, ...]]],
        found: tuple[Recalled, ...],
    ) -> None:
        """Put down the document of these blocks, and that it was added."""
        scene = self.scene(view, found)
        blocks = [
            block
            for rule, sections in layouts
            for block in blocks_of(rule, sections, scene, memory.shown)
        ]
        fitted = within(self.event, self.rules.hook, blocks)
        added = tuple(map(sum_of, fitted.items))
        memory = msgspec.structs.replace(memory, shown=(*memory.shown, *added))
        self.put(memory, document(self.event, fitted.text))

    def put(self, memory: Memory, body: bytes) -> None:
        """Put down what is to be printed; what was added is remembered first."""
        self.keep(memory)
        self.progress.document = body

    def keep(self, memory: Memory) -> None:
        """Remember, where that is possible."""
        if not self.store.root.is_dir():
            return
        try:
            remember(self.store.root, self.event.session, memory)
        except OSError as error:
            note = f"{error.filename}: {error.strerror}: nothing is remembered"
            if note not in self.progress.notes:
                self.progress.notes.append(note)

    def scene(self, view: View | None, found: tuple[Recalled, ...]) -> Scene:
        """What blocks are made from."""
        from pane_cli.commands.hook_before import handoff_of, pins_before

        clean = self.clean
        room = limits(self.event, self.rules.hook).size()
        users = self.folded(USER)
        pins = [users.view.pins if users is not None else []]
        if view is None:
            pins.append(list(carried(pins_before(self.store, self.event, self.rules))))
        else:
            pins.append(view.pins)
        return Scene(
            view,
            cleaned(self.fetch, clean),
            clean,
            joined(*pins),
            found,
            room,
            self.event.prompt,
            lambda: handoff_of(self.store, self.event, self.rules, clean, self.suffix),
            self.suffix,
        )

    @property
    def suffix(self) -> str:
        """Behind a command, so that it reads the same store."""
        import shlex

        folder = self.asked.store
        return f" --store {shlex.quote(str(folder))}" if folder is not None else ""

    def fetch(self, n: int) -> Entry:
        """An entry of the session."""
        assert self.reading is not None
        return self.reading.log.entry(n)

    @cached_property
    def clean(self) -> Callable[[str], str]:
        """Takes secrets out; made when there is a text to clean."""
        made: list[Callable[[str], str]] = []

        def clean(text: str) -> str:
            if not made:
                made.append(redactor(self.rules))
            return made[0](text)

        return clean

    def recalled(self, view: View | None, boundary: int) -> tuple[Recalled, ...]:
        """What the prompt's rare words find outside the window."""
        if self.event.moment != "prompt" or not self.rules.hook.recall.terms:
            return ()
        from pane_cli.commands.hook_recall import Window, recall_for

        off = view.off if view is not None else set()
        id = view.header.id if view is not None else self.event.session
        cwd = view.header.cwd if view is not None else None
        window = Window(id, boundary, frozenset(off))
        folder = cwd or self.event.cwd or str(Path.cwd())
        return recall_for(
            self.event.prompt, self.store, self.rules, self.clean, folder, window
        )

    def index(self) -> None:
        """Index what came in, while nobody waits."""
        from pane_cli.commands.hook_intake import index_some

        index_some(self.store, self.rules)


def _boundary(view: View) -> int:
    """The newest entry that says the window was compacted; 0: none."""
    found = (row.n for row in view.rows[::-1] if row.what in _BOUNDARIES)
    return next((n for n in found if n not in view.off), 0)
