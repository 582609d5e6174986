"""Rows, turns and steps: the shape of a session without its text.

A turn is a request and everything up to the next; a step is one assistant message, its
calls and their results. A call and its result are always in one step.
"""

from __future__ import annotations

import zlib

import msgspec

from pane_cli.session.types import Entry
from pane_cli.text.tokens import BLOCK_TOKENS, IMAGE_TOKENS, estimate

#: Kinds that a model sees; notes are the host's and thinking is the model's own.
CONTEXT_KINDS = frozenset(("text", "call", "result", "image"))


class Row(msgspec.Struct, array_like=True, gc=False):
    """One entry without its text: what the folds and the planner need of it."""

    n: int
    turn: int
    kind: str
    role: str
    step: int = -1
    """Index into the view's steps; -1: in none (requests, notes, side entries)."""
    tokens: int = 0
    chars: int = 0
    tool: str | None = None
    call: str | None = None
    msg: str | None = None
    what: str | None = None
    error: bool = False
    exit: int | None = None
    side: bool = False
    digest: int = 0
    """Of a result's text, to find it again word for word; 0: too short to matter."""
    foreign: int = 0
    """Characters beyond ASCII, whose tokens no calibration lowers."""
    digits: int = 0
    """Digits among the characters: what is mostly digits is data."""


#: Shorter results cost no more than the line that would name their first copy.
_DIGESTED_CHARS = 160


class Turn(msgspec.Struct, array_like=True):
    """One turn, `t4`; t0 is whatever precedes the first request."""

    number: int
    first: int
    last: int
    requests: list[int] = []
    """Entries in which the user speaks."""
    steps: list[int] = []


class Step(msgspec.Struct, array_like=True):
    """One assistant message with its calls and results, by entry number."""

    turn: int
    entries: list[int] = []


class Shape(msgspec.Struct):
    """Fold: rows, turns and steps."""

    rows: list[Row] = []
    turns: list[Turn] = []
    steps: list[Step] = []
    calls: dict[str, int] = {}
    """Call id to the newest call of that id: some providers count anew each turn."""
    results: dict[int, int] = {}
    """Entry of a call to the entry of its (first) result."""
    last_ts: str | None = None
    messages: dict[str, int] = {}
    """Message id to its step, within the running turn."""

    def step(self, entry: Entry, per_token: float | None) -> Row:
        """Take one entry in; `per_token` characters are a token, None: by its kind."""
        row = _row(entry, per_token)
        while len(self.rows) < entry.n - 1:  # a filter upstream took lines out
            missing = len(self.rows) + 1
            self.rows.append(Row(missing, entry.turn, "gap", "system"))
        self.rows.append(row)
        turn = self._turn(row)
        if entry.ts is not None and row.kind in CONTEXT_KINDS:
            self.last_ts = entry.ts
        if row.side or row.kind in ("note", "gap"):
            return row
        if row.role == "user" and row.kind in ("text", "image"):
            turn.requests.append(row.n)
        else:
            self._place(row, turn)
        return row

    def vanish(self, gone: set[int]) -> None:
        """Pair calls and results anew where a rewritten source tells one in new words.

        `gone` are the entries that it no longer tells.
        """
        for call, result in list(self.results.items()):
            name = self.rows[call - 1].call
            if call in gone and result not in gone:
                newer = self.calls.get(name or "", call)
                if newer not in gone and newer not in self.results:
                    self.results[newer] = self.results.pop(call)
                    self._move(result, self.rows[newer - 1].step)
            elif result in gone and call not in gone:
                for n in self.steps[self.rows[call - 1].step].entries:
                    row = self.rows[n - 1]
                    if row.kind == "result" and row.call == name and n not in gone:
                        self.results[call] = n

    def _move(self, n: int, step: int) -> None:
        self.steps[self.rows[n - 1].step].entries.remove(n)
        self.steps[step].entries.append(n)
        self.rows[n - 1].step = step

    def _turn(self, row: Row) -> Turn:
        if not self.turns or self.turns[-1].number != row.turn:
            self.turns.append(Turn(row.turn, row.n, row.n))
            self.messages.clear()
        turn = self.turns[-1]
        turn.last = row.n
        return turn

    def _place(self, row: Row, turn: Turn) -> None:
        index = self._step_of(row, turn)
        if index is None:
            index = len(self.steps)
            self.steps.append(Step(turn.number))
            turn.steps.append(index)
        row.step = index
        self.steps[index].entries.append(row.n)
        if row.msg is not None:
            self.messages[row.msg] = index
        if row.call is not None and row.kind == "call":
            self.calls[row.call] = row.n
        elif row.call in self.calls:
            self.results.setdefault(self.calls[row.call], row.n)

    def _step_of(self, row: Row, turn: Turn) -> int | None:
        if row.kind == "result":
            call = self.calls.get(row.call or "")
            if call is not None:
                return self.rows[call - 1].step
            return turn.steps[-1] if turn.steps else None
        if row.msg is not None:
            return self.messages.get(row.msg)
        if not turn.steps or row.role == "user":
            return None
        # Without message ids, an answer goes on until a result comes between.
        last = self.rows[self.steps[turn.steps[-1]].entries[-1] - 1]
        return turn.steps[-1] if last.role == "assistant" else None


def _row(entry: Entry, per_token: float | None) -> Row:
    chars, foreign = len(entry.text), _foreign(entry.text)
    digits = _digits(entry.text)
    tokens = 0
    if entry.kind == "image":
        tokens = IMAGE_TOKENS
    elif entry.kind == "call":
        arguments = msgspec.json.encode(entry.args).decode("utf-8")
        chars, foreign = chars + len(arguments), foreign + _foreign(arguments)
        digits += _digits(arguments)
        tokens = estimate(arguments, per_token) + BLOCK_TOKENS
    elif entry.kind != "note":
        tokens = estimate(entry.text, per_token) + BLOCK_TOKENS
    return Row(
        entry.n,
        entry.turn,
        entry.kind,
        entry.role,
        tokens=tokens,
        chars=chars,
        tool=entry.tool,
        call=entry.call,
        msg=entry.msg,
        what=entry.what,
        error=entry.error,
        exit=entry.exit,
        side=entry.side,
        digest=_digest(entry.text) if entry.kind == "result" else 0,
        foreign=foreign,
        digits=digits,
    )


def _foreign(text: str) -> int:
    return 0 if text.isascii() else len(text) - len(text.encode("ascii", "ignore"))


def _digits(text: str) -> int:
    raw = text.encode("ascii", "ignore")
    return len(raw) - len(raw.translate(None, b"0123456789"))


def _digest(text: str) -> int:
    if len(text) < _DIGESTED_CHARS:
        return 0
    # Both sums: no accident, 64 bits, and cheaper to load than hashlib.
    raw = text.encode("utf-8", "surrogatepass")
    return zlib.crc32(raw) << 32 | zlib.adler32(raw)
