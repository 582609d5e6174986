"""Findings in how much there is: large records, base64, images stored again."""

from __future__ import annotations

from collections.abc import Iterator

from pane_cli.check.finding import Hit, Placed
from pane_cli.check.seen import Seen
from pane_cli.text.counts import counted


def large_record(item: Placed, seen: Seen) -> Iterator[Hit]:
    """A record above the limit, at the first entry that it became."""
    is_first = item.spot.line != seen.spot.line or item.spot.n == 1
    if item.size > seen.limits.large and is_first:
        yield item.hit(f"a record of {_size(item.size)}: some readers give up at it")


def base64(item: None, seen: Seen) -> Iterator[Hit]:
    """All of a session, at the largest."""
    sizes = seen.sizes
    if sizes.bytes > seen.limits.base64:
        places = counted(sizes.count, "place")
        most = f"; {_size(sizes.largest)} here" if sizes.count > 1 else ""
        yield Hit(sizes.spot, f"{_size(sizes.bytes)} of base64 in {places}{most}")


def repeated_image(item: None, seen: Seen) -> Iterator[Hit]:
    """All of a session, at the first."""
    again = seen.sizes.repeated
    if again is not None:
        what = "1 image is" if again.times == 1 else f"{again.times:,} images are"
        size = _size(seen.sizes.repeated_bytes)
        yield Hit(again.spot, f"{what} stored again: {size} of base64")


def _size(count: int) -> str:
    return f"{count / 1e6:,.1f} MB" if count >= 1e5 else f"{count:,} bytes"
