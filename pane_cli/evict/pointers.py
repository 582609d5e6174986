"""Pointers: the one line that stands in place of what is out.

It says what it was and the command that brings it back from where it came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pane_cli.session.address import format_range
from pane_cli.session.types import Range
from pane_cli.text.clip import one_line
from pane_cli.view.describe import describe
from pane_cli.view.stands import StandIn
from pane_cli.view.view import View

_BY_CHARS = 40


class Pointer(NamedTuple):
    """What stands in for one range."""

    span: Range
    turns: Range
    tokens: int
    what: str
    note: str
    command: str
    text: str = ""
    """What somebody wrote to stand here, without secrets."""
    by: str = ""
    """Who wrote it."""

    def line(self) -> str:
        """`[out #2-40 · t1-t3 · 5,120 tokens] what · command`."""
        return self._line(self.what)

    def head(self) -> str:
        """The line above `text`, which does not repeat it."""
        return self._line(_rewritten(self.by))

    def whole(self) -> str:
        """The text under its head, quoted: it must not pass for an entry."""
        quoted = (f"> {line}".rstrip() for line in self.text.split("\n"))
        return "\n".join((self.head(), *quoted)) if self.text else self.line()

    def _line(self, what: str) -> str:
        first, last = self.turns
        turns = f"t{first}" if first == last else f"t{first}-t{last}"
        note = f" · {self.note}" if self.note else ""
        return (
            f"[out {format_range(*self.span)} · {turns} · {self.tokens:,} tokens]"
            f" {what}{note} · {self.command}"
        )


def pointers(
    view: View,
    out: Iterable[int],
    fetch: Callable[[int], str],
    clean: Callable[[str], str],
    command: str,
    most: int | None = None,
) -> list[Pointer]:
    """One pointer a range of `out`, in session order; the oldest merge past `most`.

    `command` is what recalls `{span}`; `fetch` gives an entry's text, `clean` takes
    secrets out of a text.
    """
    spans = joined(view, set(out))
    if most is not None and len(spans) > most > 0:
        older = spans[: len(spans) - most + 1]
        merged = (older[0][0], older[-1][1])
        spans = [merged, *spans[len(older) :]]
    return [pointer(view, span, fetch, clean, command) for span in spans]


def pointer(
    view: View,
    span: Range,
    fetch: Callable[[int], str],
    clean: Callable[[str], str],
    command: str,
    what: str | None = None,
) -> Pointer:
    """The pointer for one range; `what` stands for a description of it."""
    rows = view.rows[span[0] - 1 : span[1]]
    context, out = view.context, view.out
    seen = [row for row in rows if row.n in context] or rows
    notes = {out[row.n].note for row in seen if row.n in out}
    found = Pointer(
        span,
        (seen[0].turn, seen[-1].turn),
        sum(row.tokens for row in seen),
        "",
        "; ".join(sorted(clean(note) for note in notes if note)),
        command.format(span=format_range(*span)),
    )
    stand = view.stands.get(seen[0].n)
    if stand is None:
        said = describe(view, span, fetch, clean) if what is None else what
        return found._replace(what=said)
    begin = _begin(view, stand)
    if seen[0].n != begin:  # a part of it came back, and cut it in two
        return found._replace(what=f"{_rewritten(stand.by)} at #{begin}")
    text = clean(stand.text)
    words = f'"{one_line(text, view.rules.evict.pointer_chars)}"'
    what = f"{_rewritten(stand.by)}: {words}"
    return found._replace(what=what, text=text, by=stand.by)


def is_begin(view: View, n: int) -> bool:
    """Whether the text of a stand-in stands at entry `n`."""
    stand = view.stands.get(n)
    return stand is not None and n == _begin(view, stand)


def _begin(view: View, stand: StandIn) -> int:
    span = range(stand.first, stand.last + 1)
    return next(n for n in span if view.stands.get(n) is stand and view.is_context(n))


def _rewritten(by: str) -> str:
    return f"rewritten by {one_line(by, _BY_CHARS)}"


def joined(view: View, out: set[int]) -> list[Range]:
    """Ranges of what is out; what no model sees does not cut them, a stand-in does."""
    found: list[Range] = []
    for n in sorted(n for n in out if view.is_context(n)):
        last = found[-1][1] if found else 0
        gap = range(last + 1, n)
        is_apart = any(view.is_context(m) and m not in out for m in gap)
        if not last or is_apart or view.stands.get(last) is not view.stands.get(n):
            found.append((n, n))
        else:
            found[-1] = (found[-1][0], n)
    return found
