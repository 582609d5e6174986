"""Waits for transcripts to change, and for the user to have enough.

With `watchfiles` (extra `follow`) the system says when; without it, we look every
second.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from pane_cli.store.walk import is_transcript_name
from pane_cli.transcripts.source_paths import is_holder_name

_PAUSE_SECONDS = 1.0
_SHARE = 4
"""A pass may take one part of the time in so many: a large folder is looked at less."""
_LOOKS = 30
"""After so many pauses without news, we look whether there are any."""
_LONGEST_SECONDS = 10.0
_SETTLE_MS = 300
"""What an agent writes within this time is read at once."""

Waiting = Callable[[], "int | None"]
"""Returns None when there may be something new, or the exit status."""


@contextmanager
def changes(paths: Sequence[Path], store: Path) -> Iterator[Waiting]:
    """Wait for changes below `paths`, but for those in the store.

    Ctrl-C and SIGTERM end the waiting, not the pass that runs: all is saved. A second
    one ends that, too.
    """
    stop = threading.Event()
    signals: list[int] = []

    def ended(number: int, frame: FrameType | None) -> None:
        if signals:
            raise KeyboardInterrupt
        signals.append(number)
        stop.set()

    before = {n: signal.signal(n, ended) for n in (signal.SIGINT, signal.SIGTERM)}
    news = _news(paths, store, stop)
    begun = time.monotonic()

    def waiting() -> int | None:
        nonlocal begun
        stop.wait(min((time.monotonic() - begun) * _SHARE, _LONGEST_SECONDS))
        if not stop.is_set():
            next(news, None)
        begun = time.monotonic()
        return 128 + signals[0] if signals else None

    try:
        yield waiting
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _news(
    paths: Sequence[Path], store: Path, stop: threading.Event
) -> Iterator[object]:
    """Yields when something may have changed since it yielded last; ends at `stop`."""
    try:
        from watchfiles import watch
    except ImportError:
        while not stop.wait(_PAUSE_SECONDS):
            yield None
        return
    own = str(store.resolve())
    found = watch(
        *{_folder_of(path) for path in paths},
        watch_filter=lambda _, path: (
            not path.startswith(own) and (_may_be_told(path) or Path(path).is_dir())
        ),
        debounce=_SETTLE_MS,
        rust_timeout=int(_PAUSE_SECONDS * 1000),
        yield_on_timeout=True,
        stop_event=stop,
        raise_interrupt=False,
    )
    # What changed before it began to watch is found by one more look at once, and what
    # the system does not tell (of a new folder, over a network) by one now and then.
    for i, changed in enumerate(found):
        if changed or i % _LOOKS == 0:
            yield changed


def _may_be_told(path: str) -> bool:
    """Whether a file may hold sessions: a database's are in its log at first."""
    name = path.removesuffix("-wal")
    return is_transcript_name(name) or is_holder_name(name)


def _folder_of(path: Path) -> Path:
    """What must be watched to see this PATH change, or the files a glob means come."""
    while not path.is_dir() and path != path.parent:
        path = path.parent
    return path.resolve()
