"""What a prompt recalls."""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.assemble.context import Recalled


class Answered(NamedTuple):
    """Entries outside the window, and what is nowhere."""

    hits: tuple[Recalled, ...] = ()
    absent: tuple[str, ...] = ()
    """Identifiers of the prompt that no entry has: parts of them are no answer."""


NOTHING = Answered()
