"""Bring the index of a store up to date: off the path of any query."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pane_cli.search.engine import Locked, Unusable
from pane_cli.search.library import WHOOSH, Library, version_of
from pane_cli.search.places import Place, Source, tail_of, texts_from
from pane_cli.search.state import kept_state
from pane_cli.text.terms import Terms

if TYPE_CHECKING:
    from pane_cli.search.writing import Writing


def update(
    folder: Path,
    sources: Sequence[Source],
    terms: Terms,
    least: int = 1,
    most: int | None = None,
    rebuild: bool = False,
    engine: str = WHOOSH,
) -> int:
    """Index what is not in the index in `folder`, if it is `least` bytes or more.

    Stops after about `most` documents. `rebuild`: what is there is damaged, and must go
    first. Returns how many documents were added. An index that another process writes,
    or that can't be written, is left as it is: recall reads the sessions then.
    """
    if rebuild:
        forget(folder)
    hint = kept_state(folder, version_of(terms, engine))
    if Library(sources, terms, hint).waiting < least:
        return 0
    for _ in range(2):
        try:
            return _update(folder, sources, terms, most, engine)
        except (Locked, OSError):
            return 0
        except Unusable:
            forget(folder)
    return 0


def forget(folder: Path) -> None:
    """Delete the index: a forgotten session's words are in it. It is built anew."""
    from shutil import rmtree

    rmtree(folder, ignore_errors=True)


def _update(
    folder: Path, sources: Sequence[Source], terms: Terms, most: int | None, engine: str
) -> int:
    from pane_cli.search.engines import ENGINES
    from pane_cli.search.writing import Writing

    with _private():
        writer = ENGINES[engine].write(folder, terms)
        with Writing(folder, version_of(terms, engine), writer) as writing:
            return _write(writing, sources, terms, most)


def _write(
    writing: Writing, sources: Sequence[Source], terms: Terms, most: int | None
) -> int:
    if writing.state.is_stale:
        raise Unusable("most of it is of sessions that are no more")
    for place in Library(sources, terms, writing.state).places:
        if place.size > place.start:
            _index(place, writing)
        if most is not None and writing.added >= most:
            break
    writing.commit()
    return writing.added


def _index(place: Place, writing: Writing) -> None:
    part = writing.state.parts[place.source.id]
    for text, end in texts_from(place):
        part.end = end
        if text is None:
            continue
        writing.add(part, text)
        if writing.is_full:
            part.tail = tail_of(place.source.path, part.end)
            writing.commit()
    part.tail = tail_of(place.source.path, part.end)
    part.size, part.changed = place.size, place.changed


@contextmanager
def _private() -> Iterator[None]:
    """New files can be read by their owner alone."""
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)
