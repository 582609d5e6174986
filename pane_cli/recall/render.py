"""Answers as text, grep-like, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

import msgspec

from pane_cli.recall.hits import Answer, Hit, Near
from pane_cli.session.address import format_range
from pane_cli.session.times import parse_time

_encoder = msgspec.json.Encoder()


def as_json(answer: Answer) -> str:
    """The envelope, on one line."""
    return _encoder.encode(answer).decode("utf-8") + "\n"


def as_text(answer: Answer, zone: tzinfo) -> Iterator[str]:
    """Hits: a line that says where, and a line of what is there."""
    for hit in answer.hits:
        yield from (_near(hit, near) for near in hit.before)
        yield f"{head(hit, zone)}\n  {hit.snippet}\n"
        yield from (_near(hit, near) for near in hit.after)


def as_whole(answer: Answer, zone: tzinfo) -> Iterator[str]:
    """Entries word for word, each below a line that says what it is."""
    for i, hit in enumerate(answer.hits):
        yield "\n" if i else ""
        text = hit.text or ""
        yield f"{head(hit, zone)}\n{text}" + ("" if text.endswith("\n") else "\n")


def head(hit: Hit, zone: tzinfo) -> str:
    """`4d5611e5#120 t7 assistant call Edit 2026-02-10 09:12`, what is known of it."""
    kind = "" if hit.kind == "text" else (hit.what or hit.kind)
    error = "error" if hit.error else ""
    near = "(beside it)" if hit.tier == "near" else ""
    when = parse_time(hit.ts) if hit.ts else None
    time = when.astimezone(zone).strftime("%Y-%m-%d %H:%M") if when else ""
    role = "" if hit.role == "tool" else hit.role
    parts = (hit.address, f"t{hit.turn}", role, kind, hit.tool, error, time, near)
    return " ".join(part for part in parts if part)


def summary(answer: Answer, shown: int) -> str:
    """What stderr says below hits: how many, and how to see the next ones."""
    if not answer.total:
        return "nothing found"
    noun = "hit" if answer.total == 1 else "hits"
    if shown >= answer.total:
        return f"{answer.total} {noun}"
    more = f"; more: --page {answer.page + 1}" if shown else ""
    return f"{shown} of {answer.total} {noun}{more}"


def _near(hit: Hit, near: Near) -> str:
    address = hit.address.rpartition("#")[0] + format_range(near.n, near.n)
    words = (near.role, "" if near.kind == "text" else near.kind, near.tool or "")
    label = " ".join(word for word in words if word)
    return f"  {address} {label}: {near.snippet}\n"
