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


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a token of the prompt cache costs, in fresh input tokens."""

    cache_read: Annotated[
        Weight, Meta(description="Reading one that is in the cache.")
    ] = 0.1
    cache_write: Annotated[
        Weight, Meta(description="Writing one into the cache; 1: it costs no extra.")
    ] = 1.25


Reason = Literal[
    "large-result",
    "duplicate",
    "superseded-read",
    "failed-input",
    "turn",
    "dear-turn",
    "recalled-turn",
    "step",
    "tail",
]
"""Why something leaves; what each means stands in `evict/order.py`."""


class Evict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What leaves the context: when, in which order, and what stays."""

    share: Annotated[
        Share, Meta(description="Share of the turns that bare `pane evict` takes out.")
    ] = 0.5
    trigger: Annotated[
        Share, Meta(description="Share of the window past which `--auto` evicts.")
    ] = 0.85
    target: Annotated[
        Share, Meta(description="Share of the window that `--auto` evicts down to.")
    ] = 0.45
    minimum: Annotated[
        TokenCount,
        Meta(description="Tokens that `--auto` frees at least, or nothing leaves."),
    ] = 4_000
    order: Annotated[
        tuple[Reason, ...],
        Meta(description="What leaves first; a reason that is not listed never does."),
    ] = (
        "large-result",
        "duplicate",
        "superseded-read",
        "failed-input",
        "turn",
        "dear-turn",
        "recalled-turn",
        "step",
        "tail",
    )
    large: Annotated[
        Share,
        Meta(description="Share of the trigger from which a result leaves alone."),
    ] = 0.0625
    alone: Annotated[
        TokenCount, Meta(description="Tokens below which no entry leaves alone.")
    ] = 200
    failed_turns: Annotated[
        Count, Meta(description="Turns after which the input of a failed call leaves.")
    ] = 4
    reads: Annotated[
        tuple[str, ...],
        Meta(
            description="Shell commands that only print: run again, the newest stays."
        ),
    ] = ("cat", "head", "tail", "sed", "nl", "bat", "less")
    keep: Annotated[
        Count, Meta(description="Newest turns that leave only by address.")
    ] = 0
    tail: Annotated[
        Share,
        Meta(
            description="Share of the window for the newest turns and steps, which"
            " leave last; 0.195 is 25,000 of 128,000."
        ),
    ] = 0.195
    slack: Annotated[
        Share,
        Meta(
            description="Share of the window that may leave beyond the target, so that"
            " turns which belong together do."
        ),
    ] = 0.1
    recalled_turns: Annotated[
        Count, Meta(description="Turns for which a recalled turn leaves last.")
    ] = 3
    dear: Annotated[
        float,
        Meta(
            description="A kind of turns leaves later from this many times the recalls"
            " of the kind recalled least.",
            ge=1,
        ),
    ] = 2.0
    evidence: Annotated[
        int, Meta(description="Turns of a kind that left before that counts.", ge=1)
    ] = 5
    horizon: Annotated[
        int,
        Meta(
            description="Requests within which an eviction must pay for the cached"
            " prefix that it breaks.",
            gt=0,
        ),
    ] = 50
    prices: Prices = Prices()
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
    protect_turns: Annotated[
        tuple[Count, ...],
        Meta(description="Turns that leave only by address: 1 is t1."),
    ] = ()
    skip_kinds: Annotated[
        tuple[Literal["text", "call", "result", "image"], ...],
        Meta(description="Kinds of entries that stay when their turn leaves."),
    ] = ()
    skip_models: Annotated[
        tuple[str, ...],
        Meta(description="Globs of models for whose sessions `--auto` does nothing."),
    ] = ()


class Learned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What use taught of one model."""

    name: Annotated[str, Meta(description="The model, as its transcripts call it.")]
    window: Annotated[
        TokenCount | None,
        Meta(description="Tokens that an overflow error said are the most."),
    ] = None
    chars_per_token: Annotated[
        Annotated[float, Meta(ge=2, le=6)] | None,
        Meta(
            description="Characters a token, the lowest of the last eight measured.",
            extra={"unit": "characters"},
        ),
    ] = None
    failed_left: Annotated[
        Count, Meta(description="Turns with a failed run that left the context.")
    ] = 0
    failed_recalled: Annotated[
        Count, Meta(description="Those of them that the agent then recalled.")
    ] = 0
    changed_left: Annotated[
        Count, Meta(description="Turns that changed files and left.")
    ] = 0
    changed_recalled: Annotated[
        Count, Meta(description="Those of them that were recalled.")
    ] = 0
    read_left: Annotated[Count, Meta(description="Turns that only read, and left.")] = 0
    read_recalled: Annotated[
        Count, Meta(description="Those of them that were recalled.")
    ] = 0


class Lessons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What pane learned from use; a layer of its own in the store."""

    models: Annotated[
        tuple[Learned, ...], Meta(description="What is known of each model.")
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
    ] = 0.5
    budget: Annotated[
        Share,
        Meta(description="Share of the budget for picked lines, where all in fits."),
    ] = 0.3


class Likelihood(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How likely a thing is needed again: weights of a logistic model, fitted."""

    base: Annotated[float, Meta(description="What everything starts from.")] = 1.396
    own: Annotated[
        float, Meta(description="Of entries in which agent or user name it (log).")
    ] = 1.055
    printed: Annotated[
        float, Meta(description="Of results that print it (log).")
    ] = -0.835
    age: Annotated[
        float, Meta(description="Of entries since it was last seen (log).")
    ] = -0.157
    age_own: Annotated[
        float, Meta(description="Of entries since agent or user named it (log).")
    ] = -0.398
    path: Annotated[float, Meta(description="A path.")] = 1.072
    command: Annotated[float, Meta(description="A command.")] = -1.365
    number: Annotated[float, Meta(description="A number, hash or link.")] = -1.333
    error: Annotated[float, Meta(description="An error line.")] = 3.136
    length: Annotated[float, Meta(description="Of its characters (log).")] = -0.622
    density: Annotated[
        float, Meta(description="Of how few things stand beside it (log).")
    ] = 0.169
    commands: Annotated[
        float, Meta(description="Factor of a command's worth: it is needed exactly.")
    ] = 2.0


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
    ] = 0.1
    asked: Annotated[
        Share, Meta(description="Share of the budget for requests that left, whole.")
    ] = 0.25
    state: Annotated[
        Share,
        Meta(description="Share of the budget for what changes each turn, when tight."),
    ] = 0.06
    rewritten: Annotated[
        Share,
        Meta(description="Share of the budget for rewritten turns; others: a line."),
    ] = 0.5
    digest: Digest = Digest()
    likelihood: Likelihood = Likelihood()


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
    recency: Annotated[
        Weight, Meta(description="How much more the newest entries count; 1: twice.")
    ] = 0.0


class Recall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How recall ranks and prints."""

    limit: Annotated[int, Meta(description="Hits a page.", gt=0)] = 5
    snippet_chars: Annotated[
        Chars, Meta(description="Characters of a hit that are shown around its words.")
    ] = 240
    max_chars: Annotated[
        Chars,
        Meta(description="Characters of a range; the rest by address. 0: no limit."),
    ] = 50_000
    max_window: Annotated[
        Share, Meta(description="Share of the model's window that a range may take.")
    ] = 0.1
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
    candidates: Annotated[
        int,
        Meta(
            description="Entries with the words that are ranked in full, at least.",
            ge=1,
            extra={"unit": "entries"},
        ),
    ] = 200
    alike: Annotated[
        Share,
        Meta(description="Share of words at which a hit gives way as a copy; 0: none."),
    ] = 0.8
    typos: Annotated[
        int,
        Meta(
            description="Typing errors of a word that nothing has; 0: none.", ge=0, le=2
        ),
    ] = 2
    half_life_days: Annotated[
        float,
        Meta(
            description="Days after which `weights.recency` counts half.",
            gt=0,
            extra={"unit": "days"},
        ),
    ] = 30.0
    regex_seconds: Annotated[
        float,
        Meta(
            description="A regular expression may take this long, then text is sought.",
            gt=0,
            extra={"unit": "seconds"},
        ),
    ] = 5.0
    weights: RecallWeights = RecallWeights()


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What finds entries: the index of a store, and an encoder of meaning."""

    engine: Annotated[
        Literal["whoosh", "tantivy"],
        Meta(description="Engine of the index; `tantivy` must be installed."),
    ] = "whoosh"
    encoder: Annotated[
        str,
        Meta(
            description="Compares meaning: `static`, `onnx`, or installed; empty: none."
        ),
    ] = ""
    model: Annotated[
        str, Meta(description="Folder of the encoder's model; empty: its own.")
    ] = ""
    encoder_weight: Annotated[
        Weight, Meta(description="What likeness of meaning counts beside the words.")
    ] = 0.5
    encoded: Annotated[
        int,
        Meta(
            description="Entries whose meaning is compared, the best first.",
            ge=2,
            extra={"unit": "entries"},
        ),
    ] = 100


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
    summary: Summary = Summary()
    assemble: Assemble = Assemble()
    recall: Recall = Recall()
    search: Search = Search()
    check: Check = Check()
    ingest: Ingest = Ingest()
    stats: Stats = Stats()


DEFAULT = Rules()
