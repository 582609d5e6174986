"""The index of a store: where it is, and when it is brought up to date."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from pane_cli.commands.shared.settings import environment
from pane_cli.commands.shared.terminal import say
from pane_cli.errors import PaneError
from pane_cli.search.library import WHOOSH, version_of
from pane_cli.search.places import Source
from pane_cli.search.state import kept_state
from pane_cli.store.store import Store
from pane_cli.text.terms import Terms

INDEX_AFTER = 512 << 10
"""Bytes of session lines that are read at each query rather than indexed."""

INDEX_AT_ONCE = 8_000
"""Entries that recall indexes once its answer is out: two or three seconds."""

INDEX_WITH_INGEST = 25_000
"""Entries that ingest indexes, where nobody waits for an answer."""

WHOOSH_SERVES = 200_000
"""Entries that Whoosh answers from in a moment; past them Tantivy is the better one."""


def refresh(
    store: Store,
    terms: Terms,
    engine: str,
    most: int | None = None,
    rebuild: bool = False,
    quiet: bool = False,
) -> int:
    """Index what is new in the store, if it is much; returns the entries added.

    Stops after about `most` entries with Whoosh, which takes longer for them.
    `rebuild`: the index is damaged.
    """
    folder = index_folder(store)
    if folder is None:
        return 0
    from pane_cli.search.upkeep import update  # answers do without

    sources = [Source(id, store.path(id)) for id in store.ids()]
    at_most = most if engine == WHOOSH else None
    added = update(folder, sources, terms, INDEX_AFTER, at_most, rebuild, engine)
    if added and engine == WHOOSH:
        _say_once_grown(folder, terms, quiet)
    return added


def usable(engine: str) -> str:
    """The engine, if it is installed; raises PaneError with what installs it."""
    if engine == WHOOSH:
        return engine
    from importlib.util import find_spec

    if find_spec(engine) is None:
        hint = f"pip install 'pane[{engine}]', or --set search.engine=whoosh"
        raise PaneError(f"search.engine: {engine} is not installed", hint)
    return engine


def _say_once_grown(folder: Path, terms: Terms, quiet: bool) -> None:
    """Say that Tantivy would serve better, at the update in which it becomes so."""
    state = kept_state(folder, version_of(terms))
    marker = folder.with_name(f"{folder.name}-grown")
    if state is None or state.documents < WHOOSH_SERVES or marker.exists():
        return
    say(
        f"{state.documents:,} entries are more than the Whoosh index serves well: "
        "pip install 'pane[tantivy]' and set search.engine to tantivy",
        quiet,
    )
    with suppress(OSError):
        marker.touch(mode=0o600)


def forget_index(store: Store) -> None:
    """Delete the index, in which the words of a forgotten session are."""
    folder = index_folder(store)
    if folder is not None:
        from pane_cli.search.upkeep import forget

        forget(folder)


def index_folder(store: Store) -> Path | None:
    """Where the index of a store is; None where there is no place for it.

    What lies in a project came with it, and reading an index can run code: for a store
    in a project it is kept in the user's own cache.
    """
    cache = environment(store.root).cache
    if cache is None or cache == store.root / "cache":
        return cache and cache / "index"
    from hashlib import sha256

    name = sha256(str(store.root.resolve()).encode()).hexdigest()[:16]
    return cache / f"index-{name}"
