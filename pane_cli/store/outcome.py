"""What became of one source in a pass, and of which sources nothing is stored."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from pane_cli.store.catalog import SourceRow
from pane_cli.store.intake import Tally
from pane_cli.store.sourcebytes import digest
from pane_cli.transcripts.formats import NAMES

#: Nothing of these is stored; they are looked at again when pane knows more formats.
LEFT = ("unknown", "session", "forgotten")
FORMATS_KNOWN = digest(" ".join(NAMES).encode())


class Outcome(NamedTuple):
    """What became of one source."""

    path: Path
    status: str
    """stored, unchanged, held, empty, damaged, unreadable, or one of LEFT."""
    tally: Tally
    new: int = 0
    """Sessions that did not exist before."""
    grown: int = 0
    """Sessions that have more entries than before."""
    problem: str = ""
    hint: str = ""


def twin(id: str, path: Path) -> str:
    """The id of a session whose own is taken by another conversation."""
    return f"{id}~{digest(os.fsencode(path))[:8]}"


def as_before(path: Path, row: SourceRow) -> Outcome:
    """A source that is as it was, and stays closed."""
    tally = Tally(stored=row.records, skipped=row.skipped, held=row.held)
    status = row.status if row.status in (*LEFT, "damaged") else "unchanged"
    return Outcome(path, status, tally)


def left_out(
    path: Path, status: str, problem: str = "", hint: str = ""
) -> tuple[Outcome, SourceRow]:
    """A source of which nothing is stored, until pane knows more formats."""
    row = SourceRow(str(path), status=status, head=FORMATS_KNOWN)
    return Outcome(path, status, Tally(), problem=problem, hint=hint), row
