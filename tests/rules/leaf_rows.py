"""For every leaf of the rules, a command that it acts on and a value that shows it.

`S` is the sample session with an eviction and three pins, one of which holds a secret,
and `M` the same with facts and more that left; `E` a session with every reason to
leave; `C` a chat whose speakers have names; `T` the folder of sample transcripts; `D` a
damaged transcript, `K` a copy of it, just written; `HS` a store, and `HOOK-...` the
events of `leaf_hook.py`. A list of parts has a row for every field of every part:
`assemble.blocks[pins].lines`.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any, NamedTuple


class Row(NamedTuple):
    """`command` must print something else, or exit otherwise, under `value`."""

    command: str
    value: Any
    needs: str = ""
    """A package that may not be installed."""


FIXED = {"version"}
"""Leaves with one possible value; the loader refuses any other."""

UNSEEN = {"search.engine", "search.transcribed", "hook.deadline"}
"""Leaves that change how something is done, never what comes of it:
`tests/search/test_engines.py` and `tests/store/test_keeping.py` show that. What a
deadline does is shown by `tests/hook/test_deadline.py`, in a process of its own."""

CASES = Path(__file__).resolve().parents[1] / "cases"
REWRITTEN = shlex.quote(str(CASES / "assemble" / "rewritten-turn" / "session.jsonl"))
FACTS = shlex.quote(str(CASES / "facts" / "list" / "session.jsonl"))
FACTS_NOW = "--now 2026-03-05T00:00:00Z"
BASE64 = shlex.quote(str(CASES / "check" / "sizes" / "input.jsonl"))
LIGHTEST = shlex.quote(str(CASES / "evict" / "lightest-first" / "session.jsonl"))
LIGHT = (
    "evict --to 40% --force --explain --dry-run --set decay.by_weight=true"
    f" --set decay.drift=0.5 --set evict.tail=0 {LIGHTEST}"
)
#: Weights alone: what is asked for has no say.
WEIGHED = LIGHT.replace(" --explain", " --explain --set decay.remembered=1")
FENCED = shlex.quote(str(CASES / "assemble" / "route" / "session.jsonl"))
ROUTED = (
    "assemble --explain --set"
    f" 'routes.tiers=[{{name: all, points: 0, low: 2000, high: 9000}}]' {FENCED}"
)
TIGHT = "assemble S --budget 3000 --query 'token refresh'"
EVICT = "evict --now 2026-03-03T00:00:00Z < S"
FORCED = EVICT.replace("evict", "evict --to 20% --force")
AUTO = "evict --auto --explain --set tokens.window=20000 --now 2026-03-03T00:00:00Z < E"
SHORT = AUTO.replace("--auto", "--auto --set topics.ttl=1")
ALONE = AUTO.replace(
    " --explain",
    " --explain --set 'evict.order=[large-result, duplicate, superseded-read,"
    " failed-input]' --force",
)
#: Runs with a failure were recalled five times as often as turns that read.
DEAR = AUTO.replace(
    " --explain",
    " --explain --set 'learned.models=[{name: model-one, read_left: 20,"
    " read_recalled: 2, failed_left: 10, failed_recalled: 5}]'",
)
ASK = "why did the refresh of the harbour token fail on 2026-03-02 in Bash"
RECALL = f"recall '{ASK}' S --json"
#: No hit is sure.
UNSURE = (
    f"{RECALL} --set recall.variants=3 --set recall.certain=1"
    " --set search.encoder_weight=9"
)
RETURNS = shlex.quote(str(CASES / "topics" / "returns" / "session.jsonl"))
TOPICS = "topics S --replay --set topics.ttl=2"
LLAMA = "wordllama"
SUMMARY = "summarize M --set summary.share=1"
FEW = f"{SUMMARY} --set 'summary.sections=[{{name: brief, lines: 9}}]'"
HANDOFF = "summarize M --handoff --set summary.share=1"

#: `E` as a session of each agent whose settings are read: `E:codex`.
HOSTS = ("claude_code", "codex", "gemini", "opencode", "pi")
HOST_FIELDS = {"window": 100_000, "limit": 9_000, "share": 0.4, "reserve": 12_000}

#: Events of agents, over a store that is as it was before each of them.
HOOK = "hook --store HS"
PROMPT = f"{HOOK} < HOOK-PROMPT"
STARTED = f"{HOOK} < HOOK-START"
COMPACTED = f"{HOOK} < HOOK-COMPACT"

ROWS: dict[str, Row] = {
    **{
        f"hosts.{agent}.{field}": Row(AUTO.replace("< E", f"< E:{agent}"), value)
        for agent in HOSTS
        for field, value in HOST_FIELDS.items()
    },
    "tokens.chars_per_token": Row(TIGHT, 2.0),
    "tokens.window": Row(TIGHT, 50_000),
    "redact.extra": Row(TIGHT, [{"name": "boat", "pattern": "ferry"}]),
    "redact.allow": Row("assemble S --budget 3000", [".*"]),
    "evict.share": Row(EVICT, 0.9),
    "evict.trigger": Row(AUTO, 1.0),
    "evict.target": Row(AUTO, 0.2),
    "evict.minimum": Row(AUTO, 19_000),
    "evict.order": Row(AUTO, ["turn"]),
    "evict.large": Row(ALONE, 0.5),
    "evict.alone": Row(ALONE, 900),
    "evict.failed_turns": Row(ALONE, 10),
    "evict.reads": Row(ALONE, []),
    "evict.keep": Row(AUTO, 3),
    "evict.tail": Row(AUTO, 0.0),
    "evict.slack": Row(AUTO, 0.5),
    "evict.recalled_turns": Row(AUTO, 0),
    "evict.dear": Row(DEAR, 50.0),
    "evict.evidence": Row(DEAR, 100),
    "evict.horizon": Row(AUTO, 1),
    "evict.prices.cache_read": Row(AUTO, 1.0),
    "evict.prices.cache_write": Row(AUTO, 5.0),
    "evict.protect_turns": Row(AUTO, [1]),
    "evict.skip_kinds": Row(AUTO, ["text"]),
    "evict.skip_models": Row(AUTO, ["model-*"]),
    "learned.models": Row(AUTO, [{"name": "model-one", "window": 18_000}]),
    "evict.pointer_chars": Row("assemble S --budget 1500", 40),
    "evict.protect_tools": Row(EVICT, ["Edit"]),
    "evict.protect_paths": Row(EVICT, ["ferry/*"]),
    "evict.expired_first": Row(
        AUTO.replace("--auto", "--auto --set topics.ttl=1"), True
    ),
    "topics.ttl": Row("topics S", 2),
    "topics.lifetimes": Row(TOPICS, [{"turns": 9, "category": "review"}]),
    "topics.entity_overlap": Row(TOPICS, 0.9),
    "topics.category_overlap": Row(TOPICS, 0.9),
    "topics.fingerprint": Row(TOPICS, "fixed"),
    "topics.core": Row(TOPICS, 1.0),
    "topics.unnamed": Row(TOPICS, "differs"),
    "topics.drift": Row(TOPICS, "new"),
    "topics.returns": Row(f"topics {RETURNS}", False),
    "topics.tick": Row(TOPICS, "all"),
    "topics.soft": Row(f"topics {RETURNS} --replay --set topics.ttl=2", 0),
    "topics.entities": Row(TOPICS, 1),
    "topics.registry": Row(TOPICS, [{"name": "harbour office"}]),
    "topics.categories": Row(TOPICS, {"reporting": {"words": ["csv"]}}),
    "decay.by_weight": Row(LIGHT.replace(" --set decay.by_weight=true", ""), True),
    "decay.code": Row(WEIGHED, 2.0),
    "decay.prose": Row(WEIGHED, 2.0),
    "decay.numbers": Row(WEIGHED, 50.0),
    "decay.numeric": Row(WEIGHED, 1.0),
    "decay.friction": Row(WEIGHED, 9.0),
    "decay.escalation": Row(WEIGHED.replace("drift=0.5", "drift=1"), 1.0),
    "decay.stale_turns": Row(WEIGHED, 1),
    "decay.stale": Row(f"{WEIGHED} --set decay.stale_turns=1", 0.1),
    "decay.remembered": Row(LIGHT, 1.0),
    "decay.drift": Row(LIGHT.replace(" --set decay.drift=0.5", ""), 1.0),
    "decay.drift_by_encoder": Row(
        LIGHT.replace("drift=0.5", "drift=1 --set search.encoder=static"),
        {"static": 2.0},
        LLAMA,
    ),
    "decay.drift_turns": Row(LIGHT, 1),
    "decay.drift_penalty": Row(LIGHT, 1.0),
    "routes.tiers": Row(
        "assemble S", [{"name": "a", "points": 0, "low": 900, "high": 900}]
    ),
    "routes.words": Row(ROUTED, ["same"]),
    "routes.patterns": Row(ROUTED, ["these (two|three)"]),
    "routes.chars": Row(ROUTED, 5),
    "routes.fences": Row(ROUTED, 9),
    "routes.turns": Row(ROUTED, 2),
    "routes.relevant": Row(ROUTED, 0.99),
    "routes.full": Row(ROUTED, 1),
    "routes.returns": Row("assemble S --budget 3000", True),
    "summary.sections": Row(SUMMARY, [{"name": "task"}]),
    "summary.handoff": Row(HANDOFF, [{"name": "task"}]),
    "summary.window": Row(SUMMARY, 800_000),
    "summary.share": Row("summarize M", 1.0),
    "summary.least": Row("summarize M", 1_000),
    "summary.looks": Row(SUMMARY, ["sqlite3"]),
    "summary.track": Row(f"{SUMMARY} --set summary.window=2000000", ["docker"]),
    "summary.host_text": Row(SUMMARY, ["Very nice. "]),
    "summary.cues.decided": Row(SUMMARY, ["convinces"]),
    "summary.cues.wanted": Row(SUMMARY, ["office"]),
    "summary.cues.reasons": Row(SUMMARY, ["the same fault"]),
    "summary.cues.measured": Row(SUMMARY, ["million"]),
    "summary.working.tokens": Row(SUMMARY, 300),
    "summary.working.share": Row(SUMMARY, 0.02),
    "summary.working.hits": Row(f"{SUMMARY} --query 'harbour time'", 0),
    "summary.brief.recency": Row(FEW, 100),
    "summary.brief.closing": Row(FEW, 0),
    "summary.brief.said": Row(FEW, 100),
    "summary.brief.failed": Row(FEW, 100),
    "summary.brief.run": Row(FEW, 100),
    "summary.brief.edit": Row(FEW, 100),
    "summary.brief.look": Row(FEW, 100),
    "summary.brief.other": Row(FEW, 100),
    "summary.brief.telling": Row(FEW, 1),
    "assemble.budget": Row("assemble S", 2000),
    "assemble.blocks": Row(TIGHT, [{"name": "turns"}]),
    "assemble.recalled": Row(TIGHT, 0.02),
    "assemble.tail": Row(TIGHT, 0.8),
    "assemble.asked": Row(TIGHT, 0.01),
    "assemble.rewritten": Row(f"assemble {REWRITTEN}", 0.0),
    "assemble.digest.share": Row(TIGHT, 0.02),
    "assemble.digest.budget": Row(FORCED, 0.02),
    "assemble.copies": Row("assemble E --budget 30000", 0),
    "assemble.state": Row(TIGHT, 0.0),
    "assemble.likelihood.base": Row(TIGHT, -9.0),
    "assemble.likelihood.own": Row(TIGHT, -3),
    "assemble.likelihood.printed": Row(TIGHT, 3),
    "assemble.likelihood.age": Row(TIGHT, 2),
    "assemble.likelihood.age_own": Row(TIGHT, 2),
    "assemble.likelihood.path": Row(TIGHT, -5),
    "assemble.likelihood.command": Row(TIGHT, 9),
    "assemble.likelihood.number": Row(TIGHT, 9),
    "assemble.likelihood.error": Row(TIGHT, -9),
    "assemble.likelihood.length": Row(TIGHT, 2),
    "assemble.likelihood.density": Row(TIGHT, -3),
    "assemble.likelihood.commands": Row(TIGHT, 50),
    "recall.limit": Row(RECALL, 1),
    "recall.snippet_chars": Row(RECALL, 40),
    "recall.max_chars": Row("recall '#5-20' S", 300),
    "recall.max_window": Row("recall '#5-40' S", 0.001),
    "recall.alike": Row("recall 'refresh token' S --json -n 20", 0.05),
    "recall.typos": Row("recall 'refrehs' S", 0),
    "recall.half_life_days": Row(f"{RECALL} --set recall.weights.recency=5", 0.01),
    "recall.half_life_days_code": Row(f"{RECALL} --set recall.weights.recency=5", 0.01),
    "recall.language": Row(RECALL, "none"),
    "recall.neighbours": Row(RECALL, 0),
    "recall.candidates": Row("recall 'opaque revoke' S --json -n 1", 1),
    "recall.regex_seconds": Row("recall --regex token S", 1e-6),
    "recall.variants": Row(RECALL, 3),
    "recall.certain": Row(
        f"{RECALL} --set search.encoder=static --set recall.variants=3"
        " --set search.encoder_weight=9",
        1.0,
        LLAMA,
    ),
    "recall.weights.k1": Row(RECALL, 2.0),
    "recall.weights.b": Row(RECALL, 1.0),
    "recall.weights.tool": Row(RECALL, 5),
    "recall.weights.path": Row("recall 'ferry deploy compose.yaml' S --json", 9),
    "recall.weights.speaker": Row("recall 'what did Nora see' C --json", 9),
    "recall.weights.day": Row(RECALL, 5),
    "recall.weights.near": Row(RECALL, 1),
    "recall.weights.adjacent": Row(RECALL, 9),
    "recall.weights.named": Row("recall 'what did Nora see' C --json", 9),
    "recall.weights.session": Row(RECALL, 1),
    "recall.weights.thinking": Row(
        "recall 'expires_at without an offset' S --json -n 50", 0.1
    ),
    "recall.weights.recency": Row(RECALL, 5),
    "recall.weights.note": Row(f"{RECALL} -n 200", 0.1),
    "search.encoder": Row(RECALL, "none-such"),
    "search.model": Row(
        "recall token S --set search.encoder=static", "none-such", LLAMA
    ),
    "search.second_encoder": Row(UNSURE, "static", LLAMA),
    "search.second_model": Row(
        f"{UNSURE} --set search.second_encoder=static", "none-such", LLAMA
    ),
    "search.encoder_weight": Row(f"{RECALL} --set search.encoder=static", 50, LLAMA),
    "search.encoded": Row(
        f"{RECALL} --set search.encoder=static --set search.encoder_weight=9", 2, LLAMA
    ),
    "facts.contradiction_turns": Row(f"facts {FACTS} {FACTS_NOW}", 0),
    "facts.refusals": Row(f"facts {FACTS} {FACTS_NOW}", ["in production"]),
    "facts.generic": Row(f"check {FACTS}", ["ferry"]),
    "facts.summary_chars": Row(f"check {FACTS}", 1),
    "facts.summary_tokens": Row(f"check {FACTS}", 1),
    "hook.enabled": Row(PROMPT, False),
    "hook.tokens": Row(STARTED, 100),
    "hook.chars": Row(STARTED, 300),
    "hook.tail": Row(f"{HOOK} < HOOK-GROWN", 0),
    "hook.mute": Row(f"{HOOK} < HOOK-OFF", []),
    "hook.unmute": Row(f"{HOOK} < HOOK-ON", []),
    "hook.prompt": Row(PROMPT, [{"name": "pins"}]),
    "hook.compacted": Row(COMPACTED, [{"name": "task"}]),
    "hook.started": Row(STARTED, [{"name": "pins"}]),
    "hook.recall.terms": Row(PROMPT, 0),
    "hook.recall.rare": Row(PROMPT.replace(" <", " --set hook.recall.few=0 <"), 1.0),
    "hook.recall.few": Row(PROMPT, 0),
    "hook.recall.most": Row(PROMPT, 1),
    "hook.recall.waiting": Row(PROMPT, 0),
    "check.fail_on": Row("check D", "info"),
    "check.select": Row("check D", ["none-such"]),
    "check.ignore": Row("check D", ["damaged"]),
    "check.severity": Row("check D", {"P1": "info"}),
    "check.exit_zero": Row("check D", True),
    "check.format": Row("check D", "github"),
    "check.baseline": Row("check D", "none-such.json"),
    "check.large": Row("check D", 500),
    "check.base64": Row(f"check {BASE64}", 10),
    "check.live_minutes": Row("check --fix K", 0),
    "ingest.exclude": Row("ingest T", ["*/codex/*"]),
    "stats.tz": Row("stats S --by day", "Pacific/Auckland"),
}

PARTS: dict[str, str] = {
    "summary.sections": SUMMARY,
    "summary.handoff": HANDOFF,
    "assemble.blocks": TIGHT.replace("S", "M").replace("3000", "1500"),
    "hook.prompt": PROMPT,
    "hook.compacted": COMPACTED,
    "hook.started": STARTED,
}
"""Lists of parts, and the command that shows each part."""

CAPS: dict[str, int] = {"lines": 1, "chars": 24}
"""What each part's cap is set to; the default is above it."""
