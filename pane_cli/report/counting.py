"""One session on its way to being summed: which entries count, and what they are.

What an earlier session holds already (a fork begins with a copy of its parent) is set
aside: told by record and message ids, or by what the transcript says is inherited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pane_cli.report.records import Records, Share
from pane_cli.session.types import Amend, Entry, Line
from pane_cli.view.usage import Answers
from pane_cli.view.view import View, numbers

#: Notes and amends for what another session said before.
INHERITED = frozenset(("inherited", "replayed"))
_TITLE_CHARS = 400


class Counting:
    """Feed lines, then `close`; `view` is folded on the way.

    `known` are the hashed ids of earlier sessions; `keep` says which entries count.
    """

    def __init__(
        self, view: View, known: set[int], keep: Callable[[Entry], bool]
    ) -> None:
        self.view = view
        self.counted: list[int] = []
        self.copies: list[int] = []
        self.ids: set[int] = set()
        """Record and message ids, hashed."""
        self.answers = Answers()
        self.shares: dict[int, Share] = {}
        self.times: dict[int, str] = {}
        self.title = view.header.title or ""
        self._models: dict[str, str] = {}
        self._known, self._keep = known, keep
        self._records = Records()
        self._is_copy = False
        self._record: object = None
        self._inherited: set[int] = set()

    def step(self, line: Line) -> None:
        """Take one line in."""
        self.view.step(line)
        if isinstance(line, Entry) and 1 <= line.n <= self.view.last:
            self._entry(line)
        elif isinstance(line, Amend) and line.what in INHERITED:
            self._inherited.update(numbers(line.entries))

    def close(self) -> None:
        """No more lines will come."""
        self._share(self._records.close())
        lost = self._inherited
        if lost:
            self.copies += [n for n in self.counted if n in lost]
            self.counted = [n for n in self.counted if n not in lost]
            answers = self.answers.answers
            self.answers.answers = [one for one in answers if one.n not in lost]

    def model(self, n: int) -> str | None:
        """The model that said it."""
        return self._models.get(self.view.row(n).msg or f"#{n}")

    def _entry(self, entry: Entry) -> None:
        self._share(self._records.step(entry))
        record = entry.src or entry.n
        if entry.id is not None or record != self._record:
            self._is_copy = self._is_known(entry)
        self._record = record
        self.ids.update(hash(id) for id in (entry.id, entry.msg) if id is not None)
        if self._is_copy:
            self.copies.append(entry.n)
        elif self._keep(entry):
            self._take(entry)

    def _take(self, entry: Entry) -> None:
        self.counted.append(entry.n)
        self.answers.step(entry)
        if entry.ts is not None:
            self.times[entry.n] = entry.ts
        if entry.model is not None:
            self._models.setdefault(entry.msg or f"#{entry.n}", entry.model)
        if not self.title and entry.kind == "text" and entry.role == "user":
            self.title = entry.text[:_TITLE_CHARS]

    def _is_known(self, entry: Entry) -> bool:
        if entry.kind == "note" and entry.what in INHERITED:
            return True
        ids = (id for id in (entry.id, entry.msg) if id is not None)
        return any(hash(id) in self._known for id in ids)

    def _share(self, shares: Iterable[Share]) -> None:
        for share in shares:
            self.shares[share.n] = share
