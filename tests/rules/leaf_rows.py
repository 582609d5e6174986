"""For every leaf of the rules, a command that it acts on and a value that shows it.

`S` is the sample session with an eviction and three pins, one of which holds a secret;
`C` a chat whose speakers have names; `T` the folder of sample transcripts; `D` a
damaged transcript. A list of parts has a row
for every field of every part: `assemble.blocks[pins].lines`.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any, NamedTuple


class Row(NamedTuple):
    """`command` must print something else, or exit otherwise, under `value`."""

    command: str
    value: Any


FIXED = {"version"}
"""Leaves with one possible value; the loader refuses any other."""

CASES = Path(__file__).resolve().parents[1] / "cases"
REWRITTEN = shlex.quote(str(CASES / "assemble" / "rewritten-turn" / "session.jsonl"))
TIGHT = "assemble S --budget 3000 --query 'token refresh'"
EVICT = "evict --now 2026-03-03T00:00:00Z < S"
ASK = "why did the refresh of the harbour token fail on 2026-03-02 in Bash"
RECALL = f"recall '{ASK}' S --json"
SUMMARY = "summarize S --now 2026-03-03T00:00:00Z"

ROWS: dict[str, Row] = {
    "tokens.chars_per_token": Row(TIGHT, 2.0),
    "tokens.window": Row(TIGHT, 50_000),
    "redact.extra": Row(TIGHT, [{"name": "boat", "pattern": "ferry"}]),
    "redact.allow": Row("assemble S --budget 3000", [".*"]),
    "evict.share": Row(EVICT, 0.9),
    "evict.pointer_chars": Row(TIGHT, 40),
    "evict.protect_tools": Row(EVICT, ["Edit"]),
    "evict.protect_paths": Row(EVICT, ["ferry/*"]),
    "summary.sections": Row(SUMMARY, [{"name": "task"}]),
    "assemble.budget": Row("assemble S", 2000),
    "assemble.blocks": Row(TIGHT, [{"name": "turns"}]),
    "assemble.recalled": Row(TIGHT, 0.02),
    "assemble.tail": Row(TIGHT, 0.8),
    "assemble.asked": Row(TIGHT, 0.01),
    "assemble.rewritten": Row(f"assemble {REWRITTEN}", 0.0),
    "assemble.digest.share": Row(TIGHT, 0.02),
    "assemble.digest.budget": Row("assemble S --budget 20000", 0.02),
    "assemble.digest.half_life": Row(TIGHT, 1.0),
    "assemble.digest.half_life_entries": Row(TIGHT, 1000),
    "assemble.digest.own": Row(TIGHT, 0.1),
    "recall.limit": Row(RECALL, 1),
    "recall.snippet_chars": Row(RECALL, 40),
    "recall.max_chars": Row("recall '#5-20' S", 300),
    "recall.language": Row(RECALL, "none"),
    "recall.neighbours": Row(RECALL, 0),
    "recall.regex_seconds": Row("recall --regex token S", 1e-6),
    "recall.weights.k1": Row(RECALL, 2.0),
    "recall.weights.b": Row(RECALL, 1.0),
    "recall.weights.tool": Row(RECALL, 5),
    "recall.weights.path": Row("recall 'ferry deploy compose.yaml' S --json", 9),
    "recall.weights.speaker": Row("recall 'what did Nora see' C --json", 9),
    "recall.weights.day": Row(RECALL, 5),
    "recall.weights.near": Row(RECALL, 1),
    "recall.weights.named": Row("recall 'what did Nora see' C --json", 9),
    "recall.weights.session": Row(RECALL, 1),
    "recall.weights.thinking": Row(
        "recall 'expires_at without an offset' S --json -n 50", 0.1
    ),
    "recall.weights.note": Row(f"{RECALL} -n 200", 0.1),
    "check.fail_on": Row("check D", "info"),
    "check.select": Row("check D", ["none-such"]),
    "check.ignore": Row("check D", ["damaged"]),
    "ingest.exclude": Row("ingest T", ["*/codex/*"]),
    "stats.tz": Row("stats S --by day", "Pacific/Auckland"),
}

PARTS: dict[str, str] = {
    "summary.sections": SUMMARY,
    "assemble.blocks": TIGHT,
}
"""Lists of parts, and the command that shows each part."""

CAPS: dict[str, int] = {"lines": 1, "chars": 24}
"""What each part's cap is set to; the default is above it."""
