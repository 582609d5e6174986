"""Age in the ranking, by rule: newer first, each domain by its own half-life."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from running import run

DAYS = ("2026-01-01", "2026-03-01")


def _line(n: int, role: str, content: object, day: str) -> str:
    line = {
        "type": role,
        "uuid": f"u-{n}",
        "sessionId": "s",
        "cwd": "/repo",
        "timestamp": f"{day}T09:00:00.000Z",
        "message": {"role": role, "content": content},
    }
    return json.dumps(line) + "\n"


def _call(day: str) -> list[dict[str, object]]:
    command = {"command": "tow the ferry ferry"}
    return [{"type": "tool_use", "id": day, "name": "Bash", "input": command}]


@pytest.mark.parametrize(
    ("rules", "order"),
    [
        pytest.param("", [1, 3], id="off: the better one"),
        pytest.param("recall.weights.recency=5", [3, 1], id="the newer one"),
        pytest.param(
            "recall.weights.recency=5 recall.half_life_days_code=9000",
            [1, 3],
            id="calls keep",
        ),
        pytest.param(
            "recall.weights.recency=5 recall.half_life_days=9000",
            [3, 1],
            id="the half-life of words is not that of calls",
        ),
    ],
)
def test_what_is_first(rules: str, order: list[int], tmp_path: Path) -> None:
    lines = [
        _line(1, "assistant", _call(DAYS[0]), DAYS[0]),
        _line(2, "user", "something else", DAYS[0]),
        _line(3, "user", "where is the ferry now, in which harbour", DAYS[1]),
    ]
    (tmp_path / "t.jsonl").write_text("".join(lines))
    options = " ".join(f"--set {rule}" for rule in rules.split())
    line = f"pane recall ferry t.jsonl --ndjson {options}"
    done = run(shlex.split(line), tmp_path)
    hits = [json.loads(hit)["address"] for hit in done.out.splitlines()]
    assert [int(hit.rpartition("#")[2]) for hit in hits] == order, done.err
