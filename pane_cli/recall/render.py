"""Answers as text, grep-like, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

import msgspec

from pane_cli.recall.results import NEAREST, Answer, Hit, Near
from pane_cli.session.address import format_range
from pane_cli.session.times import parse_time
from pane_cli.text.counts import counted

_encoder = msgspec.json.Encoder()
_BESIDE = {
    "near": "(beside it)",
    "fuzzy": "(nearest)",
    "prefix": "(begins so)",
}
"""What the text says of tiers that are less than what was asked for."""
_PLACE, _NOTE, _END = "\x1b[1;35m", "\x1b[33m", "\x1b[0m"


def as_json(answer: Answer) -> str:
    """The envelope, on one line."""
    return _encoder.encode(answer).decode("utf-8") + "\n"


def as_choices(answer: Answer, zone: tzinfo) -> Iterator[str]:
    r"""For fzf: the command that prints the hit, its head, its snippet; tabs between.

    pane recall --fzf token | fzf -d '\t' --with-nth 2.. --preview 'eval {1}'
    """
    for hit in answer.hits:
        parts = (hit.command, head(hit, zone), hit.snippet)
        yield "\t".join(part.replace("\t", " ") for part in parts) + "\n"


def as_text(answer: Answer, zone: tzinfo, colour: bool = False) -> Iterator[str]:
    """Hits: a line that says where, a line of what is there, what came of it later."""
    for hit in answer.hits:
        yield from (_near(hit, near) for near in hit.before)
        yield f"{head(hit, zone, colour)}\n  {hit.snippet}\n"
        for annotation in hit.annotations:
            yield f"  {_painted(f'[{annotation}]', _NOTE, colour)}\n"
        yield from (_near(hit, near) for near in hit.after)


def as_whole(answer: Answer, zone: tzinfo, colour: bool = False) -> Iterator[str]:
    """Entries word for word, each below a line that says what it is."""
    for i, hit in enumerate(answer.hits):
        yield "\n" if i else ""
        text = hit.text or ""
        end = "" if text.endswith("\n") else "\n"
        yield f"{head(hit, zone, colour)}\n{text}{end}"


def as_file(answer: Answer) -> Iterator[str]:
    """A file as it was, and nothing else; nothing where it is not known."""
    yield from (hit.text or "" for hit in answer.hits if hit.tier not in NEAREST)


def head(hit: Hit, zone: tzinfo, colour: bool = False) -> str:
    """`4d5611e5#120 t7 assistant call Edit 2026-02-10 09:12`, what is known of it."""
    kind = "" if hit.kind == "text" else (hit.what or hit.kind)
    error = "error" if hit.error else ""
    near = _painted(_BESIDE.get(hit.tier, ""), _NOTE, colour)
    when = parse_time(hit.ts) if hit.ts else None
    time = when.astimezone(zone).strftime("%Y-%m-%d %H:%M") if when else ""
    role = "" if hit.role == "tool" else hit.role
    place = _painted(hit.address, _PLACE, colour)
    parts = (place, f"t{hit.turn}", role, kind, hit.tool, error, time, near)
    return " ".join(part for part in parts if part)


def summary(answer: Answer, limit: int) -> str:
    """What stderr says below a page of hits: how many, and how to see the next ones."""
    if not answer.total and not answer.nearest:
        return "nothing found"
    said = counted(answer.total, "hit") if answer.total else "nothing found"
    shown = sum(hit.tier not in NEAREST for hit in answer.hits)
    if answer.total and shown < answer.total:
        said = f"{shown} of {said}"
    beside = len(answer.hits) - shown
    if beside:
        said += f", and {beside} that come nearest"
    every = answer.total + answer.nearest
    if not answer.hits:
        return f"{said}; the last page is --page {-(-every // limit)}"
    is_last = answer.page * limit >= every
    return said if is_last else f"{said}; more: --page {answer.page + 1}"


def _painted(text: str, paint: str, colour: bool) -> str:
    return f"{paint}{text}{_END}" if colour and text else text


def _near(hit: Hit, near: Near) -> str:
    address = hit.address.rpartition("#")[0] + format_range(near.n, near.n)
    words = (near.role, "" if near.kind == "text" else near.kind, near.tool or "")
    label = " ".join(word for word in words if word)
    return f"  {address} {label}: {near.snippet}\n"
