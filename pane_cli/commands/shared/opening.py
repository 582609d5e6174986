"""FILEs and stdin, opened: each session of a file that holds several is one input."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pane_cli.commands.shared.terminal import stdin
from pane_cli.errors import PaneError
from pane_cli.session.address import parse_address
from pane_cli.transcripts.source import may_hold, open_source, unpack


class Source(NamedTuple):
    """An open input: its bytes, its name, and where it came from (None: stdin)."""

    stream: BinaryIO
    name: str
    path: str | None


def open_inputs(files: Iterable[Path] | None) -> Iterator[Source]:
    """FILEs in order, or stdin where none is named."""
    for path in files or [Path("-")]:
        if str(path) == "-":
            yield Source(unpack(stdin()), "stdin", None)
            continue
        for part in _parts(path):
            with _opened(part) as stream:
                yield Source(stream, part.name, str(part))


def _parts(path: Path) -> list[Path]:
    """A FILE, or each session that it holds."""
    if not may_hold(path):
        return [path]
    from pane_cli.transcripts.containers import sources_of

    try:
        return [part.path for part in sources_of(path)]
    except OSError as error:
        raise _unreadable(path, error) from error


def _opened(path: Path) -> BinaryIO:
    try:
        return open_source(path)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> PaneError:
    hint = no_file(path)
    if isinstance(error, IsADirectoryError):
        hint = f"name the files in it, or search what is saved: pane ingest {path}"
    return PaneError(f"{path}: {error.strerror or error}", hint)


def no_file(path: Path) -> str:
    """What to do where a FILE can't be read: it may be meant as a stored session."""
    from pane_cli.commands.shared.stored import open_store

    hint, store = "name a readable FILE", open_store(None)
    address = parse_address(str(path))
    if address is not None and address.session is not None:
        return f"{hint}; an entry of the store is printed by pane recall {path}"
    try:
        name = store.short(store.find(str(path)))
    except (PaneError, OSError):
        return hint
    return f"{hint}; a session of the store is named by -s {name}"
