"""The frame of `pane hook`: whatever happens inside, an agent gets its answer in time.

The work is done in a thread, and puts down what it has as it goes. At the deadline the
last of it is printed, and the process ends: a store is whole at any moment.
"""

from __future__ import annotations

import datetime  # noqa: F401  # see `endings.py`
import os
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import msgspec

from pane_cli.agents.event import Event, NoEvent, event_of
from pane_cli.agents.table import AGENTS
from pane_cli.errors import PaneError

#: Bytes of a payload that are read; a prompt of this size is no prompt.
MOST_BYTES = 16 << 20
#: How the environment silences the hook.
VARIABLE, OFF = "PANE_HOOK", ("off", "0", "false", "no")
#: Seconds until the rules say more.
_FIRST_DEADLINE = 2.0
#: Share of the agent's own patience that is used at most.
_PATIENCE = 0.5
_LOOK = 0.05
_MOMENT = 0.2
"""Seconds that a file may take to be whole."""
_PIECE = 1 << 20


class Asked(msgspec.Struct, frozen=True):
    """The options of the command line."""

    payload: str | None = None
    deadline: float | None = None
    store: Path | None = None
    rules_file: Path | None = None
    settings: list[str] | None = None


class Progress:
    """What the work has so far; written by its thread, read by the other."""

    def __init__(self, asked: Asked) -> None:
        self.document = b""
        self.notes: list[str] = []
        """What is to be said on stderr."""
        self.is_done = threading.Event()
        self.begun = time.monotonic()
        self.deadline = _FIRST_DEADLINE if asked.deadline is None else asked.deadline
        self._is_fixed = asked.deadline is not None

    def allow(self, seconds: float, event: Event) -> None:
        """Take the deadline of the rules, or less where the agent waits less.

        Where nothing can be added nobody waits for us, and more is got done.
        """
        if not self._is_fixed:
            most = AGENTS[event.agent].events[event.name].timeout * _PATIENCE
            self.deadline = most if event.moment == "quiet" else min(seconds, most)

    @property
    def left(self) -> float:
        """Seconds to the deadline."""
        return self.begun + self.deadline - time.monotonic()


def run_hook(asked: Asked) -> int:
    """Answer one event; the exit status is always 0."""
    progress = Progress(asked)
    thread = threading.Thread(target=_work, args=(asked, progress), daemon=True)
    try:
        thread.start()
        while not progress.is_done.is_set() and progress.left > 0:
            # It may come to be shorter. `join` takes a thread for dead at Ctrl-C.
            progress.is_done.wait(min(progress.left, _LOOK))
    except (KeyboardInterrupt, RuntimeError) as error:
        progress.notes.append(_said(error))
    notes = list(progress.notes)
    if not progress.is_done.is_set() and progress.left <= 0:
        notes.append(f"the deadline of {progress.deadline:g} s has passed")
    _write(sys.stdout, progress.document)
    said = "".join(f"pane: hook: {note}\n" for note in notes)
    _write(sys.stderr, said.encode("utf-8", "replace"))
    if not progress.is_done.is_set():
        from pane_cli.store.place import REPLACING

        REPLACING.acquire(timeout=_MOMENT)  # the process ends: nothing is begun now
    return 0


def _work(asked: Asked, progress: Progress) -> None:
    try:
        if os.environ.get(VARIABLE, "").casefold() in OFF:
            return
        event = event_of(_decoded(_payload(asked)))
        from pane_cli.commands.hooks.work import work  # after what may refuse

        work(event, asked, progress)
    except NoEvent as error:
        progress.notes.append(str(error))
    except PaneError as error:
        progress.notes += [str(error), *filter(None, [error.hint])]
    except BaseException as error:  # an agent's prompt must not depend on us
        progress.notes.append(_said(error))
    finally:
        progress.is_done.set()


def _payload(asked: Asked) -> bytes:
    if asked.payload is not None:
        return asked.payload.encode("utf-8", "surrogateescape")
    if sys.stdin is None or sys.stdin.closed:
        raise NoEvent("standard input is closed")
    if sys.stdin.isatty():
        raise NoEvent("standard input is a terminal; agents call this command")
    # Not through its buffer: a thread that waits there would keep the process.
    descriptor, parts, size = sys.stdin.fileno(), [], 0
    while part := os.read(descriptor, _PIECE):
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise NoEvent(f"the payload has more than {MOST_BYTES:,} bytes")
    return b"".join(parts)


def _decoded(raw: bytes) -> object:
    from pane_cli.session.values import parse

    if not raw.strip():
        raise NoEvent("the payload is empty")
    try:
        return parse(raw)
    except (ValueError, RecursionError) as error:
        raise NoEvent(f"the payload is no JSON: {error}") from error


def _said(error: BaseException) -> str:
    what = " ".join(str(error).split())
    return f"{type(error).__name__}: {what}" if what else type(error).__name__


def _write(stream: TextIO | None, body: bytes) -> None:
    """All of it, where somebody listens."""
    if stream is None or not body:
        return
    try:
        stream.buffer.write(body)
        stream.buffer.flush()
    except (OSError, ValueError):
        # Nobody does, and there is nobody to tell; nor may the interpreter complain.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
