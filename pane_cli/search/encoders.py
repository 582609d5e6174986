"""Encoders: a text becomes a vector, and texts of like meaning become like vectors.

Those in the table come with pane; others are installed packages with an entry point in
the group `pane.encoders`: a function that takes the folder of `search.model` (or None)
and returns an `Encoder`. Nothing here, and no encoder of ours, uses the network.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from pane_cli.errors import PaneError

GROUP = "pane.encoders"


class Encoder(Protocol):
    """Makes vectors of texts."""

    name: str
    """Of the model, with its version: vectors of another are of no use."""

    def encode(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """A vector of length one, or all zeros, for each text."""


Make = Callable[[Path | None], Encoder]


def _static(folder: Path | None) -> Encoder:
    from pane_cli.search.encoder_static import Static

    return Static(folder)


def _onnx(folder: Path | None) -> Encoder:
    from pane_cli.search.encoder_onnx import Onnx

    return Onnx(folder)


ENCODERS: dict[str, tuple[Make, str]] = {
    "static": (_static, "pip install 'pane[encoder]'"),
    "onnx": (_onnx, "pip install 'pane[onnx]'"),
}
"""Each with what installs it."""


def load(name: str, folder: Path | None) -> Encoder:
    """The encoder of this name; raises PaneError where there is none."""
    make, hint = ENCODERS[name] if name in ENCODERS else (_installed(name), "")
    try:
        return make(folder)
    except ImportError as error:
        raise PaneError(f"encoder {name}: {error}", hint) from error


def _installed(name: str) -> Make:
    from importlib.metadata import entry_points

    found = entry_points(group=GROUP)
    if name not in found.names:
        known = ", ".join(sorted({*ENCODERS, *found.names}))
        raise PaneError(f"no encoder {name}", f"installed: {known}")
    make: Any = found[name].load()
    return lambda folder: make(folder)  # its type is its author's word
