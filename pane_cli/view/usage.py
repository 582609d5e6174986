"""Fold: what the provider counted, once an answer however often it was written."""

from __future__ import annotations

import msgspec

from pane_cli.session.types import Entry, Usage


class Answer(msgspec.Struct):
    """One answer of a model."""

    n: int
    model: str | None
    ts: str | None
    usage: Usage


class Answers(msgspec.Struct):
    """Answers in order; several records of one answer keep the largest counts."""

    answers: list[Answer] = []
    by_message: dict[str, int] = {}

    def step(self, entry: Entry) -> None:
        """Take one entry in."""
        if entry.usage is None:
            return
        index = self.by_message.get(entry.msg) if entry.msg is not None else None
        if index is None:
            if entry.msg is not None:
                self.by_message[entry.msg] = len(self.answers)
            answer = Answer(entry.n, entry.model, entry.ts, entry.usage)
            self.answers.append(answer)
            return
        known = self.answers[index]
        known.usage = _largest(known.usage, entry.usage)
        known.model = known.model or entry.model

    def total(self) -> Usage:
        """The sum over all answers."""
        return Usage(
            input=sum(a.usage.input for a in self.answers),
            output=sum(a.usage.output for a in self.answers),
            cache_read=sum(a.usage.cache_read for a in self.answers),
            cache_write=sum(a.usage.cache_write for a in self.answers),
        )


def _largest(one: Usage, other: Usage) -> Usage:
    return Usage(
        input=max(one.input, other.input),
        output=max(one.output, other.output),
        cache_read=max(one.cache_read, other.cache_read),
        cache_write=max(one.cache_write, other.cache_write),
    )
