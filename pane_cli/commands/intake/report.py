"""What a pass of `ingest` did: counted, and said on stderr."""

from __future__ import annotations

from pane_cli.commands.shared.sources import Skips, of_unknown_type
from pane_cli.commands.shared.terminal import say
from pane_cli.store.intake import Tally
from pane_cli.store.outcome import LEFT, Outcome
from pane_cli.store.walk import Found, Missing
from pane_cli.text.counts import counted

_FAILED = ("unreadable", "unknown", "session", "damaged")


class Report:
    """Counts outcomes, and says what the user must know."""

    def __init__(
        self, quiet: bool, verbose: bool, said: set[str] | None = None
    ) -> None:
        """`said`: messages of passes before, which are not said again."""
        self.status = 0
        self.skips = Skips(quiet, named=None if verbose else Skips.NAMED)
        self.quiet, self._verbose = quiet, verbose
        self._said: set[str] = set() if said is None else said
        self._total = Tally()
        self._files = self._new = self._grown = 0
        self._left: dict[str, int] = {}

    @property
    def has_news(self) -> bool:
        """Whether any session is new or has grown."""
        return bool(self._new or self._grown)

    def missing(self, found: Missing) -> None:
        """A PATH that could not be looked at."""
        self._tell(f"{found.shown}: {found.problem}")
        if found.is_named:
            self.status = 2

    def take(self, outcome: Outcome, found: Found) -> None:
        """Count one source."""
        self._files += 1
        self._new += outcome.new
        self._grown += outcome.grown
        for name in self._total.__struct_fields__:
            count = getattr(self._total, name) + getattr(outcome.tally, name)
            setattr(self._total, name, count)
        if outcome.status in LEFT:
            self._left[outcome.status] = self._left.get(outcome.status, 0) + 1
        if outcome.status in _FAILED:
            self._failed(outcome, found)
        elif outcome.status == "empty" and found.is_named:
            self._tell(f"{found.shown}: empty, nothing to read", self.quiet)
        elif self._verbose:
            say(f"{found.shown}: {outcome.status}", self.quiet)

    def close(self) -> None:
        """The line of counts: its parts sum to the records seen."""
        self.skips.close()
        total = self._total
        seen = total.read + total.stored + total.skipped + total.held
        line = (
            f"{counted(self._files, 'file')}, {counted(seen, 'record')}: "
            f"{total.read:,} read, {total.stored:,} already stored, "
            f"{total.skipped:,} skipped (damaged), {total.held:,} held; "
            f"{counted(self._new, 'session')} new, {self._grown:,} grown"
        )
        if total.unknown:
            line += f"; {of_unknown_type(total.unknown)}"
        if self._left:
            words = {"unknown": "of no known format", "session": "sessions already"}
            parts = (f"{n:,} {words.get(k, k)}" for k, n in self._left.items())
            line += f"; files left out: {', '.join(parts)}"
        say(line, self.quiet)

    def _failed(self, outcome: Outcome, found: Found) -> None:
        if found.is_named:
            self.status = 2
        if not found.is_named and outcome.status in LEFT and not self._verbose:
            return
        problem = outcome.problem or f"{found.shown}: no record could be read"
        # As the user wrote it: the store knows sources by their absolute paths.
        self._tell(problem.replace(str(outcome.path), found.shown, 1))
        if outcome.hint and found.is_named:
            self._tell(outcome.hint)

    def _tell(self, message: str, quiet: bool = False) -> None:
        if message not in self._said:
            self._said.add(message)
            say(message, quiet)
