"""Folds: what the provider counted, once an answer; and what a token is worth."""

from __future__ import annotations

import msgspec

from pane_cli.session.types import Entry, Usage
from pane_cli.text.tokens import BLOCK_TOKENS, CHARS_PER_TOKEN, calibrate
from pane_cli.view.rows import CONTEXT_KINDS, Row

_KEPT = 40
"""Pairs kept a model: enough for eight usable ones, most are too small."""


class Answer(msgspec.Struct, array_like=True):
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


class Calibration(msgspec.Struct):
    """What a token is worth, per model, measured.

    Prompts of consecutive requests differ by what was added between them; a prompt that
    shrank was compacted.
    """

    pairs: dict[str, list[tuple[int, int]]] = {}
    """Model to (characters added, tokens added), the newest."""
    prompt: int = 0
    added: int = 0
    """Estimated tokens, without framing, of what came since the last request."""
    blocks: int = 0
    answer: str | None = None

    def step(self, entry: Entry, row: Row) -> None:
        """Take one entry in."""
        if row.side or row.kind == "note":
            return
        usage = entry.usage
        if usage is not None and usage.prompt and entry.msg != self.answer:
            self._request(entry.model or "?", usage.prompt)
            self.answer = entry.msg
        if row.kind in CONTEXT_KINDS:
            self.added += row.tokens - BLOCK_TOKENS
            self.blocks += 1

    def _request(self, model: str, prompt: int) -> None:
        tokens = prompt - self.prompt - BLOCK_TOKENS * self.blocks
        if self.prompt and tokens > 0:
            pairs = self.pairs.setdefault(model, [])
            pairs.append((int(self.added * CHARS_PER_TOKEN), tokens))
            del pairs[:-_KEPT]
        self.prompt, self.added, self.blocks = prompt, 0, 0

    def chars_per_token(self, model: str | None) -> float | None:
        """The lowest of the last eight usable measurements; None: none yet."""
        return calibrate(self.pairs.get(model or "?", ()))


def _largest(one: Usage, other: Usage) -> Usage:
    return Usage(
        input=max(one.input, other.input),
        output=max(one.output, other.output),
        cache_read=max(one.cache_read, other.cache_read),
        cache_write=max(one.cache_write, other.cache_write),
    )
