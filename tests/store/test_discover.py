"""What agents' folders hold, counted as `ingest` takes it."""

from __future__ import annotations

import shutil
from pathlib import Path

from running import ROOT

from pane_cli.store.catalog import SourceRow
from pane_cli.store.discover import holdings
from pane_cli.transcripts.containers import sources_of
from pane_cli.transcripts.places import places


def test_each_session_of_a_database_counts(tmp_path: Path) -> None:
    path = tmp_path / ".local" / "share" / "opencode" / "opencode.db"
    path.parent.mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "cases" / "ingest" / "opencode" / path.name, path)
    where = list(places(("opencode",), {}, tmp_path, "linux"))
    (fresh,) = holdings(where, {})
    assert (fresh.files, fresh.new, fresh.bytes) == (2, 2, path.stat().st_size)
    one, _ = sources_of(path)
    row = SourceRow(
        str(one.path), status="stored", size=one.size, mtime_ns=one.mtime_ns
    )
    (known,) = holdings(where, {row.path: row})
    assert (known.files, known.new) == (2, 1)


def test_a_folder_of_events_is_one_source(tmp_path: Path) -> None:
    events = tmp_path / ".openhands" / "sessions" / "a" / "events"
    events.mkdir(parents=True)
    for n in range(3):
        (events / f"{n}.json").write_text("{}")
    (found,) = holdings(places(("openhands",), {}, tmp_path, "linux"), {})
    assert (found.files, found.new) == (1, 1)
