"""The one place where errors become exit statuses."""

from __future__ import annotations

# msgspec loads it in the middle of making a decoder; Ctrl-C there crashes Python.
import datetime  # noqa: F401
import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pane_cli.errors import PaneError

INTERRUPTED = 130
_SOON = 0.1


class Stopped(BaseException):
    """Somebody wants this process to end: half-written files are removed first."""

    def __init__(self, number: int) -> None:
        """`number` is the signal's."""
        self.number = number
        self.status = 128 + number  # as shells say it


def status_of(run: Callable[[], Any]) -> int:
    """Run a command; its exit status, whatever way it ends."""
    # A command lives for a moment: looking for garbage costs more than it frees.
    gc.set_threshold(50_000, 50, 50)
    try:
        with _heeded():
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
    except Stopped as error:
        return error.status
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return say(f"{where}{error.strerror or error}", "", 2)


@contextmanager
def _heeded() -> Iterator[None]:
    """Let what ends a process run through its `finally`, as Ctrl-C does.

    Whoever has nothing left to clean up then ends at once.
    """
    import signal

    def stop(number: int, frame: object) -> None:
        raise Stopped(number)

    names = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    # Who was started with `nohup`, or in the background, goes on.
    heeded = [n for n in numbers if signal.getsignal(n) is not signal.SIG_IGN]
    for number in heeded:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, stop)
    sys.unraisablehook = _dropped
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, signal.SIG_DFL)


def _dropped(what: sys.UnraisableHookArgs) -> None:
    """Python drops what is raised in a callback of its own: then raise it again."""
    if not issubclass(what.exc_type, KeyboardInterrupt | Stopped):
        sys.__unraisablehook__(what)
        return
    import signal
    import threading

    error = what.exc_value
    number = error.number if isinstance(error, Stopped) else signal.SIGINT

    def again() -> None:
        if os.name == "nt":
            signal.raise_signal(number)
        else:
            os.kill(os.getpid(), number)  # also where the command waits for input

    # Not at once: this, too, is such a callback.
    soon = threading.Timer(_SOON, again)
    soon.daemon = True
    soon.start()


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
