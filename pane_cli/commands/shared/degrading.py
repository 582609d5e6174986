"""Less, in time: what a command leaves out when its deadline nears.

Levels are tried in turn, each within a share of the time that is left; the last one has
no limit, and so the answer always comes. What was left out is named on stderr.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import msgspec

from pane_cli.commands.shared.terminal import say
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Rules

T = TypeVar("T")
#: Of the time that is left, what a level may take: the next ones need some, too.
_SHARE = 0.6
_LEAST = 0.001


class Level(NamedTuple):
    """How much is done."""

    name: str
    without: str
    """What it leaves out, in words."""
    recalls: bool = True
    by_meaning: bool = True
    picks_lines: bool = True

    reads: bool = True
    """What is not in the index is read."""

    def rules(self, rules: Rules) -> Rules:
        """The rules, less what this level leaves out."""
        replace = msgspec.structs.replace
        if not self.by_meaning:
            search = replace(rules.search, encoder="", second_encoder="")
            recall = replace(rules.recall, variants=0)
            rules = replace(rules, search=search, recall=recall)
        if not self.picks_lines:
            digest = replace(rules.assemble.digest, share=0.0)
            assemble = replace(rules.assemble, digest=digest, tail=1.0)
            rules = replace(rules, assemble=assemble)
        return rules


LEVELS = (
    Level("full", "nothing"),
    Level("words", "the encoder and second looks", by_meaning=False),
    Level("unrecalled", "what recall would find", recalls=False, by_meaning=False),
    Level("newest", "older words", False, False, False),
)


#: Those of recall, which has nothing to say where it found nothing in time.
RECALL_LEVELS = (
    *LEVELS[:2],
    Level("indexed", "what is not indexed yet", by_meaning=False, reads=False),
)


def in_time(
    seconds: float,
    work: Callable[[Level], T],
    levels: Sequence[Level],
    quiet: bool = False,
) -> T:
    """The same where also the last level has a limit: PaneError past the deadline."""
    from pane_cli.commands.hits.searching import time_limit
    from pane_cli.recall.patterns import TooSlow

    end = time.monotonic() + seconds
    for level in levels:
        share = 1 if level is levels[-1] else _SHARE
        try:
            with time_limit(max((end - time.monotonic()) * share, _LEAST)):
                found = work(level)
        except TooSlow:
            continue
        _tell(level, f"--deadline {seconds:g}", quiet)
        return found
    raise PaneError(
        f"--deadline {seconds:g}: nothing was found by then",
        "more seconds, or less to look at: -s ID, --project, FILE",
    )


def within(
    seconds: float | None,
    work: Callable[[Level], T],
    crowded: bool = False,
    quiet: bool = False,
) -> T:
    """What the first level gives that is done in time; None: there is no deadline.

    Where the store is `crowded`, the first level that is tried is `words`.
    """
    levels = LEVELS[1:] if crowded else LEVELS
    why = "the store is busy" if crowded else ""
    if seconds is None:
        _tell(levels[0], why, quiet)
        return work(levels[0])
    from pane_cli.commands.hits.searching import time_limit  # who has a deadline
    from pane_cli.recall.patterns import TooSlow

    end = time.monotonic() + seconds
    for level in levels[:-1]:
        try:
            with time_limit(max((end - time.monotonic()) * _SHARE, _LEAST)):
                found = work(level)
        except TooSlow:
            why = f"--deadline {seconds:g}"
            continue
        _tell(level, why, quiet)
        return found
    _tell(levels[-1], why, quiet)
    return work(levels[-1])


def _tell(level: Level, why: str, quiet: bool) -> None:
    if level is not LEVELS[0]:
        say(f"level {level.name}, without {level.without} ({why})", quiet)
