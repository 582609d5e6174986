"""Knobs of the summary."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pane_cli.rules.knobs import Chars, Count, Regex, Section, Share, TokenCount, Weight


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
        Section("facts", lines=12, chars=200),
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
        Section("facts"),
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
