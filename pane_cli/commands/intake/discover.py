"""`pane ingest --discover` and `--list-formats`: what could be read, and from where."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, BinaryIO

from pane_cli.commands.shared.listing import size
from pane_cli.commands.shared.settings import store_folder
from pane_cli.commands.shared.terminal import say, write_document, write_text
from pane_cli.session.times import format_time
from pane_cli.store.discover import Holding, holdings
from pane_cli.store.store import Store
from pane_cli.text.counts import counted
from pane_cli.transcripts.agents import AGENTS
from pane_cli.transcripts.formats import NAMES
from pane_cli.transcripts.places import files_of_format, places


def discover(store: Path | None, json: bool, stream: BinaryIO, quiet: bool) -> int:
    """The agents' folders on this machine; 1 where there are none."""
    home = Path.home()
    found = list(
        holdings(
            places(NAMES, os.environ, home, sys.platform),
            Store(store_folder(store)).catalog.sources(),
        )
    )
    if json:
        write_document(stream, {"folders": [_record(holding) for holding in found]})
    else:
        rows = [_row(holding, home) for holding in found]
        write_text(stream, _table(rows, right=(2, 3, 4)))
    if not found:
        say("no agent's sessions found here; where pane looks: --list-formats", quiet)
        return 1
    fresh = [shlex.quote(str(holding.place.root)) for holding in found if holding.new]
    if fresh:
        say("save what is new: pane ingest " + " ".join(dict.fromkeys(fresh)), quiet)
    return 0


def list_formats(json: bool, stream: BinaryIO) -> int:
    """Every format: its name, who writes it, versions seen, where it is kept."""
    known = [agent for agent in AGENTS if agent.format in NAMES]
    if json:
        rows = [
            {
                "format": agent.format,
                "agent": agent.agent,
                "versions": agent.versions,
                "files": files_of_format(agent.format, sys.platform),
            }
            for agent in known
        ]
        write_document(stream, {"formats": rows})
        return 0
    cells = [
        [a.format, a.agent, a.versions, files_of_format(a.format, sys.platform)]
        for a in known
    ]
    write_text(stream, _table(cells))
    return 0


def _record(holding: Holding) -> dict[str, Any]:
    newest = datetime.fromtimestamp(holding.newest_ns / 1e9, timezone.utc)
    return {
        "format": holding.place.agent.format,
        "agent": holding.place.agent.agent,
        "folder": str(holding.place.root),
        "files": holding.files,
        "bytes": holding.bytes,
        "new": holding.new,
        "newest": format_time(newest) if holding.newest_ns else None,
    }


def _row(holding: Holding, home: Path) -> list[str]:
    root = holding.place.root
    is_below = root.is_relative_to(home)
    shown = f"~/{root.relative_to(home)}" if is_below else str(root)
    count = counted(holding.files, "file")
    new = f"{holding.new:,} new"
    return [holding.place.agent.format, shown, count, size(holding.bytes), new]


def _table(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> str:
    """Aligned columns; those in `right` end at the same place."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        padded = (
            f"{cell:>{width}}" if index in right else f"{cell:<{width}}"
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append("  ".join(padded).rstrip() + "\n")
    return "".join(lines)
