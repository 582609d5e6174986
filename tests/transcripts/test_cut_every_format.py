"""Every format, cut anywhere: a prefix and then the whole is the whole."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from running import ROOT

from pane_cli.store.ingest import Ingest
from pane_cli.store.store import Store
from pane_cli.store.walk import Found, walk
from pane_cli.transcripts.formats import NAMES

CASES = ROOT / "tests" / "cases" / "ingest"
SAMPLES = ROOT / "samples"
OMP = (
    {"type": "title", "title": "t"},
    {"type": "session", "version": 3, "id": "o-1", "timestamp": "2026-01-01T00:00:00Z"},
    {"type": "message", "id": "a", "message": {"role": "user", "content": "hé"}},
    {"type": "message", "id": "b", "message": {"role": "assistant", "content": "go"}},
)
OPENCODE = {"id": "ses_1", "directory": "/r", "time": {"created": 1730000001000}}
SAID = {
    "info": {"id": "m", "sessionID": "ses_1", "role": "user"},
    "parts": [{"id": "p", "messageID": "m", "type": "text", "text": "hé"}],
}
CHAT = "#### hé there  \n\nsure, here it is\n\n> Tokens: 1k sent, 10 received.  \n"

#: A sample of every format: a file of a golden case, or bytes that say what it is.
TABLE: dict[str, str | bytes] = {
    "codex": "codex-streams/rollout.jsonl",
    "oh-my-pi": b"".join(json.dumps(line).encode() + b"\n" for line in OMP),
    "pi": "pi-tree/input.jsonl",
    "qwen": "qwen/chat.jsonl",
    "gemini": "gemini-log/session.jsonl",
    "antigravity": "antigravity/transcript.jsonl",
    "copilot": "copilot/events.jsonl",
    "vscode-chat": "vscode-chat/chat.jsonl",
    "cursor": "cursor/transcript.jsonl",
    "cline": "cline/api_conversation_history.json",
    "opencode": json.dumps({"info": OPENCODE, "messages": [SAID]}).encode(),
    "aider": f"# aider chat started at 2026-01-01 09:00:00\n\n{CHAT}{CHAT}".encode(),
    "openhands": "openhands/output.jsonl",
    "claude-code": "one-turn/input.jsonl",
    "droid": "droid/input.jsonl",
    "kimi": "kimi/wire.jsonl",
    "grok": "grok/input.jsonl",
    "grok-export": "grok-export/input.json",
    "windsurf": "windsurf/input.jsonl",
    "amp": "amp/input.json",
    "goose": "goose/20250910_100000.jsonl",
    "continue": "continue/input.json",
    "mini-swe-agent": "mini-swe-agent/input.traj.json",
    "swe-agent": "swe-agent/input.traj",
    "chatgpt": "chatgpt-export/input.json",
    "claude-ai": "claude-ai-export/input.json",
    "sharegpt": "sharegpt/input.json",
    "langchain": "langchain/input.json",
    "anthropic-messages": "anthropic-stream/input.jsonl",
    "openai-responses": "openai-responses/input.json",
    "openai-chat": "openai-chat-lines/input.jsonl",
}
#: Names that say how a file of those bytes is read.
FILES = {"aider": ".aider.chat.history.md", "opencode": "t.json"}
#: Cuts of a sample: every byte of a small one, else so many, each at another place.
CUTS = 40


def test_the_table_has_every_format() -> None:
    assert set(TABLE) == set(NAMES)


@pytest.mark.parametrize("name", TABLE)
def test_a_prefix_and_then_the_whole(name: str, tmp_path: Path) -> None:
    sample = TABLE[name]
    body = sample if isinstance(sample, bytes) else (CASES / sample).read_bytes()
    file = Path(sample).name if isinstance(sample, str) else "t.jsonl"
    source = tmp_path / FILES.get(name, file)
    source.write_bytes(body)
    expected = stored(tmp_path / "whole", source)
    assert expected
    stride = max(1, len(body) // CUTS)
    for step, cut in enumerate(range(1, len(body), stride)):
        cut = min(len(body) - 1, cut + step * 7 % stride)
        source.write_bytes(body[:cut])
        stored(tmp_path / "cut", source)
        source.write_bytes(body)
        assert stored(tmp_path / "cut", source) == expected, f"cut at byte {cut}"
        shutil.rmtree(tmp_path / "cut")


def stored(root: Path, source: Path) -> dict[str, bytes]:
    """Every session of a store behind an ingest of `source`."""
    store = Store(root)
    found = [found for found in walk([source]) if isinstance(found, Found)]
    list(Ingest(store, None, lambda path, record: None).run(found))
    return {id: store.path(id).read_bytes() for id in store.ids()}
