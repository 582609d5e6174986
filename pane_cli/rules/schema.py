"""Every knob: its name, type, default, unit and what it does, once.

The structs are the rules: `rules.evict.share`. `Meta` carries the doc, the types
of `knobs.py` the unit; the shipped `rules/default.yaml` is generated from here, as is
the JSON Schema. A knob that nothing reads is a bug, and a test finds it.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pane_cli.rules.assembling import Assemble, Digest, Likelihood
from pane_cli.rules.decay import Decay
from pane_cli.rules.evicting import Evict, Learned, Lessons, Prices
from pane_cli.rules.knobs import Pattern, Regex, Section, TokenCount
from pane_cli.rules.routes import Routes, Tier
from pane_cli.rules.searching import Recall, RecallWeights, Search
from pane_cli.rules.summarizing import Brief, Cues, Summary, WorkingSet

__all__ = [
    "DEFAULT",
    "Assemble",
    "Brief",
    "Check",
    "Cues",
    "Decay",
    "Digest",
    "Evict",
    "Ingest",
    "Learned",
    "Lessons",
    "Likelihood",
    "Pattern",
    "Prices",
    "Recall",
    "RecallWeights",
    "Redact",
    "Routes",
    "Rules",
    "Search",
    "Section",
    "Severity",
    "Stats",
    "Summary",
    "Tier",
    "Tokens",
    "WorkingSet",
]

Severity = Literal["error", "warning", "info"]


class Tokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How tokens are estimated."""

    chars_per_token: Annotated[
        Annotated[float, Meta(ge=2, le=6)] | None,
        Meta(
            description="Characters of code and prose a token; null: by kind.",
            extra={"unit": "characters"},
        ),
    ] = None
    window: Annotated[
        TokenCount, Meta(description="Tokens of the model's context window.")
    ] = 200_000


class Redact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Secrets in everything rendered for people or models; session lines stay whole."""

    extra: Annotated[
        tuple[Pattern, ...], Meta(description="More kinds, each a name and a regex.")
    ] = ()
    allow: Annotated[
        tuple[Regex, ...],
        Meta(description="Regexes of found secrets that are none, and stay."),
    ] = ()


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which findings there are, and which fail."""

    fail_on: Annotated[
        Severity, Meta(description="Exit 1 at findings of this severity or above.")
    ] = "error"
    select: Annotated[
        tuple[str, ...], Meta(description="Ids or prefixes to report; empty: all.")
    ] = ()
    ignore: Annotated[
        tuple[str, ...], Meta(description="Ids or prefixes not to report.")
    ] = ()


class Ingest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is archived."""

    exclude: Annotated[
        tuple[str, ...], Meta(description="Globs of source paths never archived.")
    ] = ()


class Stats(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How reports count."""

    tz: Annotated[
        str, Meta(description="Time zone of days: a name, `local`, or `UTC`.")
    ] = "local"


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All rules."""

    version: Annotated[Literal[1], Meta(description="Version of the rules format.")] = 1
    tokens: Tokens = Tokens()
    redact: Redact = Redact()
    evict: Evict = Evict()
    learned: Lessons = Lessons()
    decay: Decay = Decay()
    summary: Summary = Summary()
    assemble: Assemble = Assemble()
    routes: Routes = Routes()
    recall: Recall = Recall()
    search: Search = Search()
    check: Check = Check()
    ingest: Ingest = Ingest()
    stats: Stats = Stats()


DEFAULT = Rules()
