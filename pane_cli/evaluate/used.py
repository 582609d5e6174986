"""What contexts of real sessions hold of what was used later, for the protocol."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pane_cli.assemble.assemble import DOES_NOT_FIT, Ask, Assembled, assemble
from pane_cli.assemble.budget import Budget
from pane_cli.assemble.copies import Printed, copies
from pane_cli.assemble.things import sort_of
from pane_cli.errors import PaneError
from pane_cli.evaluate.contestants import last
from pane_cli.evaluate.hindsight import CHARS
from pane_cli.evaluate.need import words
from pane_cli.evaluate.score import Case, case_at, score
from pane_cli.evaluate.shown import Shown
from pane_cli.evaluate.subject import Event, Subject

#: Tokens of each context.
BUDGET = 4_000
CUTS = (0.4, 0.6, 0.8)
_SORTS = {"path": "code", "name": "code", "command": "code", "number": "numbers"}
#: Letters of a word that says something in prose.
_TELLING = 6


class Used(NamedTuple):
    """What one session showed; sums."""

    cuts: int
    recall: float
    """Of what was needed, the share held by each context."""
    sufficient: int
    """Contexts that hold as much as a window of the same size, or more."""
    tokens: float
    """In the contexts' lines, what never leaves aside."""
    used: float
    """Of them, in lines that hold something that was needed."""
    full: float
    """Share of the budget that was used."""
    ages: dict[str, list[int]]
    """Domain to the answers between two uses of a thing."""
    copies: int
    false: int
    """Copies of which a line stands nowhere in what they point to."""
    labels: dict[tuple[int, str], bool]
    """Of each cut, the things before it, and whether they were needed."""


def used(subject: Subject) -> Used | None:
    """The measures of one session; None where too little was needed."""
    cases = [c for cut in subject.cuts(CUTS) if (c := case_at(subject, cut))]
    made = [(case, found) for case in cases if (found := _context(case)) is not None]
    if not made:
        return None
    scores = [score(case, found.text).all or 0.0 for case, found in made]
    windows = [score(c, last(c.past, BUDGET * CHARS)).all or 0.0 for c, _ in made]
    spent = [_spent(case, found) for case, found in made]
    events = subject.past(subject.view.last).events
    return Used(
        len(made),
        math.fsum(scores),
        sum(a >= b for a, b in zip(scores, windows, strict=True)),
        sum(whole for whole, _ in spent),
        sum(part for _, part in spent),
        math.fsum(len(found.text) / (BUDGET * CHARS) for _, found in made),
        _ages(events),
        *_copied(events, subject.view.rules.assemble.copies),
        {
            (case.past.view.last, thing): thing in case.needs
            for case, _ in made
            for event in case.past.events
            for thing in event.things
        },
    )


def _context(case: Case) -> Assembled | None:
    past = case.past
    size = Budget(None, BUDGET * CHARS, past.view.chars_per_token)
    ask = Ask(past.view, past.fetch, past.clean, past.command, size)
    try:
        return assemble(ask._replace(candidates=past.candidates))
    except PaneError as error:
        if error.status != DOES_NOT_FIT:
            raise
        return None


def _spent(case: Case, made: Assembled) -> tuple[float, float]:
    """Tokens of what a context brings back, and those in lines that were used."""
    choice, folder = made.context.choice, case.past.view.work.cwd
    running = case.past.view.newest
    asked = set(running.requests) if running else set()
    texts = [made.layout.whole(n) for n in choice.whole if n not in asked]
    texts += ["\n".join(shown.lines) for shown in choice.show.values()]
    whole = part = 0.0
    for line in "\n".join(texts).split("\n"):
        whole += len(line) / CHARS
        shown = Shown(line, folder)
        if any(map(shown.shows, case.needs)):
            part += len(line) / CHARS
    return whole, part


def _ages(events: Sequence[Event]) -> dict[str, list[int]]:
    """Answers between two uses of a thing by agent or user, by domain."""
    seen: dict[str, int] = {}
    found: dict[str, list[int]] = {"code": [], "prose": [], "numbers": []}
    answer = 0
    for event in events:
        answer += event.entry.kind == "call"
        if event.entry.kind == "result":
            continue
        for key, domain in sorted(_marks(event)):
            if seen.get(key, answer) < answer:
                found[domain].append(answer - seen[key])
            seen[key] = answer
    return found


def _marks(event: Event) -> Iterable[tuple[str, str]]:
    """What an entry uses: things of code and numbers, and the words of prose."""
    named = {(t, _SORTS[s]) for t in event.things if (s := sort_of(t)) in _SORTS}
    if event.entry.kind != "text":
        return named
    prose = {word for word in words(event.text) if len(word) >= _TELLING}
    return named | {(f"word {word}", "prose") for word in prose}


def _copied(events: Sequence[Event], least: int) -> tuple[int, int]:
    """Copies among results, and those that say what their text does not."""
    if not least:
        return 0, 0
    results = [e for e in events if e.entry.kind == "result"]
    texts = {e.entry.n: e.text for e in results}
    printed = {e.entry.n: Printed(str(e.entry.error), e.text) for e in results}
    found = copies(printed, least)
    false = sum(
        not {line.strip() for line in texts[n].splitlines()}
        <= {line.strip() for line in texts[of].splitlines()} | {""}
        for n, of in found.items()
    )
    return len(found), false
