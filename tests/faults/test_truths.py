"""What must always be true, after any commands over sources that grow and change.

Six commands a time here; `pytest --hypothesis-profile=long` runs fifty, for long.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

from evict.test_any_sequence import valid
from faults.forked import pane
from faults.made import ask, lines, result, say, use
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from running import Outcome

from pane_cli.session.address import USER_SESSION
from pane_cli.session.log import scan
from pane_cli.session.types import Entry, Mark
from pane_cli.store.overview import is_content
from pane_cli.store.store import Store
from pane_cli.text.tokens import estimate

IDS = ("s-1", "s-2")
which = st.sampled_from(IDS)
WORDS = ("heron", "lantern <b>", "größer 漢字", "quarry\u2028velvet", "x" * 900)
words = st.sampled_from(WORDS)


class Truths(RuleBasedStateMachine):
    """Two sessions in one store."""

    @initialize()
    def begin(self) -> None:
        self.home = Path(tempfile.mkdtemp())
        (self.home / "agent").mkdir()
        self.told: dict[str, list[Any]] = {id: [] for id in IDS}
        self.ever: dict[str, set[bytes]] = {id: set() for id in IDS}
        self.asked: dict[str, set[str]] = {id: set() for id in IDS}
        self.is_rewritten: set[str] = set()
        self.before: dict[str, bytes] = {}
        self.forgotten: set[str] = set()
        for id in IDS:
            self._tell(id, "heron")
        self.run("ingest", "agent")

    def run(self, *command: str) -> Outcome:
        """A command; no source is touched by it, and it does not crash."""
        sources = self._sources()
        got = pane(self.home, *command)
        assert b"Traceback" not in got.err, got.err.decode()
        assert got.status in (0, 1, 2, 3), (command, got.err.decode())
        assert self._sources() == sources
        return got

    @rule(id=which, word=words, torn=st.booleans())
    def grows(self, id: str, word: str, torn: bool) -> None:
        self._tell(id, word, torn=torn)
        self.run("ingest", "agent")

    @rule(id=which, share=st.floats(0, 1, exclude_max=True), drop=st.booleans())
    def is_rewritten_by_its_host(self, id: str, share: float, drop: bool) -> None:
        told = self.told[id]
        at = int(share * len(told))
        told[at] = {**told[at], "version": f"{len(self.ever[id])}"}
        if drop and len(told) > 5:
            del told[at]
        self.is_rewritten.add(id)
        self._write(id)
        self.run("ingest", "agent")

    @rule(id=which, word=words)
    def pins(self, id: str, word: str) -> None:
        self.run("pin", "-s", id, "--name", "kept", word)

    @rule(id=which)
    def unpins(self, id: str) -> None:
        self.run("pin", "-s", id, "--remove", "kept")

    @rule(id=which, what=st.sampled_from(("1", "all", "t1", "#2-3", "--auto")))
    def evicts(self, id: str, what: str) -> None:
        words = ("--auto",) if what == "--auto" else (what, "--force")
        self.run("evict", "-s", id, *words)

    @rule(id=which, how=st.sampled_from((("--undo",), ("all", "--restore"))))
    def brings_back(self, id: str, how: tuple[str, ...]) -> None:
        self.run("evict", "-s", id, *how)

    @rule(word=words)
    def recalls(self, word: str) -> None:
        assert self.run("recall", "--literal", word).status in (0, 1)

    @rule()
    def loses_its_cache(self) -> None:
        shutil.rmtree(self.home / "store" / "cache", ignore_errors=True)

    @precondition(lambda self: not self.forgotten)
    @rule()
    def forgets(self) -> None:
        if len(self.told["s-2"]) > 12:
            self.run("forget", "s-2")
            self.forgotten.add("s-2")
            self.run("ingest", "agent")
            # Named pins are kept in a session of their own.
            assert set(self._store().ids()) - {USER_SESSION} == {"s-1"}

    @invariant()
    def nothing_is_lost_and_numbers_are_for_ever(self) -> None:
        for id in self._here():
            body = self._store().path(id).read_bytes()
            assert body.startswith(self.before.get(id, b""))
            self.before[id] = body
            entries = self._entries(id)
            assert [e.n for e in entries] == list(range(1, len(entries) + 1))
            kept = {self._store().archive(id).read(*e.src) for e in entries if e.src}
            assert kept <= self.ever[id]
            assert {json.dumps(one).encode() for one in self.told[id]} <= kept
        assert self.run("check", "--lossless", "--select", "P5").status == 0

    @invariant()
    def what_is_out_comes_back_word_for_word(self) -> None:
        for id in [self._one()]:
            entries = {e.n: e for e in self._entries(id)}
            spans = [span for mark in self._marks(id) for span in mark.entries]
            out = {n for first, last in spans for n in range(first, last + 1)}
            said = [n for n in sorted(out) if entries[n].kind in ("text", "result")]
            for n in said[-1:]:
                got = self.run("recall", f"{id}#{n}", "--no-redact", "--json")
                assert json.loads(got.out)["hits"][0]["text"] == entries[n].text

    @invariant()
    def contexts_fit_are_valid_and_the_same_again(self) -> None:
        for id in [self._one()]:
            got = self.run("assemble", "-s", id, "--budget", "400")
            assert got.status in (0, 3)
            assert estimate(got.out.decode()) <= 400
            sent = self.run("assemble", "-s", id, "--as", "openai")
            assert sent.status == 0, sent.err
            valid(json.loads(sent.out))
            assert self.run("assemble", "-s", id, "--as", "openai").out == sent.out

    @invariant()
    def requests_are_the_users_words(self) -> None:
        for id in self._here():
            texts = [e for e in self._entries(id) if e.kind == "text"]
            assert {e.text for e in texts if e.role == "user"} <= self.asked[id]

    def teardown(self) -> None:
        for id in set(self._here()) - self.is_rewritten:
            home = self.home / "again"
            (home / "agent").mkdir(parents=True)
            shutil.copy2(self.home / "agent" / f"{id}.jsonl", home / "agent")
            pane(home, "ingest", "agent")
            again = [line for *_, line in scan(Store(home / "store").path(id))]
            stored = (line for *_, line in scan(self._store().path(id)))
            assert list(filter(is_content, stored))[1:] == again[1:]
            shutil.rmtree(home)
        shutil.rmtree(self.home)

    def _tell(self, id: str, word: str, torn: bool = False) -> None:
        n = len(self.told[id])
        text = f"{word} {n}?"
        self.asked[id].add(text)
        self.told[id] += [
            ask(f"{id}-u{n}", text, sessionId=id),
            use(f"{id}-a{n}", f"c{n}", sessionId=id),
            result(f"{id}-r{n}", f"c{n}", f"{word} in file {n}. " * 20, sessionId=id),
            say(f"{id}-b{n}", f"found {word}", sessionId=id),
        ]
        if torn:  # its last record is being written: the rest comes with the next
            body = lines(*self.told[id])
            (self.home / "agent" / f"{id}.jsonl").write_bytes(body[:-9])
            self.ever[id] |= set(body.splitlines())
            pane(self.home, "ingest", "agent")
        self._write(id)

    def _write(self, id: str) -> None:
        body = lines(*self.told[id])
        self.ever[id] |= set(body.split(b"\n"))
        (self.home / "agent" / f"{id}.jsonl").write_bytes(body)

    def _store(self) -> Store:
        return Store(self.home / "store")

    def _here(self) -> list[str]:
        return [id for id in IDS if id not in self.forgotten]

    def _one(self) -> str:
        """One of the sessions, in turn: each is looked at every other time."""
        here = self._here()
        return here[sum(map(len, self.before.values())) % len(here)]

    def _entries(self, id: str) -> list[Entry]:
        return [x for *_, x in scan(self._store().path(id)) if isinstance(x, Entry)]

    def _marks(self, id: str) -> list[Mark]:
        return [x for *_, x in scan(self._store().path(id)) if isinstance(x, Mark)]

    def _sources(self) -> dict[str, tuple[bytes, int]]:
        paths = (self.home / "agent").iterdir()
        return {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in paths}


IS_LONG = settings.default is not None and settings.default.max_examples >= 1_000
TestTruths = Truths.TestCase
TestTruths.settings = settings(
    max_examples=1_000 if IS_LONG else 2,
    stateful_step_count=50 if IS_LONG else 6,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
