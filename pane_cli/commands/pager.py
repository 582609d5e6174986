"""A pager for what a person reads: only where stdout is a terminal."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from pane_cli.commands.terminal import is_terminal, output


@contextmanager
def paged(path: Path | None = None) -> Iterator[BinaryIO]:
    """Where a page goes: `path`, a pipe, or `$PAGER` (else `less`) on a terminal."""
    command = shlex.split(os.environ.get("PAGER", "less -FIRX"))
    if path is not None or not is_terminal("stdout") or not command:
        with output(path) as stream:
            yield stream
        return
    try:
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
