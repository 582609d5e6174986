"""What `pane hook` does at an event: read what is new, add what is missing."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from pane_cli.agents.blocks import Scene, blocks_of
from pane_cli.agents.document import document, within
from pane_cli.agents.event import Event
from pane_cli.agents.memory import Memory, address_of, is_muted, opened, sum_of
from pane_cli.commands.hooks.frame import Asked, Progress
from pane_cli.commands.hooks.memory import remember, remembered
from pane_cli.commands.hooks.scene import Stored
from pane_cli.commands.shared.settings import rules_for, store_folder
from pane_cli.rules.schema import Rules, Section
from pane_cli.store.store import Store

Layout = tuple[str, tuple[Section, ...]]
"""The rule that says it, and its blocks."""


def work(event: Event, asked: Asked, progress: Progress) -> None:
    """Do what is to be done, and put down in `progress` what there is to print."""
    asked = _settled(asked)
    if event.cwd is not None:
        with suppress(OSError):  # a folder that is gone has no rules
            os.chdir(event.cwd)
    rules = rules_for(asked.store, asked.rules_file, asked.settings).rules
    if not rules.hook.enabled:
        return
    progress.allow(rules.hook.deadline, event)
    _Work(event, asked, rules, progress).run()


def _settled(asked: Asked) -> Asked:
    """The same wherever the process goes from here."""
    named = os.environ.get("PANE_STORE")
    if named:
        os.environ["PANE_STORE"] = str(Path(named).expanduser().absolute())
    store, file = asked.store, asked.rules_file
    if store is not None:
        store = store.expanduser().absolute()
    if file is not None and file.exists():  # else it is the name of a shipped one
        file = file.absolute()
    return msgspec.structs.replace(asked, store=store, rules_file=file)


class _Work:
    """One event, in the store that is in force."""

    def __init__(
        self, event: Event, asked: Asked, rules: Rules, progress: Progress
    ) -> None:
        self._event, self._asked, self._rules = event, asked, rules
        self._progress = progress
        self._store = Store(store_folder(asked.store))
        self._memory = remembered(self._store.root, event.session)

    def run(self) -> None:
        """Read the transcript's tail, then say what is missing in the window."""
        if self._event.moment == "quiet":
            if self._has_news():
                self._read()
                self._keep(self._memory)
                self._prepare()
            return
        self._begin()
        if self._has_news():
            self._say(recalls=False)  # in case that reading takes too long
            self._read()
        self._say()

    def _begin(self) -> None:
        """The user's pins, in case that the first look at a session takes too long."""
        scene = self._stored().first_scene()
        if not scene.view.pins:
            return
        memory, _ = opened(self._memory, self._event, self._memory.boundary)
        prompt = [self._event.prompt]
        if not is_muted(prompt, self._rules.hook, memory.muted):
            pins = _pins(self._rules.hook.prompt)
            self._lay_out(memory, scene, [("hook.prompt", pins)])

    def _has_news(self) -> bool:
        """Whether the transcript is to be read now."""
        event, memory = self._event, self._memory
        if event.transcript is None:
            return False
        path = Path(event.transcript)
        try:
            size = path.stat().st_size
        except OSError:
            return path.parent.is_file()  # in a database; else it is not written yet
        grown = size - memory.size
        if event.transcript != memory.source or grown < 0 or not memory.id:
            return True
        # What came since the last event stands in the window, and somebody waits.
        left = self._rules.hook.tail if event.moment == "prompt" else 0
        return grown > left

    def _read(self) -> None:
        """Save what is new in the transcript."""
        from pane_cli.commands.hooks.intake import save_tail

        try:
            saved = save_tail(self._store, self._event, self._rules)
        except OSError as error:
            self._note(f"{error.filename}: {error.strerror}")
            return
        if saved.problem:
            self._note(saved.problem)
        self._memory = msgspec.structs.replace(
            self._memory,
            id=saved.id or self._memory.id,
            source=self._event.transcript or "",
            size=saved.size,
        )

    def _say(self, recalls: bool = True) -> None:
        """What the window does not have, as far as it is known now."""
        event, hook = self._event, self._rules.hook
        stored = self._stored()
        memory = self._heard(stored)
        memory, is_compacted = opened(memory, event, stored.boundary)
        memory = msgspec.structs.replace(memory, seen=True)
        if memory.muted:
            self._put(memory, b"")
            return
        if event.is_new:
            layouts = [("hook.started", hook.started)]
        elif is_compacted:
            layouts = [("hook.compacted", hook.compacted), ("hook.prompt", hook.prompt)]
        elif stored.asks:
            layouts = [("hook.prompt", hook.prompt)]
        else:
            layouts = [("hook.prompt", _pins(hook.prompt))]
        # After a compaction whatever is told is told again; its transcript may lag.
        is_lost = is_compacted or memory.ahead
        self._lay_out(memory, stored.scene(event.prompt, is_lost=is_lost), layouts)
        names = {section.name for _, sections in layouts for section in sections}
        if recalls and "recalled" in names:
            found = stored.recalled(memory, stored.boundary)
            if found.hits or found.absent:
                self._lay_out(
                    memory, stored.scene(event.prompt, found, is_lost), layouts
                )

    def _heard(self, stored: Stored) -> Memory:
        """What the user said of the hook, now and since it last looked."""
        memory, hook = self._memory, self._rules.hook
        muted = memory.muted
        if stored.reading is not None:
            view = stored.view
            new = [n for n in view.requests if n > memory.asked]
            texts = (stored.text(n) for n in new if view.row(n).kind == "text")
            muted = is_muted(texts, hook, muted)
            memory = msgspec.structs.replace(memory, id=view.header.id, asked=view.last)
        muted = is_muted([self._event.prompt], hook, muted)
        return msgspec.structs.replace(memory, muted=muted)

    def _lay_out(self, memory: Memory, scene: Scene, layouts: list[Layout]) -> None:
        """Put down the document of these blocks, and that it was added."""
        blocks = blocks_of(layouts, scene, memory.shown)
        fitted = within(self._event, self._rules.hook, blocks)
        quoted = [
            hit
            for hit in scene.recalled
            if any(item.startswith(f"[{hit.address}]") for item in fitted.items)
        ]
        places = [address_of(hit.session, hit.n) for hit in quoted]
        added = [*map(sum_of, (*fitted.items, *places)), *(h.digest for h in quoted)]
        memory = msgspec.structs.replace(memory, shown=(*memory.shown, *added))
        self._put(memory, document(self._event, fitted.text))

    def _put(self, memory: Memory, body: bytes) -> None:
        """Put down what is to be printed; that it was added is remembered first."""
        self._keep(memory)
        self._progress.document = body

    def _keep(self, memory: Memory) -> None:
        if not self._store.root.is_dir():
            return
        try:
            remember(self._store.root, self._event.session, memory)
        except OSError as error:
            root = self._store.root
            self._note(f"{root}: {error.strerror}: nothing is remembered")

    def _prepare(self) -> None:
        """What a prompt would wait for, while nobody does: the folds, and the index."""
        self._stored().fold()
        from pane_cli.commands.hooks.intake import index_some

        index_some(self._store, self._rules)

    def _stored(self) -> Stored:
        id = self._memory.id or self._event.session
        return Stored(self._store, self._event, self._rules, id, self._asked.store)

    def _note(self, note: str) -> None:
        if note not in self._progress.notes:
            self._progress.notes.append(note)


def _pins(sections: Iterable[Section]) -> tuple[Section, ...]:
    return tuple(section for section in sections if section.name == "pins")
