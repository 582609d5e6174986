"""Fold: topics, as the turns made them, and how long each is still loaded.

A turn is grouped when the next one begins: only then is all of it said. Until then
`settled` shows what it would be. At each turn, in this order: topics grow older, those
that ran out are unloaded, what the request names is loaded for the turn, what was
recalled is loaded again, and the turn joins its topic, which is refreshed.
"""

from __future__ import annotations

from fnmatch import fnmatch
from typing import TYPE_CHECKING

import msgspec

from pane_cli.session.types import Entry
from pane_cli.view.grouping import DRIFT, Move, Topic, group
from pane_cli.view.lexicon import Lexicon
from pane_cli.view.saying import Saying, without

if TYPE_CHECKING:
    from pane_cli.rules.schema import Rules
    from pane_cli.rules.topics import Topics as TopicRules
    from pane_cli.view.recalls import Recalls
    from pane_cli.view.rows import Row

_BEGINS = 2.0
"""What a turn's names weigh at least to begin a topic; less can only go on with one."""


class Topics(msgspec.Struct):
    """Topics so far, and the turn that is running."""

    topics: list[Topic] = []
    current: int = -1
    """The topic at hand; -1: none yet."""
    moves: list[Move] = []
    """What became of each turn."""
    owner: dict[int, int] = {}
    """Turn to its topic."""
    index: dict[str, list[int]] = {}
    """Entity to the topics that named it."""
    counts: dict[str, int] = {}
    """Entity to how many turns named it."""
    fresh: list[str] = []
    """What the last turn named, and the agent's last words in it."""
    saying: Saying = msgspec.field(default_factory=Saying)
    recalled: int = 0
    """Recalls that were taken in."""

    def step(self, entry: Entry, context: Context) -> None:
        """Take one entry in."""
        if entry.kind == "text" and entry.role == "user":
            self._begin(entry.turn, context)
            text = without(entry.text, context.host_text)
            self.saying.request(text, context.lexicon, self.index)
        elif self.saying.turn < 0 or entry.role != "assistant":
            return  # before the first request, or what a tool printed
        elif entry.kind == "call":
            self.saying.call(entry, context.lexicon)
        elif entry.kind == "text":
            self.saying.reply(entry, context.lexicon)

    def _begin(self, turn: int, context: Context) -> None:
        if turn != self.saying.turn:
            self.close(context)
            self.saying = Saying(turn)

    def settled(self, context: Context) -> Topics:
        """As it is once the running turn is over; unanswered, it joins no topic yet."""
        from copy import deepcopy  # most commands never ask

        made = deepcopy(self)
        made.close(context, is_over=made.saying.answered)
        made.saying = Saying()
        return made

    def close(self, context: Context, is_over: bool = True) -> None:
        """Take the running turn in."""
        said, rules = self.saying, context.rules.topics
        if said.turn < 0:
            return
        self._tick(said, rules.tick == "all")
        self._load_softly(said, rules.soft)
        self._load_recalled(context)
        if is_over:
            self._join(said, context)

    def _tick(self, said: Saying, is_all: bool) -> None:
        for number, topic in enumerate(self.topics):
            if topic.ttl and number in said.refers and not is_all:
                topic.ttl, topic.is_soft = topic.life, False
            elif topic.ttl:
                topic.ttl -= 1
                topic.is_soft = topic.is_soft and topic.ttl > 0

    def _load_softly(self, said: Saying, most: int) -> None:
        for number in self.named(said.refers)[:most]:
            self.topics[number].ttl, self.topics[number].is_soft = 1, True

    def named(self, refers: dict[int, int]) -> list[int]:
        """Topics to load softly: named most often, then newest, and not there already.

        Not where a loaded topic has the same entities.
        """
        there = {tuple(topic.entities) for topic in self.topics if topic.ttl}
        ranked = sorted(refers, key=lambda n: (-refers[n], -self.topics[n].turns[-1]))
        return [
            n
            for n in ranked
            if not self.topics[n].ttl and tuple(self.topics[n].entities) not in there
        ]

    def _load_recalled(self, context: Context) -> None:
        recalls = context.recalls.recalls
        for recall in recalls[self.recalled :]:
            turns = set(recall.turns)
            for first, last in recall.spans:
                rows = context.rows[max(first, 1) - 1 : min(last, recall.n - 1)]
                turns.update(row.turn for row in rows)
            for number in {self.owner[turn] for turn in turns if turn in self.owner}:
                topic = self.topics[number]
                topic.ttl, topic.is_soft = topic.life, False
        self.recalled = len(recalls)

    def _join(self, said: Saying, context: Context) -> None:
        rules = context.rules.topics
        entities, tags = self._entities(said, rules.entities)
        taken_up = set(self.fresh) if said.entities is None else set[str]()
        categories = said.categories if said.categories is not None else said.kinds()
        found = {n for name in entities for n in self.index.get(name, ())}
        move = group(
            said.turn,
            entities,
            categories,
            self.topics,
            self.current,
            found,
            taken_up,
            rules,
        )
        if move.topic == len(self.topics):
            self.topics.append(Topic(sorted(entities), sorted(categories)))
        for name in tags:
            self.counts[name] = self.counts.get(name, 0) + 1
        self.fresh = list(dict.fromkeys((*tags, *said.replied)))
        self._move(move, said, context)

    def _move(self, move: Move, said: Saying, context: Context) -> None:
        rules, topic = context.rules.topics, self.topics[move.topic]
        if move.topic != self.current and self.current >= 0 and said.summary:
            self.topics[self.current].summary = said.summary
        topic.turns.append(said.turn)
        self._tag(move)
        _take_on(topic, move, rules)
        topic.life = _lifetime(topic, move, said, context.rules) or rules.ttl
        if move.what != DRIFT or rules.drift == "refresh":
            topic.ttl, topic.is_soft = topic.life, False
        self.current = move.topic
        self.moves.append(move)
        self.owner[said.turn] = move.topic

    def _entities(self, said: Saying, most: int) -> tuple[dict[str, float], list[str]]:
        """What the turn is about, and all that it named."""
        if said.entities is not None:
            return dict.fromkeys(said.entities, 1.0), said.entities
        weighed = said.weighed(self.counts, len(self.moves))
        if sum(weighed.values()) < _BEGINS:
            here = self.topics[self.current].entities if self.current >= 0 else ()
            weighed = {n: weight for n, weight in weighed.items() if n in here}
        return dict(list(weighed.items())[:most]), list(weighed)

    def _tag(self, move: Move) -> None:
        topic = self.topics[move.topic]
        topic.naming += bool(move.entities)
        for name in move.entities:
            topic.tags[name] = topic.tags.get(name, 0) + 1
            known = self.index.setdefault(name, [])
            if move.topic not in known:
                known.append(move.topic)


class Context:
    """What the fold reads beside the entries: rules, and what other folds know."""

    def __init__(
        self, rules: Rules, folder: str, rows: list[Row], recalls: Recalls
    ) -> None:
        self.rules, self.rows, self.recalls = rules, rows, recalls
        self.host_text = rules.summary.host_text
        self.lexicon = Lexicon(rules.topics, folder)


def _take_on(topic: Topic, move: Move, rules: TopicRules) -> None:
    """The names of a turn, where the topic grows or has none of their sort."""
    grows = rules.fingerprint == "growing"
    if grows or not topic.entities:
        least = rules.core * topic.naming
        topic.entities = sorted(n for n, count in topic.tags.items() if count >= least)
    if grows or not topic.categories:
        topic.categories = sorted({*topic.categories, *move.categories})


def _lifetime(topic: Topic, move: Move, said: Saying, rules: Rules) -> int:
    """By the first of `topics.lifetimes` that the turn meets, else as it was."""
    for row in rules.topics.lifetimes:
        meets = (
            row.category is None or row.category in move.categories,
            row.glob is None or any(fnmatch(path, row.glob) for path in said.files),
            row.tool is None or any(fnmatch(tool, row.tool) for tool in said.tools),
            row.topic is None or any(fnmatch(n, row.topic) for n in topic.entities),
        )
        if all(meets):
            return row.turns
    return topic.life
