"""Files that are about to be changed: kept as they were, written where nobody reads."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from pane_cli.store.place import naming


def backup(path: Path) -> Path:
    """A copy with the file's mode and times, under a name that is not taken."""
    names = (f"{path.name}.bak{n if n > 1 else ''}" for n in itertools.count(1))
    kept = next(b for name in names if not (b := path.with_name(name)).exists())
    with private(kept) as stream, path.open("rb") as source:
        shutil.copyfileobj(source, stream, 1 << 20)
    shutil.copystat(path, kept)
    return kept


@contextmanager
def private(path: Path) -> Iterator[BinaryIO]:
    """A new file that its owner alone can read, on disk when it is done."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with naming(path), os.fdopen(os.open(path, flags, 0o600), "wb") as stream:
        try:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        except BaseException:
            path.unlink()
            raise
