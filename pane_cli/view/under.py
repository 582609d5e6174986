"""The same entries under other decisions: as it was before, or as it would be then."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from functools import cached_property

from pane_cli.session.types import Mark
from pane_cli.view.decisions import Decisions
from pane_cli.view.view import View


def under(view: View, marks: Iterable[Mark]) -> View:
    """`view` with these marks in place of its own; it shares all else."""
    other = copy.copy(view)
    other.decisions = Decisions(list(marks))
    for name, value in vars(View).items():
        if isinstance(value, cached_property):
            other.__dict__.pop(name, None)
    return other
