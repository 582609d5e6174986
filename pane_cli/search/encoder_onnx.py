"""A sentence encoder from a folder: `model.onnx` and `tokenizer.json`, as exported.

The mean of the last layer over the words that are there, of length one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy
import onnxruntime
from tokenizers import Tokenizer

from pane_cli.errors import PaneError

_MODEL, _TOKENIZER = "model.onnx", "tokenizer.json"
_BATCH = 16
_TOKENS = 256
"""Of a text are read: what such models are trained on."""


class Onnx:
    """A sentence encoder in ONNX."""

    def __init__(self, folder: Path | None) -> None:
        """Raises PaneError where the folder has no model that can be run."""
        if folder is None:
            hint = f"search.model, search.second_model: with {_MODEL}, {_TOKENIZER}"
            raise PaneError("encoder onnx: no folder of its model is set", hint)
        for name in (_MODEL, _TOKENIZER):
            if not (folder / name).is_file():
                raise PaneError(f"encoder onnx: no {name} in {folder}")
        model = (folder / _MODEL).resolve()
        self.name = f"onnx-{_mark(model)}"
        self._tokenizer = _tokenizer(folder / _TOKENIZER)
        self._tokenizer.enable_truncation(_TOKENS)
        self._tokenizer.enable_padding()
        try:
            self._session = onnxruntime.InferenceSession(
                str(model), providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # its own types, one for each way to fail
            raise PaneError(f"encoder onnx: {model}: {error}") from error
        self._wanted = {given.name for given in self._session.get_inputs()}

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        """A vector of length one for each text."""
        # Those of one length together: padding costs as much as words.
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        found: list[list[float]] = [[] for _ in texts]
        for batch in _batches(order):
            vectors = self._run([texts[i] for i in batch])
            for i, vector in zip(batch, vectors, strict=True):
                found[i] = vector
        return found

    def _run(self, texts: list[str]) -> list[list[float]]:
        tokens = self._tokenizer.encode_batch(texts)
        ids = numpy.array([t.ids for t in tokens], dtype=numpy.int64)
        mask = numpy.array([t.attention_mask for t in tokens], dtype=numpy.int64)
        given = {
            "input_ids": ids,
            "attention_mask": mask,
            "token_type_ids": numpy.zeros_like(ids),
        }
        given = {name: value for name, value in given.items() if name in self._wanted}
        layer = numpy.asarray(self._session.run(None, given)[0])
        if layer.ndim == 3:
            weights = mask[:, :, None]
            layer = (layer * weights).sum(axis=1) / weights.sum(axis=1).clip(min=1)
        lengths = numpy.linalg.norm(layer, axis=1, keepdims=True).clip(min=1e-12)
        unit: list[list[float]] = (layer / lengths).tolist()
        return unit


def _tokenizer(path: Path) -> Tokenizer:
    try:
        return Tokenizer.from_file(str(path))
    except Exception as error:  # it has no type of its own
        raise PaneError(f"encoder onnx: {path}: {error}") from error


def _batches(order: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(order), _BATCH):
        yield order[start : start + _BATCH]


def _mark(model: Path) -> str:
    """Tells models apart without reading all of them."""
    stat = model.stat()
    said = f"{model}\0{stat.st_size}\0{stat.st_mtime_ns}"
    return hashlib.blake2b(said.encode(), digest_size=8).hexdigest()
