"""The index of a store: where it is, and when it is brought up to date."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pane_cli.commands.settings import environment
from pane_cli.search.places import Source
from pane_cli.search.upkeep import forget, update
from pane_cli.store.store import Store
from pane_cli.text.terms import Terms

INDEX_AFTER = 2 << 20
"""Bytes of session lines that are read at each query rather than indexed."""

INDEX_AT_ONCE = 8_000
"""Entries that recall indexes once its answer is out: two or three seconds."""


def refresh(
    store: Store, terms: Terms, most: int | None = None, rebuild: bool = False
) -> int:
    """Index what is new in the store, if it is much; returns the entries added.

    Stops after about `most` entries. `rebuild`: the index is damaged.
    """
    folder = index_folder(store)
    if folder is None:
        return 0
    sources = [Source(id, store.path(id)) for id in store.ids()]
    return update(folder, sources, terms, INDEX_AFTER, most, rebuild)


def forget_index(store: Store) -> None:
    """Delete the index, in which the words of a forgotten session are."""
    folder = index_folder(store)
    if folder is not None:
        forget(folder)


def index_folder(store: Store) -> Path | None:
    """Where the index of a store is; None where there is no place for it.

    What lies in a project came with it, and reading an index can run code: for a store
    in a project it is kept in the user's own cache.
    """
    cache = environment(store.root).cache
    if cache is None or cache == store.root / "cache":
        return cache and cache / "index"
    name = hashlib.sha256(str(store.root.resolve()).encode()).hexdigest()[:16]
    return cache / f"index-{name}"
