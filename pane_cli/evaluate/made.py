"""A made session: planted facts that are asked for later, drifts, returns, copies.

The same seed gives the same session. A third of the facts are names with a number, as
in code; the others are plain words, which nothing but what is asked tells apart.
"""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.evaluate.chance import Chance
from pane_cli.session.types import Entry, Header

HEADER = Header("session", 1, "made-for-the-protocol", "made", cwd="/made")
_TOPICS = """
    harbour orchard furnace library glacier bakery railway aquarium foundry vineyard
    theatre windmill quarry lighthouse greenhouse observatory tannery brewery shipyard
    monastery
""".split()  # noqa: SIM905 - prose, not a list
_THINGS = """
    gate valve ledger lantern shelf boiler signal pump crate engine curtain turbine
    ladder beacon trellis telescope barrel kettle anchor bell
""".split()  # noqa: SIM905 - prose, not a list
_TRAITS = ("code", "colour", "owner", "width", "route", "password-hint", "season")
_FILLER = """
    checked again morning evening steady slowly careful report visitor weather supply
    noted ordinary routine measure schedule inspect corner garden window painted
    polished counted listed moved carried lifted cleaned repaired waited answered
""".split()  # noqa: SIM905 - prose, not a list
#: Turns after which a fact is asked for, once, as early as another turn lets it.
DISTANCES = (5, 20, 40)
_STAY = 6
"""Turns on one topic before it drifts."""


class Question(NamedTuple):
    """A fact that is asked for."""

    n: int
    """The request that asks."""
    planted: int
    """The entry that says it."""
    value: str
    """Turns between the two."""
    returns: bool
    """Whether the topic was left in between."""


class Made(NamedTuple):
    """A session and what was planted in it."""

    entries: list[Entry]
    questions: list[Question]
    copies: list[tuple[int, int, bool]]
    """A result, a later one, and whether the later says nothing of its own."""


class _Fact(NamedTuple):
    n: int
    turn: int
    topic: str
    what: str
    value: str


class _Writer:
    """Writes turn after turn."""

    def __init__(self, seed: int) -> None:
        self.chance = Chance(seed)
        self.made = Made([], [], [])
        self.turn = 0
        self.waiting: list[tuple[int, _Fact]] = []
        """Turns at which facts are asked for."""

    def add(self, kind: str, role: str, text: str = "", **more: object) -> int:
        n = len(self.made.entries) + 1
        entry = Entry(kind, n, self.turn, role, text=text, **more)  # type: ignore[arg-type]
        self.made.entries.append(entry)
        return n

    def filler(self, topic: str, words: int) -> str:
        found = [self.chance.one(_FILLER) for _ in range(words)]
        found[words // 2] = topic
        return " ".join(found) + "."

    def run(self, command: str, output: str) -> int:
        call = f"c{len(self.made.entries) + 1}"
        args = {"command": command}
        self.add("call", "assistant", tool="Bash", args=args, call=call)
        return self.add("result", "tool", output, call=call)

    def value(self) -> str:
        """A name with a number, or plain words that stand nowhere else."""
        if self.turn % 3:
            words = (self.chance.one(_FILLER), self.chance.one(_FILLER))
            return " ".join((*words, self.chance.one(_THINGS)))
        number = len(self.made.entries) * 7 + 1000 + self.chance.below(7)
        return f"{self.chance.one(_FILLER)}_{number}"

    def plant(self, topic: str) -> None:
        """A turn in which the agent says a fact, among words that say nothing."""
        what = f"{self.chance.one(_THINGS)} {self.chance.one(_TRAITS)}"
        value = self.value()
        self.add("text", "user", f"Look after the {topic}: {self.filler(topic, 6)}")
        self.run(
            f"inspect {topic}", "\n".join(self.filler(topic, 12) for _ in range(8))
        )
        text = f"{self.filler(topic, 9)}\nThe {topic} {what} is {value}.\n"
        n = self.add("text", "assistant", text + self.filler(topic, 9))
        fact = _Fact(n, self.turn, topic, what, value)
        self.waiting.append((self.turn + self.chance.one(DISTANCES), fact))

    def ask(self, fact: _Fact, topic: str) -> None:
        """A turn that asks for a fact, and is answered."""
        n = self.add("text", "user", f"What is the {fact.topic} {fact.what}?")
        left = fact.topic != topic
        self.made.questions.append(Question(n, fact.n, fact.value, left))
        self.add("text", "assistant", f"It is {fact.value}.")

    def print_twice(self, topic: str) -> None:
        """A turn that prints a text, its copy, a part of it, and one that differs."""
        lines = [f"{self.filler(topic, 10)} row {n}" for n in range(24)]
        text = "\n".join(lines)
        near = text.replace("row 7\n", f"row {70 + self.chance.below(9)}\n")
        self.add("text", "user", f"Print the {topic} list, twice: {topic}")
        first = self.run(f"list {topic}", text)
        for other, is_copy in (
            (text + "  \n\n", True),
            ("\n".join(lines[:20]), True),
            (near, False),
            (text.replace("row 3\n", "row 3 not\n"), False),
        ):
            n = self.run(f"list {topic} again", other)
            self.made.copies.append((first, n, is_copy))
        self.add("text", "assistant", self.filler(topic, 8))


def made(turns: int, seed: int) -> Made:
    """A session of so many turns."""
    writer = _Writer(seed)
    topic = _TOPICS[0]
    for turn in range(1, turns + 1):
        writer.turn = turn
        if turn % _STAY == 0:
            topic = writer.chance.one([one for one in _TOPICS if one != topic])
        due = [item for item in writer.waiting if item[0] <= turn]
        if due and turn % 2 == 0:
            writer.waiting.remove(due[0])
            writer.ask(due[0][1], topic)
        elif turn % 9 == 4:
            writer.print_twice(topic)
        else:
            writer.plant(topic)
    return writer.made
