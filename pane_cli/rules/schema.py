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
from pane_cli.rules.checking import Check, Severity
from pane_cli.rules.decay import Decay
from pane_cli.rules.evicting import Evict, Learned, Lessons, Prices
from pane_cli.rules.facts import Facts
from pane_cli.rules.hook import Hook, HookRecall
from pane_cli.rules.hosts import Host, Hosts
from pane_cli.rules.knobs import Pattern, Regex, Section, TokenCount
from pane_cli.rules.routes import Routes, Tier
from pane_cli.rules.searching import Recall, RecallWeights, Search
from pane_cli.rules.summarizing import Brief, Cues, Summary, WorkingSet
from pane_cli.rules.topics import Topics

__all__ = [
    "DEFAULT",
    "Assemble",
    "Brief",
    "Check",
    "Cues",
    "Decay",
    "Digest",
    "Evict",
    "Facts",
    "Hook",
    "HookRecall",
    "Host",
    "Hosts",
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
    "Topics",
    "WorkingSet",
]


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
    hosts: Hosts = Hosts()
    redact: Redact = Redact()
    evict: Evict = Evict()
    learned: Lessons = Lessons()
    topics: Topics = Topics()
    decay: Decay = Decay()
    summary: Summary = Summary()
    assemble: Assemble = Assemble()
    routes: Routes = Routes()
    recall: Recall = Recall()
    search: Search = Search()
    facts: Facts = Facts()
    hook: Hook = Hook()
    check: Check = Check()
    ingest: Ingest = Ingest()
    stats: Stats = Stats()


DEFAULT = Rules()
