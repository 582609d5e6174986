"""A sentence encoder of a few hundred bytes: a table of words, as ONNX and tokenizer.

The file of a model is Google's wire format of `onnx.proto`: fields are a number and a
type, then a varint or a length and its bytes. What is written here is all it takes:
`last_hidden_state = Gather(words, input_ids)`.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path

#: Each word's place in a plane whose axes are the sea and the shore.
WORDS = {
    "[PAD]": (7.0, 7.0),  # the mask keeps it out
    "[UNK]": (0.0, 0.0),
    **dict.fromkeys(("boat", "ship", "sea", "fish", "sails", "nets"), (1.0, 0.0)),
    **dict.fromkeys(("fishermen", "catches"), (1.0, 0.0)),
    **dict.fromkeys(("bread", "soup", "harbour", "spreadsheet"), (0.0, 1.0)),
}
_FLOAT, _INT64 = 1, 7
_IR, _OPSET = 8, 17


def made_model(folder: Path) -> Path:
    """A folder in `folder` with `model.onnx` and `tokenizer.json`."""
    made = folder / "made-model"
    made.mkdir()
    (made / "model.onnx").write_bytes(_model())
    (made / "tokenizer.json").write_text(json.dumps(_tokenizer()))
    return made


def _tokenizer() -> dict[str, object]:
    """As the library `tokenizers` reads it: words in lower case, told by spaces."""
    vocabulary = {word: number for number, word in enumerate(WORDS)}
    return {
        "version": "1.0",
        "added_tokens": [],
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {"type": "Whitespace"},
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"},
    }


def _model() -> bytes:
    table = [value for place in WORDS.values() for value in place]
    words = (
        _number(1, len(WORDS))
        + _number(1, 2)
        + _number(2, _FLOAT)
        + _bytes(8, b"words")
        + _bytes(9, struct.pack(f"<{len(table)}f", *table))
    )
    gather = (
        _bytes(1, b"words")
        + _bytes(1, b"input_ids")
        + _bytes(2, b"last_hidden_state")
        + _bytes(4, b"Gather")
    )
    graph = (
        _bytes(1, gather)
        + _bytes(2, b"made")
        + _bytes(5, words)
        + _bytes(11, _value(b"input_ids", _INT64, b"batch", b"sequence"))
        + _bytes(11, _value(b"attention_mask", _INT64, b"batch", b"sequence"))
        + _bytes(12, _value(b"last_hidden_state", _FLOAT, b"batch", b"sequence", b"2"))
    )
    opset = _bytes(8, _bytes(1, b"") + _number(2, _OPSET))
    return _number(1, _IR) + opset + _bytes(7, graph)


def _value(name: bytes, kind: int, *dimensions: bytes) -> bytes:
    """An input or an output, its dimensions by name."""
    shape = b"".join(_bytes(1, _bytes(2, dimension)) for dimension in dimensions)
    tensor = _number(1, kind) + _bytes(2, shape)
    return _bytes(1, name) + _bytes(2, _bytes(1, tensor))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, body: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(body)) + body


def _varint(value: int) -> bytes:
    """Seven bits a byte, the lowest first; all but the last have the eighth set."""
    low, high = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + _varint(high) if high else bytes([low])
