"""The encoders that the rules name, with the vectors that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pane_cli.rules.schema import Search

if TYPE_CHECKING:
    from pane_cli.evict.distance import Encode, Vector
    from pane_cli.recall.ranked import Looks
    from pane_cli.search.vectors import Vectors
    from pane_cli.store.store import Store


def looks_of(rules: Search, index: Path | None) -> Looks:
    """What orders hits by meaning: by words alone where no encoder is asked for.

    Vectors are kept beside the `index`. The second encoder is loaded when a hit is not
    sure. Raises PaneError where one is not installed, or has no model.
    """
    from pane_cli.recall.ranked import WORDS, Looks

    if not (rules.encoder or rules.second_encoder):
        return WORDS
    from pane_cli.search.meaning import Meaning

    first = second = None
    if rules.encoder:
        made = _vectors(rules.encoder, rules.model, _beside(index, "vectors"))
        first = Meaning(made.of, rules).rerank
    if rules.second_encoder:

        @cache
        def dearer() -> Vectors:
            path = _beside(index, "second-vectors")
            return _vectors(rules.second_encoder, rules.second_model, path)

        second = Meaning(lambda texts: dearer().of(texts), rules).rerank
    return Looks(first, second)


def encode_of(rules: Search, store: Store | None = None) -> Encode | None:
    """Texts to vectors; None where no encoder is asked for. It is loaded when used.

    Vectors are kept beside the index of the `store`. Raises PaneError, when used, where
    the encoder is not installed, or has no model.
    """
    if not rules.encoder:
        return None

    @cache
    def vectors() -> Vectors:
        from pane_cli.commands.shared.indexing import index_folder

        index = index_folder(store) if store else None
        return _vectors(rules.encoder, rules.model, _beside(index, "vectors"))

    def encode(texts: Sequence[str]) -> Sequence[Vector]:
        return vectors().of(texts)

    return encode


def _vectors(name: str, model: str, path: Path | None) -> Vectors:
    from pane_cli.search.encoders import load
    from pane_cli.search.vectors import Vectors

    folder = Path(model).expanduser() if model else None
    return Vectors(load(name, folder), path)


def _beside(index: Path | None, name: str) -> Path | None:
    return index.with_name(f"{index.name}-{name}.sqlite") if index else None
