"""Every knob: its name, type, default, unit and what it does, once.

The structs are the rules: `rules.evict.share`. `Meta` carries the doc, the types
below carry the unit; the shipped `rules/default.yaml` is generated from here, as is
the JSON Schema. A knob that nothing reads is a bug, and a test finds it.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Share = Annotated[float, Meta(ge=0, le=1)]
Count = Annotated[int, Meta(ge=0)]
Chars = Annotated[int, Meta(ge=0, extra={"unit": "characters"})]
Weight = Annotated[float, Meta(ge=0, le=100)]
TokenCount = Annotated[int, Meta(gt=0, extra={"unit": "tokens"})]
Regex = Annotated[str, Meta(extra_json_schema={"format": "regex"})]
"""Compiled when rules are read, so that a broken one is named by file and line."""
Severity = Literal["error", "warning", "info"]


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


class Evict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which turns leave the context."""

    share: Annotated[
        Share, Meta(description="Share of the turns that bare `pane evict` takes out.")
    ] = 0.5
    pointer_chars: Annotated[
        int,
        Meta(
            description="Characters of what a pointer says of its range.",
            ge=20,
            extra={"unit": "characters"},
        ),
    ] = 100
    protect_tools: Annotated[
        tuple[str, ...], Meta(description="Tools whose turns leave only by address.")
    ] = ()
    protect_paths: Annotated[
        tuple[str, ...],
        Meta(description="Globs of files whose turns leave only by address."),
    ] = ()


class Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `summarize` prints, in order, and the cap of each section."""

    sections: Annotated[
        tuple[Section, ...],
        Meta(description="Sections in order: name, lines, characters a line."),
    ] = (
        Section("pins"),
        Section("task", lines=30, chars=300),
        Section("first-requests", lines=3, chars=600),
        Section("files", lines=20, chars=160),
        Section("commits", lines=8, chars=160),
        Section("requests", lines=15, chars=300),
        Section("history", lines=8, chars=160),
        Section("brief", lines=60, chars=160),
    )


class Digest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which lines of what is not shown whole are worth their place."""

    share: Annotated[
        Share,
        Meta(description="Share of what is out that its picked lines may take."),
    ] = 0.25
    budget: Annotated[
        Share,
        Meta(description="Share of the budget for picked lines, where all in fits."),
    ] = 0.3
    half_life: Annotated[
        Share,
        Meta(description="Share of the session after which a use counts half."),
    ] = 0.15
    half_life_entries: Annotated[
        int, Meta(description="Entries added to that half-life.", gt=0)
    ] = 10
    own: Annotated[
        float, Meta(description="Weight of a use by agent or user; a result's is 1.")
    ] = 4.0


class Assemble(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the context holds."""

    budget: Annotated[
        TokenCount, Meta(description="Tokens of the context when none are asked for.")
    ] = 8_000
    blocks: Annotated[
        tuple[Section, ...],
        Meta(description="Blocks in order; those from `task` on change each turn."),
    ] = (
        Section("pins"),
        Section("out", lines=12, chars=160),
        Section("turns"),
        Section("task", lines=12, chars=240),
        Section("recalled", lines=5, chars=400),
        Section("dashboard", lines=4, chars=160),
    )
    recalled: Annotated[
        Share, Meta(description="Share of the budget for what `--query` recalls.")
    ] = 0.2
    tail: Annotated[
        Share, Meta(description="Share of the budget for the newest steps, whole.")
    ] = 0.12
    asked: Annotated[
        Share, Meta(description="Share of the budget for requests that left, whole.")
    ] = 0.25
    rewritten: Annotated[
        Share,
        Meta(description="Share of the budget for rewritten turns; others: a line."),
    ] = 0.5
    digest: Digest = Digest()


class RecallWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What counts how much in the ranking. The defaults are measured; 0 is off."""

    k1: Annotated[
        float, Meta(description="How late a repeated word stops counting.", gt=0)
    ] = 0.9
    b: Annotated[
        Share, Meta(description="How much long entries are held back; 1: fully.")
    ] = 0.3
    tool: Annotated[Weight, Meta(description="A word in the tool's name.")] = 0.5
    path: Annotated[Weight, Meta(description="A word in a file's path.")] = 1.0
    speaker: Annotated[Weight, Meta(description="A word in the speaker's name.")] = 1.0
    day: Annotated[Weight, Meta(description="A part of the entry's date.")] = 1.0
    near: Annotated[
        Weight, Meta(description="A word in a neighbouring entry; in the entry: 1.")
    ] = 0.3
    named: Annotated[
        Weight, Meta(description="Factor where the question names the speaker.")
    ] = 1.4
    session: Annotated[
        Weight, Meta(description="Share of the session's own score that is added.")
    ] = 0.3
    thinking: Annotated[
        Weight, Meta(description="Factor of the model's thinking; words said: 1.")
    ] = 0.7
    note: Annotated[
        Weight, Meta(description="Factor of the host's notes and summaries.")
    ] = 0.5


class Recall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How recall ranks and prints."""

    limit: Annotated[int, Meta(description="Hits a page.", gt=0)] = 5
    snippet_chars: Annotated[
        Chars, Meta(description="Characters of a hit that are shown around its words.")
    ] = 240
    max_chars: Annotated[
        Chars,
        Meta(description="Characters of a range; the rest by address. 0: no limit."),
    ] = 0
    language: Annotated[
        str,
        Meta(
            description="Stemmer of words in Latin script; `none`: words as they are."
        ),
    ] = "english"
    neighbours: Annotated[
        int,
        Meta(description="Entries before and after that count as near.", ge=0, le=8),
    ] = 2
    regex_seconds: Annotated[
        float,
        Meta(
            description="A regular expression may take this long, then text is sought.",
            gt=0,
            extra={"unit": "seconds"},
        ),
    ] = 5.0
    weights: RecallWeights = RecallWeights()


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
    summary: Summary = Summary()
    assemble: Assemble = Assemble()
    recall: Recall = Recall()
    check: Check = Check()
    ingest: Ingest = Ingest()
    stats: Stats = Stats()


DEFAULT = Rules()
