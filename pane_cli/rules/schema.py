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


class Cues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which sentences are quoted: words that they hold, in lower case; first wins."""

    decided: Annotated[
        tuple[str, ...], Meta(description="Of a decision, whoever says it.")
    ] = (
        *("decision:", "conclusion:", "decided", "agreed to", "agreed on"),
        *("we chose", "i chose", "opted for", "went with", "go with", "going with"),
        *("stick with", "let's use", "let's keep", "let's go with", "i'd rather"),
    )
    wanted: Annotated[
        tuple[str, ...], Meta(description="Of a condition, where the user says it.")
    ] = (
        *("never", "always", "must", "make sure", "without changing"),
        *("without touching", "without breaking", "do not", "don't", "don’t"),
        *("we want", "i want", "keep", "only"),
    )
    reasons: Annotated[
        tuple[str, ...], Meta(description="Of a reason or cause, whoever says it.")
    ] = (
        *("root cause", "the cause", "the reason", "the problem is", "the problem was"),
        *("the issue is", "the issue was", "the bug is", "the bug was", "turns out"),
        *("because", "instead of", "rather than", "so that"),
    )
    measured: Annotated[
        tuple[Regex, ...],
        Meta(
            description="Regexes of a measured number, where the agent says it or a run"
            " prints it."
        ),
    ] = (
        r"\d ?(?:(?:ns|[µu]s|ms|s|sec|seconds|minutes|[kmg]i?b|req/s|rows/s|fps)\b"
        r"|%(?![\])])|x (?:faster|slower|smaller|larger)"
        r"|(?:\w+ )?(?:passed|failed|passing|failing|failures|errors)\b)",
    )


class WorkingSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the next step works from: the budget of that section."""

    tokens: Annotated[TokenCount, Meta(description="Tokens at most.")] = 3_800
    share: Annotated[
        Share, Meta(description="Share of what was removed that it may take.")
    ] = 0.5
    hits: Annotated[
        Count, Meta(description="Hits of recall for the newest request; 0: none.")
    ] = 3


class Brief(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a line of the brief transcript is worth; those worth most stay."""

    recency: Annotated[
        Weight, Meta(description="Added to the newest line, in part to older ones.")
    ] = 12.0
    closing: Annotated[Weight, Meta(description="The last words of a turn.")] = 34.0
    said: Annotated[Weight, Meta(description="Other words of the agent.")] = 20.0
    failed: Annotated[Weight, Meta(description="A call that failed.")] = 22.0
    run: Annotated[Weight, Meta(description="A command.")] = 14.0
    edit: Annotated[Weight, Meta(description="A call that wrote a file.")] = 12.0
    look: Annotated[Weight, Meta(description="A read, or a command that looks.")] = 4.0
    other: Annotated[Weight, Meta(description="Any other call.")] = 8.0
    telling: Annotated[
        Chars, Meta(description="Words count fully from this length on.")
    ] = 160


class Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `summarize` prints, in order, and the cap of each section."""

    sections: Annotated[
        tuple[Section, ...],
        Meta(description="Sections in order; the last give way first."),
    ] = (
        Section("pins"),
        Section("task", lines=30, chars=400),
        Section("plan", lines=12, chars=240),
        Section("first-requests", lines=3, chars=500),
        Section("requests", lines=15, chars=300),
        Section("decisions", lines=12, chars=240),
        Section("tried", lines=8, chars=300),
        Section("commands", lines=12, chars=240),
        Section("numbers", lines=8, chars=240),
        Section("files", lines=20, chars=160),
        Section("commits", lines=8, chars=160),
        Section("history", lines=8, chars=160),
        Section("working-set", lines=12, chars=1_600),
        Section("brief", lines=40, chars=160),
    )
    handoff: Annotated[
        tuple[Section, ...],
        Meta(description="Sections of `--handoff`, without what tools printed."),
    ] = (
        Section("pins"),
        Section("task", lines=30, chars=600),
        Section("plan", lines=12, chars=240),
        Section("decisions", lines=12, chars=240),
        Section("tried", lines=8, chars=300),
        Section("files", lines=20, chars=240),
        Section("commits", lines=8, chars=160),
    )
    window: Annotated[
        TokenCount,
        Meta(description="The caps are for this `tokens.window`, and scale with it."),
    ] = 200_000
    share: Annotated[
        Share,
        Meta(
            description="Share of its source that it may take, but for pins, the newest"
            " request and the working set."
        ),
    ] = 0.024
    least: Annotated[Chars, Meta(description="That share is no less than this.")] = (
        6_000
    )
    looks: Annotated[
        tuple[str, ...],
        Meta(description="Commands that only look: not listed, their failure none."),
    ] = (
        *("awk", "cat", "cd", "cut", "du", "echo", "env", "export", "file", "find"),
        *("git branch", "git diff", "git log", "git ls-files", "git remote"),
        *("git rev-parse", "git show", "git status", "grep", "head", "jq", "ls"),
        *("nl", "ps", "pwd", "rg", "sed -n", "set", "sleep", "sort", "stat", "tail"),
        *("test", "tree", "true", "tr", "type", "uname", "uniq", "wc", "which", "["),
    )
    track: Annotated[
        tuple[str, ...],
        Meta(description="Commands, by their beginning, that are always listed first."),
    ] = ()
    host_text: Annotated[
        tuple[Regex, ...],
        Meta(description="What a host writes before the user's words in a request."),
    ] = (r"# Context from my IDE setup:\n(?s:.*?)\n## My request for Codex:\n",)
    cues: Cues = Cues()
    working: WorkingSet = WorkingSet()
    brief: Brief = Brief()


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
