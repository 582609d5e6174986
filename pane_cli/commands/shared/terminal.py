"""Standard input, output and error, the same in every command.

Data goes to stdout, everything else to stderr behind `pane: `. UTF-8 whatever the
locale. State is written before stdout: a closed pipe must not lose a decision.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from pane_cli.errors import PaneError


def say(message: str, quiet: bool = False) -> None:
    """One line on stderr."""
    if quiet:
        return
    try:
        line = f"pane: {message}\n".encode("utf-8", "replace")
        sys.stderr.flush()
        sys.stderr.buffer.write(line)
        sys.stderr.buffer.flush()
    except (OSError, ValueError, AttributeError):
        pass  # stderr is closed: the data on stdout matters more


def stdin() -> BinaryIO:
    """Standard input as bytes; refuses a terminal, which would wait for ever."""
    if sys.stdin is None or sys.stdin.closed:
        raise PaneError("standard input is closed", "name a FILE, or pipe one in")
    if sys.stdin.isatty():
        raise PaneError(
            "nothing to read: standard input is a terminal",
            "name a FILE, or pipe one in: pane ingest -c FILE | ...",
        )
    return sys.stdin.buffer


@contextmanager
def output(path: Path | None = None) -> Iterator[BinaryIO]:
    """Where data goes: stdout, or `path` once everything has been written."""
    if path is None or str(path) == "-":
        if sys.stdout is None or sys.stdout.closed:
            raise PaneError("standard output is closed", "use -o FILE")
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if path.is_dir():
        raise PaneError(f"{path}: is a folder", "name a FILE in it")
    if path.exists() and not path.is_file():
        # A device or pipe must be written to: replacing it would destroy it.
        with path.open("wb") as stream:
            yield stream
        return
    path = path.resolve()  # a link stays, what it names is replaced
    if not path.parent.is_dir():
        raise PaneError(
            f"{path}: no such folder", "make it first, or name another FILE"
        )
    from pane_cli.store.place import open_private  # most print

    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    flags = os.O_CREAT | os.O_WRONLY | os.O_TRUNC
    try:
        # What was said is its owner's alone to read, unless he let others before.
        with os.fdopen(open_private(beside, flags), "wb") as stream:
            yield stream
        with suppress(FileNotFoundError):
            beside.chmod(path.stat().st_mode & 0o777)
        beside.replace(path)
    except OSError as error:
        if error.filename in (None, str(beside)):  # a full disk names no file
            error.filename = str(path)
        raise
    finally:
        beside.unlink(missing_ok=True)


def write_text(stream: BinaryIO, text: str) -> None:
    """Text as UTF-8; what UTF-8 can't hold becomes `?`, never an error."""
    stream.write(text.encode("utf-8", "replace"))


def write_document(stream: BinaryIO, document: dict[str, Any]) -> None:
    """One JSON document; `version` is that of the names in it."""
    from pane_cli.text.pretty import pretty  # most print text

    write_text(stream, pretty({"version": 1, **document}))


def is_terminal(stream_name: str) -> bool:
    """Whether `stdout` or `stderr` is a terminal that a person reads."""
    stream = getattr(sys, stream_name)
    return bool(stream) and not stream.closed and stream.isatty()


def wants_colour(stream_name: str) -> bool:
    """On a terminal, unless NO_COLOR (not empty) or TERM=dumb says no."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(stream_name)
