"""What became of a session's files since it ended: read only, inside its folder."""

from __future__ import annotations

import os
import stat
from datetime import datetime, timedelta, timezone
from pathlib import Path

from pane_cli.commands.shared.terminal import say
from pane_cli.session.times import format_time, parse_time
from pane_cli.view.view import View

#: A file system may write down a time later than the agent noted it.
_SLACK = timedelta(seconds=2)


def changed_since(
    folder: str | None, view: View, quiet: bool = False
) -> dict[str, str]:
    """What is to be said of files that were written, or are gone, since then.

    Only paths that lie in the session's folder are looked at, and no link is followed:
    what a transcript names must not lead anywhere else.
    """
    ended = parse_time(view.shape.last_ts) if view.shape.last_ts else None
    if ended is None or not folder or not Path(folder).is_dir():
        where = folder or "the session's folder"
        say(f"{where} is not here: files are not compared", quiet)
        return {}
    found = {use.path: _since(Path(folder), use.path, ended) for use in view.files}
    return {path: said for path, said in found.items() if said}


def _since(folder: Path, path: str, ended: datetime) -> str:
    parts = Path(path).parts
    if Path(path).is_absolute() or ".." in parts:
        return ""
    for place in range(1, len(parts)):
        if folder.joinpath(*parts[:place]).is_symlink():
            return ""
    try:
        known = os.lstat(folder / path)
    except FileNotFoundError:
        return "gone since"
    except (OSError, ValueError):
        return ""
    if not stat.S_ISREG(known.st_mode):
        return ""
    written = datetime.fromtimestamp(known.st_mtime, timezone.utc)
    if written <= ended + _SLACK:
        return ""
    return f"written since, {format_time(written)}, {known.st_size:,} bytes"
