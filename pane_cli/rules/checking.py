"""Knobs of `pane check`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pane_cli.rules.knobs import Count

Severity = Literal["error", "warning", "info"]
Format = Literal["text", "json", "github", "gitlab", "sarif", "junit"]

Bytes = Annotated[int, Meta(gt=0, extra={"unit": "bytes"})]


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which findings there are, how they are written, and which fail."""

    fail_on: Annotated[
        Severity, Meta(description="Exit 1 at findings of this severity or above.")
    ] = "error"
    exit_zero: Annotated[
        bool, Meta(description="Exit 0 whatever was found; unreadable input still 2.")
    ] = False
    format: Annotated[
        Format, Meta(description="How findings are written, unless --format says.")
    ] = "text"
    select: Annotated[
        tuple[str, ...], Meta(description="Ids or prefixes to report; empty: all.")
    ] = ()
    ignore: Annotated[
        tuple[str, ...], Meta(description="Ids or prefixes not to report.")
    ] = ()
    severity: Annotated[
        dict[str, Severity],
        Meta(description="Severities of your own, by id, name or prefix."),
    ] = {}
    baseline: Annotated[
        str | None,
        Meta(description="File of known findings, which are not reported again."),
    ] = None
    large: Annotated[
        Bytes, Meta(description="A record above this is `large-record`.")
    ] = 5_000_000
    base64: Annotated[
        Bytes, Meta(description="Base64 of a session above this is `base64`.")
    ] = 1_000_000
    live_minutes: Annotated[
        Count,
        Meta(
            description="`--fix` leaves a file alone that was written to so recently.",
            extra={"unit": "minutes"},
        ),
    ] = 10
