"""What is wrong with bytes or records, before a session line is made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple


class Fault(NamedTuple):
    """Bytes that can't be what they seem, or should not be there."""

    sort: str
    """`surrogate`, `utf-8`, `return`, `bom`, `secret`, `usage`, `total` or `time`."""
    line: int
    offset: int
    """Of the first bad byte in the file."""
    column: int = 1
    """The same in its line, from 1."""
    what: str = ""
    """The bytes, as a person writes them; of a secret, its kind alone."""
    many: int = 1
    """How many there are in the line; of a secret, its characters."""
    mark: int = 0
    """Of a secret: its hash, so that it is told once."""


FaultAt = tuple[Fault, int | None]
"""A fault, and the entry that it is in."""

Look = Callable[[bytes, int, int], Iterator[Fault]]
"""Finds faults in whole lines, given the number and the offset of the first."""
