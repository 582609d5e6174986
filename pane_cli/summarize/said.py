"""Sections of sentences, word for word: decisions with their reasons, and numbers.

Which sentences is a matter of the rules' cues: words, and patterns of numbers, that are
sought in what user and agent said, code blocks aside, in lower case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from pane_cli.rules.schema import Section
from pane_cli.summarize.lines import TAIL_CHARS, Line, Material, limit_of
from pane_cli.summarize.runs import only_looks
from pane_cli.text.clip import one_line
from pane_cli.view.command_lines import command_key

#: Between sentences: the end of a line, or of a sentence before a space.
_BORDER = re.compile(r"\n|(?<=[.!?])[\"')*_]{0,3}[ \t]+|(?<=[。！？])")
_BULLET = re.compile(r"\s*(?:[-*+>•]|\d{1,3}[.)]|#{1,6})?\s+")
#: What a sentence ends with that asks, or announces what comes.
_NOT_SAID = ("?", "？", ":", "：")
_DIGITS = re.compile(r"\d+")
_FENCE = "```"
_RUNS = 20
#: What was measured stands at the end of what a run prints.
_LINES_A_RUN = 3


class Cue(NamedTuple):
    """A rule that asks for a sentence: by words, or else by a pattern."""

    rule: str
    words: str = ""
    pattern: re.Pattern[str] | None = None
    by: str | None = None
    """Who must have said it; None: anybody."""

    def is_in(self, text: str) -> bool:
        """Whether it asks for a sentence, in lower case."""
        if self.pattern is not None:
            return self.pattern.search(text) is not None
        return _holds(self.words, text)


def decisions(material: Material, section: Section) -> list[Line]:
    """What was decided and why, and the conditions that the user set."""
    rules = material.rules.cues
    cues = [
        *_words("decided", rules.decided),
        *_words("wanted", rules.wanted, "user"),
        *_words("reasons", rules.reasons),
    ]
    lines: dict[str, Line] = {}
    for n, role, sentence, place in _spoken(material, cues):
        words = partial(_quoted, role, sentence, section)
        worth = (len(cues) - place) * material.view.last + n
        lines[sentence] = Line(n, n, words, cues[place].rule, worth)
    return sorted(lines.values(), key=lambda line: line.first)


def numbers(material: Material, section: Section) -> list[Line]:
    """Lines that say what was measured: the agent's, and what its runs printed."""
    cues = _patterns("measured", material.rules.cues.measured, "assistant")
    found = [(n, text, place) for n, _, text, place in _spoken(material, cues)]
    cues = [cue._replace(by=None) for cue in cues]
    for n in _runs(material):
        text = material.text(n)[-TAIL_CHARS:]
        printed = list(_found(text, "tool", cues))[-_LINES_A_RUN:]
        found += ((n, line, place) for line, place in printed)
    found.sort(key=lambda item: item[0])
    # Of lines that differ in their numbers alone, the first and the newest.
    shapes = [(_DIGITS.sub("0", text), i) for i, (_, text, _) in enumerate(found)]
    places = {*dict(shapes).values(), *dict(shapes[::-1]).values()}
    kept = [found[i] for i in sorted(places)]
    return [
        _measured(n, list(group), cues, section)
        for n, group in groupby(kept, key=lambda item: item[0])
    ]


def _measured(
    n: int, found: list[tuple[int, str, int]], cues: Sequence[Cue], section: Section
) -> Line:
    """What one entry says of numbers: a table's rows belong together."""
    text = " · ".join(line for _, line, _ in found)
    words = partial(one_line, text, limit_of(section))
    return Line(n, n, words, cues[found[0][2]].rule, n)


def _spoken(
    material: Material, cues: Sequence[Cue]
) -> Iterator[tuple[int, str, str, int]]:
    """Entry, role, sentence and cue of what user and agent said."""
    running = material.view.newest
    whole = running.requests if running else []  # they stand in the task state
    for row in material.rows:
        if row.kind != "text" or not row.chars or row.n in whole:
            continue
        low = material.peek(row.n).lower()  # most texts need no cleaning
        if _present(low, row.role, cues):
            for sentence, place in _found(material.text(row.n), row.role, cues):
                yield row.n, row.role, sentence, place


def _found(text: str, role: str, cues: Sequence[Cue]) -> Iterator[tuple[str, int]]:
    """Sentences that a cue asks for, each with the place of the first such cue."""
    mine = _present(text.lower(), role, cues)
    spoken = "\n".join(text.split(_FENCE)[::2]) if mine else ""  # no code blocks
    for part in _BORDER.split(spoken):
        low = part.lower()
        found = next((i for i, cue in mine if cue.is_in(low)), None)
        if found is not None:
            sentence = _BULLET.sub("", f" {part}", count=1).strip()
            if not sentence.endswith(_NOT_SAID):
                yield sentence, found


def _present(low: str, role: str, cues: Sequence[Cue]) -> list[tuple[int, Cue]]:
    """Cues, with their places, that may ask for a sentence of a text."""
    return [
        (place, cue)
        for place, cue in enumerate(cues)
        if cue.by in (None, role)
        and (cue.words in low if cue.pattern is None else cue.pattern.search(low))
    ]


def _runs(material: Material) -> Iterator[int]:
    """Results of the newest commands that were no mere looks, each command once."""
    if material.is_handoff:
        return
    seen: set[str] = set()
    for command in reversed(material.view.work.commands):
        key = command_key(command.line)
        if len(seen) >= _RUNS:
            return
        if key in seen or only_looks(key, material.rules.looks):
            continue
        seen.add(key)
        if command.result > material.since and command.call not in material.view.off:
            yield command.result


def _quoted(role: str, sentence: str, section: Section) -> str:
    who = "user" if role == "user" else "agent"
    return one_line(f"{who}: {sentence}", limit_of(section))


def _words(name: str, words: Sequence[str], by: str | None = None) -> list[Cue]:
    return [Cue(f'summary.cues.{name} "{w}"', w, by=by) for w in words]


def _patterns(name: str, patterns: Sequence[str], by: str | None) -> list[Cue]:
    return [
        Cue(f"summary.cues.{name}[{place}]", "", re.compile(pattern), by)
        for place, pattern in enumerate(patterns)
    ]


def _holds(words: str, text: str) -> bool:
    """Whether a text holds words, and not as a part of longer ones.

    >>> _holds("only", "commonly done"), _holds("only", "read only")
    (False, True)
    """
    at = text.find(words)
    while at >= 0:
        end = at + len(words)
        if not (_joins(text[at - 1 : at + 1]) or _joins(text[end - 1 : end + 1])):
            return True
        at = text.find(words, at + 1)
    return False


def _joins(pair: str) -> bool:
    """Whether two letters are of one word; scripts without spaces have no such."""
    return len(pair) == 2 and pair.isascii() and pair.isalnum()
