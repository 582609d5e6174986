"""The encoder that the rules name, with the vectors that are kept."""

from __future__ import annotations

from pathlib import Path

from pane_cli.recall.ranked import Rerank
from pane_cli.rules.schema import Search


def rerank_of(rules: Search, index: Path | None) -> Rerank | None:
    """What orders hits by meaning; None where no encoder is asked for.

    Vectors are kept beside the `index`. Raises PaneError where the encoder is not
    installed, or has no model.
    """
    if not rules.encoder:
        return None
    from pane_cli.search.encoders import load
    from pane_cli.search.meaning import Meaning
    from pane_cli.search.vectors import Vectors

    folder = Path(rules.model).expanduser() if rules.model else None
    encoder = load(rules.encoder, folder)
    path = index.with_name(f"{index.name}-vectors.sqlite") if index else None
    return Meaning(Vectors(encoder, path), rules).rerank
