"""The index engines, by name: how each reads an index, and how it writes one.

An index is of one engine; under another it is rebuilt. What is found is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pane_cli.search.engine import Index
from pane_cli.search.writing import Writer
from pane_cli.text.terms import Terms


class Kind(NamedTuple):
    """An engine. Both raise Unusable; who writes may get Locked."""

    read: Callable[[Path, str], Index]
    """From the folder of an index, and the version it must be of."""
    write: Callable[[Path, Terms], Writer]


def _read_whoosh(folder: Path, version: str) -> Index:
    from pane_cli.search.indexed import Indexed  # Whoosh: 50 ms

    return Indexed(folder, version)


def _write_whoosh(folder: Path, terms: Terms) -> Writer:
    from pane_cli.search.rows import RowWriter

    return RowWriter(folder, terms)


def _read_tantivy(folder: Path, version: str) -> Index:
    from pane_cli.search.tantivied import Tantivied

    return Tantivied(folder, version)


def _write_tantivy(folder: Path, terms: Terms) -> Writer:
    from pane_cli.search.tantivy_index import TantivyWriter

    return TantivyWriter(folder, terms)


ENGINES = {
    "whoosh": Kind(_read_whoosh, _write_whoosh),
    "tantivy": Kind(_read_tantivy, _write_tantivy),
}
