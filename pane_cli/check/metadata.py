"""Findings in what agents say of their own turns: the `turn.json` block of a reply.

Only sessions with at least one block are measured: nobody else was asked for any.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, NamedTuple

from pane_cli.check.finding import Hit, Placed, Spot
from pane_cli.rules.schema import Facts, Severity
from pane_cli.session.types import Entry
from pane_cli.text.clip import one_line
from pane_cli.text.counts import counted
from pane_cli.text.tokens import estimate
from pane_cli.view.facts import name_of
from pane_cli.view.metadata import Metadata, metadata, own_metadata

if TYPE_CHECKING:
    from pane_cli.check.seen import Seen

#: Kinds of work that one turn can be of.
_MOST_CATEGORIES = 2
#: Words of a key: more are a sentence.
_KEY_WORDS = 6
_SHOWN = 60


class Fault(NamedTuple):
    """One thing that is not as the instructions say."""

    sort: str
    """json, fields, entities, categories, facts, summary or place."""
    message: str
    is_minor: bool = False


class Blocks:
    """The blocks of a session, and the turns that should have one."""

    def __init__(self, rules: Facts, kinds: Collection[str]) -> None:
        self._rules, self._kinds = rules, kinds
        self.replied: dict[int, Spot] = {}
        """Turn to the place of its last reply."""
        self.given: set[int] = set()
        """Turns with a block."""
        self.wrong: set[int] = set()
        """Turns with a block that has faults."""
        self.is_running = False
        """Calls or a request came behind the last reply."""
        self._begin: int | None = None
        """The turn in which the running subject began."""
        self._known: tuple[Entry, list[Fault] | None] | None = None

    def faults(self, placed: Placed) -> list[Fault] | None:
        """What is wrong with the block of a reply; None: there is no block."""
        entry = placed.line
        if not isinstance(entry, Entry) or not _is_reply(entry):
            return None
        if self._known is None or self._known[0] is not entry:
            self._known = entry, self._faults(entry)
        return self._known[1]

    def _faults(self, entry: Entry) -> list[Fault] | None:
        given = metadata(entry.text)
        if given is None:
            return None
        begin = entry.turn if self._begin is None else self._begin
        found = list(
            faults(given, max(entry.turn - begin, 1), self._rules, self._kinds)
        )
        if own_metadata(entry.text) is None:
            found.append(Fault("place", "words behind it: its facts are not taken"))
        return found

    def step(self, placed: Placed) -> None:
        """Take a line in once it was checked."""
        entry = placed.line
        if not isinstance(entry, Entry) or entry.side or entry.kind == "note":
            return
        self.is_running = not _is_reply(entry)
        if self.is_running:
            return
        self.replied[entry.turn] = placed.spot
        found = self.faults(placed)
        given = None if found is None else metadata(entry.text)
        if self._begin is None or (given is not None and given.summary):
            self._begin = entry.turn
        if found is not None:
            self.given.add(entry.turn)
        if any(not fault.is_minor for fault in found or ()):
            self.wrong.add(entry.turn)


def _is_reply(entry: Entry) -> bool:
    is_said = entry.kind == "text" and entry.role == "assistant"
    return is_said and not (entry.side or entry.what or entry.error)


def faults(
    given: Metadata, turns: int, rules: Facts, kinds: Collection[str]
) -> Iterator[Fault]:
    """What is wrong with a block; `turns` are those that a summary in it covers.

    `kinds` are the categories that the rules know.
    """
    fields = {problem.partition(":")[0]: problem for problem in given.problems}
    for field, problem in fields.items():
        sort = field if field in ("json", "facts") else "fields"
        words = problem.replace("json:", "no JSON object:", 1)
        yield Fault(sort, one_line(words, 2 * _SHOWN))
    if "json" in fields:
        return
    if "entities" not in fields:
        yield from _entities(given.entities, rules)
    if "categories" not in fields:
        yield from _categories(given.categories, kinds)
    for fact in given.facts:
        if len(fact.key.split()) > _KEY_WORDS:
            yield Fault("facts", f"{_listed([fact.key])}: a key is a name, no sentence")
    if given.summary:
        yield from _summary(given.summary, turns, rules)


def _entities(names: tuple[str, ...], rules: Facts) -> Iterator[Fault]:
    vague = [name for name in names if name_of(name) in rules.generic]
    if not names:
        yield Fault("entities", "no entity: what was it about?")
    elif vague:
        yield Fault("entities", f"{_listed(vague)} could be anything")


def _categories(names: tuple[str, ...], kinds: Collection[str]) -> Iterator[Fault]:
    others = [name for name in names if name_of(name) not in kinds]
    if others:
        yield Fault("categories", f"{_listed(others)} is no kind of work")
    elif not 1 <= len(names) <= _MOST_CATEGORIES:
        yield Fault("categories", f"{len(names)} categories: one or two say more")


def _summary(text: str, turns: int, rules: Facts) -> Iterator[Fault]:
    most, least = rules.summary_chars * turns, rules.summary_tokens * turns
    tokens = estimate(text)
    covers = f"covers {counted(turns, 'turn')}"
    if len(text) > most:
        length = f"summary of {len(text):,} characters {covers}"
        yield Fault("summary", f"{length}: at most {most:,}")
    elif tokens < least:
        length = f"summary of {tokens:,} tokens {covers}"
        yield Fault("summary", f"{length}: {least:,} say enough", is_minor=True)


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{one_line(name, _SHOWN)}`" for name in names[:3])


def finder(sort: str) -> Callable[[Placed, Seen], Iterator[Hit]]:
    """What finds the faults of one sort, in replies."""

    def find(item: Placed, seen: Seen) -> Iterator[Hit]:
        for fault in seen.blocks.faults(item) or ():
            if fault.sort == sort:
                severity: Severity | None = "info" if fault.is_minor else None
                yield item.hit(f"turn.json: {fault.message}", severity)

    return find


def share(item: None, seen: Seen) -> Iterator[Hit]:
    """How many turns are as they should be, at the first that is not.

    The running turn may have its block yet.
    """
    blocks = seen.blocks
    turns = list(blocks.replied)
    if turns and blocks.is_running and turns[-1] not in blocks.given:
        turns.pop()
    without = [turn for turn in turns if turn not in blocks.given]
    others = sorted({*without, *blocks.wrong})
    if not blocks.given or not others:
        return
    told = f"{len(turns) - len(others)} of {len(turns)} turns follow the instructions"
    count = f"{len(without)} {'has' if len(without) == 1 else 'have'} no block"
    yield Hit(blocks.replied[others[0]], f"turn.json: {told}, {count}")
