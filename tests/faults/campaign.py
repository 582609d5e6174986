"""Faults at random moments of random commands, and the truth about the store after.

`Campaign(home, seed).run(n)` injects `n` faults into one store that goes on being used,
and counts what was lost: nothing, ever.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from faults.forked import Fault, disk_full_at, killed_at, pane, torn_at
from faults.made import ask, lines, result, say, use
from running import Outcome

from pane_cli.commands.shared import indexing
from pane_cli.session.log import scan
from pane_cli.session.types import Entry, Mark
from pane_cli.store.overview import is_content
from pane_cli.store.store import Store

WORDS = [
    "heron",
    "lantern",
    "quarry",
    "velvet",
    "tundra",
    "copper",
    "saffron",
    "marble",
]

COMMANDS = ("ingest", "ingest", "ingest", "evict", "undo", "pin", "recall")


class Campaign:
    """One store, its transcripts, and the chance that decides."""

    def __init__(self, home: Path, seed: int) -> None:
        self.home, self.chance = home, random.Random(seed)
        self.store = Store(home / "store")
        self.injected = self.died = self.lost = self.crashes = 0
        self.by_kind: dict[str, int] = {}
        self.told: dict[str, list[Any]] = {}
        self.pins: dict[str, set[str]] = {}
        (home / "agent").mkdir(parents=True)
        for id in ("s-1", "s-2", "s-3"):
            self.told[id] = [ask(f"{id}-0", f"begin {id}", sessionId=id)]
            self.pins[id] = set()
            self._grow(id)
        self.expect(pane(home, "ingest", "agent"), 0)

    def run(self, count: int) -> None:
        """Inject that many faults, each into another command, and look after each."""
        while self.injected < count:
            self.once()

    def once(self) -> None:
        """Change a source, run a command with a fault, then again without."""
        words = self._command()
        before = {id: self._lines(id) for id in self.store.ids()}
        kind, fault = self._fault()
        got = pane(self.home, *words, fault=_early(fault))
        self.injected += 1
        self.by_kind[kind] = self.by_kind.get(kind, 0) + 1
        self.died += got.status < 0
        self._no_crash(got)
        self._nothing_lost(before, words)
        again = pane(self.home, *words, fault=_early(None))
        # There may be nothing to take out, or to undo.
        self.expect(again, *((0, 1, 2) if words[0] == "evict" else (0, 1)))
        self._is_whole()

    def expect(self, got: Outcome, *statuses: int) -> None:
        """A command that nothing disturbs ends well."""
        self._no_crash(got)
        assert got.status in statuses, got.err.decode()

    def _fault(self) -> tuple[str, Fault]:
        kind = self.chance.choice(("kill", "kill", "kill", "torn", "full"))
        if kind == "kill":
            return kind, killed_at(self.chance.randint(1, 60))
        size = int(10 ** self.chance.uniform(1, 4.3))
        return kind, torn_at(size) if kind == "torn" else disk_full_at(size)

    def _command(self) -> tuple[str, ...]:
        id = self.chance.choice(sorted(self.told))
        name = self.chance.choice(
            ("ingest", "ingest", "evict", "undo", "pin", "recall")
        )
        if name == "ingest":
            change = self.chance.choice((self._grow, self._grow, self._rewrite))
            change(id)
            return "ingest", "agent"
        if name == "pin":
            text = f"{self.chance.choice(WORDS)} {self.injected}"
            self.pins[id].add(text)
            return "pin", "-s", id, text
        if name == "evict":
            return "evict", "-s", id, self.chance.choice(("1", "all"))
        if name == "undo":
            return "evict", "-s", id, "--undo"
        return "recall", self.chance.choice(WORDS)

    def _grow(self, id: str) -> None:
        told = self.told[id]
        for _ in range(self.chance.randint(1, 6)):
            n, word = len(told), self.chance.choice(WORDS)
            told += [
                use(f"{id}-a{n}", f"c{n}", sessionId=id),
                result(f"{id}-r{n}", f"c{n}", f"{word} {n} " * 9, sessionId=id),
                say(f"{id}-b{n}", f"the {word} of {n}", sessionId=id),
                ask(f"{id}-u{n}", f"and {n}?", sessionId=id),
            ]
        self._write(id)

    def _rewrite(self, id: str) -> None:
        """As a host does that compacts: records change, and some go."""
        told = self.told[id]
        at = self.chance.randrange(len(told))
        told[at] = {**told[at], "version": str(self.injected)}
        if len(told) > 40:
            del told[1:9]
        self._write(id)

    def _write(self, id: str) -> None:
        (self.home / "agent" / f"{id}.jsonl").write_bytes(lines(*self.told[id]))

    def _lines(self, id: str) -> bytes:
        """Whole lines only: a torn one was never written."""
        body = self.store.path(id).read_bytes()
        return body[: body.rfind(b"\n") + 1]

    def _no_crash(self, got: Outcome) -> None:
        if b"Traceback" in got.err or got.status > 3:
            self.crashes += 1
            raise AssertionError(f"{got.status}: " + got.err.decode()[-900:])

    def _nothing_lost(self, before: dict[str, bytes], words: tuple[str, ...]) -> None:
        for id, body in before.items():
            if not self._lines(id).startswith(body):
                self.lost += 1
                raise AssertionError(f"{words}: lines of {id} are lost")

    def _is_whole(self) -> None:
        """Everything told is here, can be found, and has its original."""
        store = Store(self.home / "store")
        for id, told in self.told.items():
            found = [line for *_, line in scan(store.path(id))]
            assert None not in found
            entries = [line for line in found if isinstance(line, Entry)]
            assert [e.n for e in entries] == list(range(1, len(entries) + 1))
            marks = [line for line in found if isinstance(line, Mark)]
            assert [m.mark for m in marks] == list(range(1, len(marks) + 1))
            assert self.pins[id] <= {m.text for m in marks if m.kind == "pin"}
            assert is_content(found[0])
            originals = {store.archive(id).read(*e.src) for e in entries if e.src}
            # The command that changed a source was its ingest, run to its end since.
            missing = set(lines(*told).splitlines()) - originals
            self.lost += len(missing)
            assert not missing, f"{id}: records of the source are not stored"


def _early(fault: Fault | None) -> Fault:
    def begin() -> None:
        indexing.INDEX_AFTER = 0
        if fault is not None:
            fault()

    return begin


def report(campaign: Campaign) -> str:
    """The figures, as one line of JSON."""
    counts = {
        "injected": campaign.injected,
        "died": campaign.died,
        "records_lost": campaign.lost,
        "crashes": campaign.crashes,
        "kinds": campaign.by_kind,
    }
    return json.dumps(counts)
