"""A static encoder: the mean of its words' vectors. Fast, and needs no model run.

The model is in the wheel of `wordllama`. Its own loader is not used: it takes a second
to import, and may go to the network.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy
from safetensors import safe_open
from tokenizers import Tokenizer

from pane_cli.errors import PaneError

_PACKAGE = "wordllama"
_WEIGHTS = "weights/l2_supercat_256.safetensors"
_TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
_TENSOR = "embedding.weight"
_CHARS = 4_000
"""Of a text are read: the mean of more words says less."""


class Static:
    """The mean of word vectors."""

    name = "wordllama-l2-supercat-256"

    def __init__(self, folder: Path | None) -> None:
        """`folder`: where the model is, else in its package. Raises PaneError."""
        folder = folder or _package()
        for name in (_WEIGHTS, _TOKENIZER):
            if not (folder / name).is_file():
                raise PaneError(f"encoder static: no {name} in {folder}")
        self._tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        with safe_open(str(folder / _WEIGHTS), "numpy") as weights:
            self._vectors = weights.get_tensor(_TENSOR)

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        """A vector of length one, or all zeros, for each text."""
        cut = [text[:_CHARS] for text in texts]
        known = len(self._vectors) - 1
        found = []
        for tokens in self._tokenizer.encode_batch(cut, add_special_tokens=False):
            ids = numpy.minimum(numpy.array(tokens.ids, dtype=numpy.int64), known)
            mean = self._vectors[ids].astype(numpy.float32).sum(axis=0)
            length = float(numpy.linalg.norm(mean))
            found.append((mean / length if length else mean).tolist())
        return found


def _package() -> Path:
    spec = find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise ImportError(f"{_PACKAGE} is not installed")
    return Path(spec.origin).parent
