"""A count and what was counted, in words."""

from __future__ import annotations


def counted(count: int, noun: str) -> str:
    """The count with its noun, which is given in the singular.

    >>> counted(1, "file"), counted(2000, "entry"), counted(0, "key")
    ('1 file', '2,000 entries', '0 keys')
    """
    if count == 1:
        return f"1 {noun}"
    is_ies = noun[-1] == "y" and noun[-2] not in "aeou"
    return f"{count:,} {noun[:-1]}ies" if is_ies else f"{count:,} {noun}s"
