"""What the protocol is measured on, and measures that several predictions share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

import msgspec

from pane_cli.evaluate.chats import Asked, Chat, asked
from pane_cli.evaluate.made import made
from pane_cli.evaluate.planted import TURNS, Held, held, pressed
from pane_cli.evaluate.subject import Subject
from pane_cli.evaluate.used import Used, used
from pane_cli.evict.distance import Encode
from pane_cli.recall.ranked import WORDS, Looks
from pane_cli.rules.schema import Rules


class Label(msgspec.Struct, frozen=True):
    """A person's word: whether a thing was needed after a cut."""

    session: str
    cut: int
    thing: str
    needed: bool


class Trials:
    """What is measured; each measure once, when a verdict asks for it."""

    def __init__(
        self,
        rules: Rules,
        seed: int,
        chats: Sequence[Chat] = (),
        labels: Sequence[Label] | None = None,
        looks: Looks = WORDS,
        encode: Encode | None = None,
    ) -> None:
        self.rules, self.seed, self.chats = rules, seed, chats
        self.labels, self.looks, self.encode = labels, looks, encode
        self.sessions: dict[str, Used] = {}

    def take(self, subject: Subject) -> bool:
        """Measure a session; whether it could be used."""
        found = used(subject)
        if found is not None:
            self.sessions[subject.header.id] = found
        return found is not None

    @cached_property
    def made(self) -> Held:
        """Planted facts, what left being recalled when its topic returns."""
        return held(
            pressed(self.rules), made(TURNS, self.seed), comb=True, encode=self.encode
        )

    @cached_property
    def asked(self) -> Asked:
        """All questions of the chats."""
        rows = [asked(chat, self.rules) for chat in self.chats]
        return Asked(*map(sum, zip(*rows, strict=True)))

    def total(self, name: str) -> float:
        """A sum over the sessions."""
        return math.fsum(getattr(one, name) for one in self.sessions.values())


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return math.fsum(values) / len(values) if values else 0.0


def share_of(part: float, whole: float) -> float:
    """A part of a whole; 0 where there is none."""
    return part / whole if whole else 0.0
