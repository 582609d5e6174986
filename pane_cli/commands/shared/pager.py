"""A pager for what a person reads: only where stdout is a terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from pane_cli.commands.shared.terminal import is_terminal, output


@contextmanager
def paged(path: Path | None = None) -> Iterator[BinaryIO]:
    """Where a page goes: `path`, a pipe, or `$PAGER` (else `less`) on a terminal."""
    if path is not None or not is_terminal("stdout"):
        with output(path) as stream:
            yield stream
        return
    import shlex
    import subprocess  # a pipe does without

    command = shlex.split(os.environ.get("PAGER", "less -FIRX"))
    try:
        if not command:
            raise FileNotFoundError("PAGER is empty")
        pager = subprocess.Popen(command, stdin=subprocess.PIPE)
    except OSError:  # no such pager here: the terminal scrolls, too
        with output() as stream:
            yield stream
        return
    stream = cast(BinaryIO, pager.stdin)
    try:
        yield stream
        stream.close()
    except BrokenPipeError:
        pass  # the reader has seen enough
    finally:
        pager.wait()
