"""The one place where errors become exit statuses."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from typing import Any

from pane_cli.errors import PaneError

INTERRUPTED = 130


def status_of(run: Callable[[], Any]) -> int:
    """Run a command; its exit status, whatever way it ends."""
    # A command lives for a moment: looking for garbage costs more than it frees.
    gc.set_threshold(50_000, 50, 50)
    try:
        code = run()
        if sys.stdout is not None:
            sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except PaneError as error:
        return say(str(error), error.hint, error.status)
    except BrokenPipeError:
        return _closed_pipe()
    except SystemExit as error:
        # Typer turns a closed pipe into status 1, also where it is told to raise.
        if not isinstance(error.__context__, BrokenPipeError):
            raise
        return _closed_pipe()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return say(f"{where}{error.strerror or error}", "", 2)


def say(message: str, hint: str, status: int) -> int:
    """What went wrong, and what to do, on stderr; returns the status."""
    try:
        print(f"pane: {message}", file=sys.stderr)
        if hint:
            print(f"pane: {hint}", file=sys.stderr)
    except (OSError, ValueError):
        pass  # nowhere left to say it; the exit status still does
    return status


def _closed_pipe() -> int:
    """Stop in silence: the reader has what it wanted, as in `| head -1`."""
    # Elsewhere with the rest, or the interpreter complains when it flushes at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0
