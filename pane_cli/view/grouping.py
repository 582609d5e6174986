"""Which topic a turn belongs to: two fingerprints compared, under the rules.

| entities | categories | |
|---|---|---|
| none | none | DRIFT: the topic at hand goes on |
| go on | go on | EXTEND |
| go on | differ | SUBTOPIC |
| differ | any | SHIFT |

Where both would differ and an earlier topic fits both, it is a RETURN. Naming nothing
on one side is going on with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from pane_cli.rules.topics import Topics as TopicRules

NEW, SUBTOPIC, SHIFT = "NEW", "SUBTOPIC", "SHIFT"
EXTEND, DRIFT, RETURN = "EXTEND", "DRIFT", "RETURN"


class Topic(msgspec.Struct, array_like=True):
    """Turns that are about the same, and how long it is still loaded."""

    entities: list[str]
    categories: list[str]
    tags: dict[str, int] = {}
    """Every entity that its turns named: in how many of them."""
    naming: int = 0
    """Turns that named any."""
    turns: list[int] = []
    ttl: int = 0
    """Turns that it is still loaded; 0: it is not."""
    life: int = 0
    """What `ttl` is set to when it is referred to."""
    is_soft: bool = False
    """Loaded for one turn only, because a request named it."""
    summary: int = 0
    """The entry whose metadata sums it up; 0: none."""


class Move(msgspec.Struct, array_like=True, frozen=True):
    """What became of one turn, and why."""

    turn: int
    what: str
    topic: int
    entities: dict[str, float]
    """What the turn is about, and how much each name counts."""
    categories: list[str]
    before: int = -1
    """The topic that was at hand."""
    entity_share: float = 0.0
    """Share of its entities that the topic at hand (or returned to) has."""
    category_share: float = 0.0


def group(
    turn: int,
    entities: dict[str, float],
    categories: list[str],
    topics: Sequence[Topic],
    current: int,
    candidates: Iterable[int],
    replied: Collection[str],
    rules: TopicRules,
) -> Move:
    """The move of one turn; `candidates` are earlier topics that share a name.

    What the agent `replied` just now belongs to the topic at hand.
    """

    def move(what: str, topic: int, e: float = 0.0, c: float = 0.0) -> Move:
        return Move(turn, what, topic, entities, categories, current, e, c)

    if current < 0:
        return move(NEW, len(topics))
    if not entities and not categories:
        new = rules.drift == "new"
        return move(NEW, len(topics)) if new else move(DRIFT, current)
    here = topics[current]
    shares = _shares(entities, categories, here, replied)
    same, alike = _go_on(entities, categories, here, rules, replied)
    if same and alike:
        return move(EXTEND, current, *shares)
    if rules.returns and entities:
        found = _earlier(entities, categories, topics, candidates, rules)
        if found is not None and found != current:
            return move(RETURN, found, *_shares(entities, categories, topics[found]))
    return move(SUBTOPIC if same else SHIFT, len(topics), *shares)


def _earlier(
    entities: dict[str, float],
    categories: list[str],
    topics: Sequence[Topic],
    candidates: Iterable[int],
    rules: TopicRules,
) -> int | None:
    """The earlier topic that fits best on both sides; of equals the newest."""
    best: tuple[float, int] | None = None
    for index in candidates:
        topic = topics[index]
        if topic.entities and all(_go_on(entities, categories, topic, rules)):
            share = _shares(entities, categories, topic)[0]
            best = max(best or (share, index), (share, index))
    return best[1] if best else None


def _shares(
    entities: dict[str, float],
    categories: list[str],
    topic: Topic,
    replied: Collection[str] = (),
) -> tuple[float, float]:
    kinds = dict.fromkeys(categories, 1.0)
    names = {*topic.entities, *replied}
    return _share(entities, names), _share(kinds, topic.categories)


def _go_on(
    entities: dict[str, float],
    categories: list[str],
    topic: Topic,
    rules: TopicRules,
    replied: Collection[str] = (),
) -> tuple[bool, bool]:
    """Whether a turn goes on with a topic, by its entities and by its categories."""
    e, c = _shares(entities, categories, topic, replied)
    joins = rules.unnamed == "joins"
    return (
        not entities
        or (joins and not topic.entities)
        or _reaches(e, rules.entity_overlap),
        not categories
        or (joins and not topic.categories)
        or _reaches(c, rules.category_overlap),
    )


def _share(names: dict[str, float], have: Collection[str]) -> float:
    total = sum(names.values())
    shared = sum(weight for name, weight in names.items() if name in have)
    return shared / total if total else 0.0


def _reaches(share: float, threshold: float) -> bool:
    return share > 0 and share >= threshold - 1e-9
