"""What knobs are made of: types with their units, and records that lists hold."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Share = Annotated[float, Meta(ge=0, le=1)]
Count = Annotated[int, Meta(ge=0)]
Chars = Annotated[int, Meta(ge=0, extra={"unit": "characters"})]
Weight = Annotated[float, Meta(ge=0, le=100)]
TokenCount = Annotated[int, Meta(gt=0, extra={"unit": "tokens"})]
Regex = Annotated[str, Meta(extra_json_schema={"format": "regex"})]
"""Compiled when rules are read, so that a broken one is named by file and line."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One part of a summary or context: what it shows, and at most how much."""

    name: Annotated[str, Meta(description="Which part.")]
    lines: Annotated[
        Count | None,
        Meta(description="Lines at most, the rest is counted; null: all of them."),
    ] = None
    chars: Annotated[
        Chars | None, Meta(description="Characters a line at most; null: whole lines.")
    ] = None


class Pattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name for what a regular expression finds."""

    name: Annotated[str, Meta(description="What it is called where it was found.")]
    pattern: Annotated[Regex, Meta(description="What it looks like.")]
