"""Fold: topics, as the turns made them, and how long each is still loaded.

A turn is grouped when the next one begins: only then is all of it said. Until then
`settled` shows what it would be. At each turn, in this order: topics grow older, those
that ran out are unloaded, what the request names is loaded for the turn, what was
recalled is loaded again, and the turn joins its topic, which is refreshed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from pane_cli.session.types import Entry
from pane_cli.view.grouping import DRIFT, Move, Topic, group
from pane_cli.view.lexicon import Lexicon
from pane_cli.view.lifetimes import lifetime, load_softly, refresh, tick
from pane_cli.view.saying import Saying, users_words

if TYPE_CHECKING:
    from pane_cli.rules.schema import Rules
    from pane_cli.rules.topics import Topics as TopicRules
    from pane_cli.view.recalls import Recalls
    from pane_cli.view.rows import Row

#: Kinds of entries that say what a turn is about; what a tool prints is not asked.
NAMING = frozenset(("text", "call", "image"))
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
        if entry.role == "user" and entry.turn != self.saying.turn:
            self.close(context)
            self.saying = Saying(entry.turn)
        if entry.kind == "text" and entry.role == "user":
            text = users_words(entry.text, context.host_text)
            self.saying.request(text, context.lexicon, self.index)
        elif self.saying.turn < 0 or entry.role != "assistant":
            return  # before the first request, or what a tool printed
        elif entry.kind == "call":
            self.saying.call(entry, context.lexicon)
        elif entry.kind == "text":
            self.saying.reply(entry, context.lexicon)
            context.last_words = entry.text

    def hold(self, context: Context) -> None:
        """Keep the names of the agent's last words, instead of the words."""
        self._hold_fresh(context)
        if context.last_words:
            self.saying.last_words(context.last_words, context.lexicon)
            context.last_words = ""

    def _hold_fresh(self, context: Context) -> None:
        """The same of those that ended the turn before; few turns ask for them."""
        if context.fresh_words:
            ended = Saying()
            ended.last_words(context.fresh_words, context.lexicon)
            self.fresh = list(dict.fromkeys((*self.fresh, *ended.replied)))
            context.fresh_words = ""

    def settled(self, context: Context) -> Topics:
        """As it is once the running turn is over; unanswered, it joins no topic yet."""
        from copy import deepcopy  # most commands never ask

        self.hold(context)
        made = deepcopy(self)
        made.close(context, is_over=made.saying.answered)
        made.saying = Saying()
        return made

    def close(self, context: Context, is_over: bool = True) -> None:
        """Take the running turn in."""
        said, rules = self.saying, context.rules.topics
        if said.turn < 0:
            return
        tick(self.topics, said.refers, rules.tick == "all")
        load_softly(self.topics, said.refers, rules.soft)
        self._load_recalled(context)
        if is_over:
            self._join(said, context)

    def _load_recalled(self, context: Context) -> None:
        recalls = context.recalls.recalls
        for recall in recalls[self.recalled :]:
            turns = set(recall.turns)
            for first, last in recall.spans:
                rows = context.rows[max(first, 1) - 1 : min(last, recall.n - 1)]
                turns.update(row.turn for row in rows)
            for number in {self.owner[turn] for turn in turns if turn in self.owner}:
                refresh(self.topics[number])
        self.recalled = len(recalls)

    def _join(self, said: Saying, context: Context) -> None:
        rules = context.rules.topics
        entities, tags = self._entities(said, rules.entities)
        taken_up = self._taken_up(said, entities, context)
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
        held = () if context.last_words else said.replied  # newer words count
        self.fresh = list(dict.fromkeys((*tags, *held)))
        context.fresh_words, context.last_words = context.last_words, ""
        self._move(move, said, context)

    def _taken_up(
        self, said: Saying, entities: Iterable[str], context: Context
    ) -> set[str]:
        """What the last turn named: of no account where the topic at hand has all."""
        here = self.topics[self.current].entities if self.current >= 0 else ()
        if said.entities is not None or set(entities).issubset(here):
            return set()
        self._hold_fresh(context)
        return set(self.fresh)

    def _move(self, move: Move, said: Saying, context: Context) -> None:
        rules, topic = context.rules.topics, self.topics[move.topic]
        if move.topic != self.current and self.current >= 0 and said.summary:
            self.topics[self.current].summary = said.summary
        topic.turns.append(said.turn)
        self._tag(move)
        _take_on(topic, move, rules)
        topic.life = lifetime(topic, move, said, rules.lifetimes) or rules.ttl
        if move.what != DRIFT or rules.drift == "refresh":
            refresh(topic)
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
        self.last_words = ""
        """The agent's, until their names are looked for."""
        self.fresh_words = ""
        """Those that ended the turn before."""


def _take_on(topic: Topic, move: Move, rules: TopicRules) -> None:
    """The names of a turn, where the topic grows or has none of their sort."""
    grows = rules.fingerprint == "growing"
    if grows or not topic.entities:
        least = rules.core * topic.naming
        topic.entities = sorted(n for n, count in topic.tags.items() if count >= least)
    if grows or not topic.categories:
        topic.categories = sorted({*topic.categories, *move.categories})
