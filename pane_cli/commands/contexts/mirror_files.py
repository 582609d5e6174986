"""Mirrors on disk: read and written, and refused where they could do harm."""

from __future__ import annotations

from pathlib import Path

from pane_cli.commands.shared.terminal import output, stdin, write_text
from pane_cli.errors import PaneError
from pane_cli.evict.mirror import Mirror, is_mirror, parse

_HEAD_BYTES = 1_000


def load(path: Path, session: str | None, files: list[Path] | None) -> Mirror:
    """The mirror in a file; from stdin where the session does not come from there."""
    if str(path) != "-":
        try:
            return _parsed(path.read_bytes(), str(path))
        except OSError as error:
            problem = error.strerror or str(error)
            raise PaneError(f"{path}: {problem}", "name a mirror to read") from error
    if session is None and (not files or Path("-") in files):
        raise PaneError(
            "--from-mirror -: the session comes from standard input",
            "name the session with -s ID or FILE, or the mirror's file",
        )
    return _parsed(stdin().read(), "stdin")


def save(path: Path, text: str) -> None:
    """Like `-o`, but in place of no other file."""
    if str(path) != "-" and path.is_file():
        path = path.resolve()  # a link stays: what it names is looked at
        with path.open("rb") as stream:
            head = stream.read(_HEAD_BYTES)
        if head.strip() and not is_mirror(head.decode("utf-8-sig", "replace")):
            raise PaneError(
                f"{path}: is there, and is no mirror", "name another FILE, or remove it"
            )
    with output(path) as stream:
        write_text(stream, text)


def _parsed(body: bytes, name: str) -> Mirror:
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = body[: error.start].count(b"\n") + 1
        raise PaneError(f"{name}:{line}: no UTF-8", "save it as UTF-8") from error
    return parse(text, name)
