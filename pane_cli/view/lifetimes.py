"""How long topics stay loaded, in turns: what grows older, what is loaded again."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatch
from typing import TYPE_CHECKING

from pane_cli.view.grouping import Move, Topic

if TYPE_CHECKING:
    from pane_cli.rules.topics import Lifetime
    from pane_cli.view.saying import Saying


def refresh(topic: Topic) -> None:
    """Load a topic for its whole time."""
    topic.ttl, topic.is_soft = topic.life, False


def tick(topics: Sequence[Topic], refers: dict[int, int], is_all: bool) -> None:
    """A turn goes by; what it refers to does not grow older, unless all does."""
    for number, topic in enumerate(topics):
        if topic.ttl and number in refers and not is_all:
            refresh(topic)
        elif topic.ttl:
            topic.ttl -= 1
            topic.is_soft = topic.is_soft and topic.ttl > 0


def load_softly(topics: Sequence[Topic], refers: dict[int, int], most: int) -> None:
    """Load topics that a request names for one turn."""
    for number in softly(topics, refers)[:most]:
        topics[number].ttl, topics[number].is_soft = 1, True


def softly(topics: Sequence[Topic], refers: dict[int, int]) -> list[int]:
    """Topics to load softly: named most often, then newest, and not there already.

    `refers`: topics to how many of their names stand in the request. A topic is there
    already where a loaded one has the same entities.
    """
    there = {tuple(topic.entities) for topic in topics if topic.ttl}
    ranked = sorted(refers, key=lambda n: (-refers[n], -topics[n].turns[-1]))
    return [
        n
        for n in ranked
        if not topics[n].ttl and tuple(topics[n].entities) not in there
    ]


def lifetime(topic: Topic, move: Move, said: Saying, rows: Sequence[Lifetime]) -> int:
    """Turns that a topic lives: by the first row that its turn meets, or as it was."""
    for row in rows:
        meets = (
            row.category is None or row.category in move.categories,
            row.glob is None or any(fnmatch(path, row.glob) for path in said.files),
            row.tool is None or any(fnmatch(tool, row.tool) for tool in said.tools),
            row.topic is None or any(fnmatch(n, row.topic) for n in topic.entities),
        )
        if all(meets):
            return row.turns
    return topic.life
