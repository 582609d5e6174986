"""`pane check --fix` and `--diff`: a file mended, the file as it was kept beside it."""

from __future__ import annotations

import io
import itertools
import os
import shutil
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import NamedTuple

from pane_cli.check.mend import Mended, mend
from pane_cli.check.reading import HEAD_LINES, is_session_line
from pane_cli.commands.shared.backups import backup, private
from pane_cli.transcripts.shape import look, source_records
from pane_cli.transcripts.source import is_packed
from pane_cli.transcripts.transcribe import beginning, choose


class Fix(NamedTuple):
    """What to mend, and what to leave alone."""

    ids: Collection[str]
    now: datetime
    live_minutes: int
    roots: Sequence[Path]
    """Folders in which agents keep their sessions."""
    is_forced: bool
    is_diff: bool
    """Only print what would change."""


class Fixed(NamedTuple):
    """What became of a file."""

    counts: Counter[str]
    """Lines mended, by finding."""
    backup: Path | None = None
    diff: bytes = b""
    refused: str = ""
    """Why it was left as it is."""


def fix(path: Path, shown: str, plan: Fix, agent: str | None = None) -> Fixed:
    """Mend one file, or say what would change.

    Raises OSError where it can't be written, UnknownFormat where it is no transcript.
    """
    path = path.resolve()  # a link stays, what it names is mended
    reason = _unfixable(path, shown, agent)
    if reason:
        return Fixed(Counter(), refused=reason)
    changes = (one for one in _mended(path, plan) if one.is_changed)
    if plan.is_diff:
        listed = list(changes)
        counts = Counter(id for one in listed for id in one.ids)
        return Fixed(counts, diff=_diff(listed, shown) if listed else b"")
    counts = Counter(id for one in changes for id in one.ids)
    if not counts:
        return Fixed(counts)
    reason = "" if plan.is_forced else _live(path, plan)
    if reason:
        return Fixed(counts, refused=f"{reason}; --force mends it all the same")
    return Fixed(counts, backup=_rewrite(path, plan))


def _unfixable(path: Path, shown: str, agent: str | None) -> str:
    """Why a file can't be mended line by line; empty where it can."""
    if is_packed(path):
        return "packed, or made of many files: unpack it first"
    if _is_session(path):
        return ""
    with path.open("rb") as stream:
        whole, is_document = look(stream)
        if is_document:
            return "one JSON document, which has no lines to mend"
        first = beginning(source_records(whole))
    row = choose(first, shown, agent)
    return "" if row is not None else "no record of it can be read"


def _is_session(path: Path) -> bool:
    with path.open("rb") as stream:
        return any(map(is_session_line, itertools.islice(stream, HEAD_LINES)))


def _live(path: Path, plan: Fix) -> str:
    """Why an agent may be writing to the file; empty where none is."""
    for root in plan.roots:
        if path.is_relative_to(root):
            return f"an agent keeps its sessions in {root}"
    changed = datetime.fromtimestamp(path.stat().st_mtime, timezone.utc)
    if plan.now - changed < timedelta(minutes=plan.live_minutes):
        return f"written to within the last {plan.live_minutes} minutes"
    return ""


def _mended(path: Path, plan: Fix) -> Iterator[Mended]:
    is_session = _is_session(path)
    with path.open("rb") as stream:
        yield from mend(stream, plan.ids, is_session)


def _rewrite(path: Path, plan: Fix) -> Path:
    """Write the mended file in place of the old one, which is kept; return where."""
    from pane_cli.store.lock import locked

    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    # Who appends to a session waits for this lock, and then looks which file it has.
    with path.open("r+b") as held, locked(held):
        before = os.fstat(held.fileno())
        kept = backup(path)
        try:
            with private(beside) as stream:
                for one in _mended(path, plan):
                    stream.write(one.new)
            shutil.copymode(path, beside)
            now = path.stat()
            if (now.st_size, now.st_mtime_ns) != (before.st_size, before.st_mtime_ns):
                raise OSError(f"{path}: written to meanwhile, so not mended")
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            if os.path.samestat(before, path.stat()):
                kept.unlink()  # else it holds what the file was: Ctrl-C came late
            raise
    return kept


def _diff(changes: Sequence[Mended], shown: str) -> bytes:
    """A unified diff without context: records are long, and lines are numbered."""
    parts = [f"--- {shown}\n+++ {shown}\n".encode("utf-8", "replace")]
    moved = 0
    for one in changes:
        new = list(io.BytesIO(one.new))
        start = one.number + moved - (0 if new else 1)
        count = f"{start}" if len(new) == 1 else f"{start},{len(new)}"
        parts.append(f"@@ -{one.number} +{count} @@\n".encode())
        parts += [_line(b"-", one.old), *(_line(b"+", line) for line in new)]
        moved += len(new) - 1
    return b"".join(parts)


def _line(sign: bytes, line: bytes) -> bytes:
    end = b"" if line.endswith(b"\n") else b"\n\\ No newline at end of file\n"
    return sign + line + end
