"""Fold: the windows that providers prove, by refusing a prompt or accepting one.

    prompt is too long: 208310 tokens > 200000 maximum   ->  at most 200,000

A limit holds until the same model accepts a larger prompt. Only what the host says of a
failed request counts: a tool's output that quotes such a line says nothing.
"""

from __future__ import annotations

import re

import msgspec

from pane_cli.session.types import Entry

_NUMBER = r"(\d{1,3}(?:[,_ ]\d{3})+|\d{4,8})"
#: How providers say it, most telling first; the number is the limit.
_LIMITS = tuple(
    re.compile(pattern.replace("N", _NUMBER), re.IGNORECASE)
    for pattern in (
        r"too long[^>\n]*> ?N",
        r"context limit[^>\n]*> ?N",
        r"max(?:imum)?(?: number of)? (?:context|prompt|input|token)[^\d\n]{0,60}N",
        r"maximum[^\d\n]{0,40}tokens?[^\d\n]{0,20}N",
        r"(?:context|token)(?: window| length| size)? limit[^\d\n]{0,30}N",
        r"context (?:window|length|size)[^\d\n]{0,30}N",
        r"exceed\w*[^\n]{0,60}limit of N",
    )
)
_OVERFLOW = re.compile(r"too long|too large|exceed|maximum|too many tokens", re.I)
_CHARS = 2_000
"""An error says it at its beginning."""


class Windows(msgspec.Struct):
    """What each model has refused and accepted."""

    limits: dict[str, int] = {}
    """Tokens that an overflow error stated, and that no prompt has disproved."""
    accepted: dict[str, int] = {}
    """The largest prompt that was answered."""
    model: str = ""

    def step(self, entry: Entry) -> None:
        """Take one entry in."""
        if entry.side:
            return
        self.model = entry.model or self.model
        if entry.usage is not None and entry.usage.prompt:
            self._accept(entry.usage.prompt)
        if entry.role in ("assistant", "system") and (
            entry.error or entry.what in ("synthetic", "api_error", "error")
        ):
            limit = stated_limit(entry.text[:_CHARS])
            if limit is not None:
                self.limits[self.model] = limit

    def _accept(self, prompt: int) -> None:
        self.accepted[self.model] = max(prompt, self.accepted.get(self.model, 0))
        if prompt > self.limits.get(self.model, prompt):
            del self.limits[self.model]


def stated_limit(text: str) -> int | None:
    """The tokens that an overflow error says are the most; None: it says none."""
    if not _OVERFLOW.search(text):
        return None
    for pattern in _LIMITS:
        match = pattern.search(text)
        if match:
            return int(re.sub(r"\D", "", match.group(1)))
    return None
