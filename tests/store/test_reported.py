"""Complaints about other tools that read transcripts, played here: A9, A10, A11, A18.

The others of the thirty stand beside what they are about, by their numbers.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from running import Outcome, run

IMAGE = base64.b64encode(bytes(range(256)) * 400).decode()


def line(n: int, role: str, content: Any, **more: Any) -> bytes:
    record = {
        "type": role,
        "uuid": f"u-{n}",
        "parentUuid": f"u-{n - 1}" if n else None,
        "sessionId": "5d1c9a70-0b6e-4a5f-9f0e-7b6a2f1c3d21",
        "timestamp": f"2026-02-10T09:00:{n:02}.000Z",
        "message": {"role": role, "content": content, **more.pop("message", {})},
    }
    return json.dumps(record | more).encode() + b"\n"


def pane(place: Path, words: str, body: bytes) -> Outcome:
    (place / "t.jsonl").write_bytes(body)
    return run(["pane", *words.split()], place)


def report(place: Path, body: bytes) -> Any:
    return json.loads(pane(place, "stats --json t.jsonl", body).out)


def test_a9_a_damaged_line_takes_nothing_else_away(tmp_path: Path) -> None:
    body = line(0, "user", "the ferry") + b'{"type":"us\n' + line(1, "user", "the quay")
    found = pane(tmp_path, "recall quay t.jsonl", body)
    assert found.status == 0 and b"the quay" in found.out
    assert b"t.jsonl:2: skipped" in found.err
    ingested = pane(tmp_path, "ingest t.jsonl", body)
    assert ingested.status == 0
    assert b"3 records: 2 read, 0 already stored, 1 skipped (damaged)" in ingested.err
    assert report(tmp_path, body)["skipped"] == 1
    checked = pane(tmp_path, "check t.jsonl", body)
    assert checked.status == 1 and checked.out.startswith(b"t.jsonl:2: P101")


def test_a10_a_very_long_line_is_a_record_like_others(tmp_path: Path) -> None:
    lines = [line(n, "user", f"request {n}") for n in range(36)]
    lines[17] = line(17, "user", "x" * (25 << 20) + " lighthouse")
    found = pane(tmp_path, "recall lighthouse t.jsonl --json", b"".join(lines))
    hits = json.loads(found.out)["hits"]
    assert [hit["address"] for hit in hits] == ["5d1c9a70#18"]
    assert len(hits[0]["snippet"]) < 1000
    assert report(tmp_path, b"".join(lines))["total"]["entries"] == 36


def test_a11_an_image_that_stands_twice_is_kept_once(tmp_path: Path) -> None:
    source = {"type": "base64", "media_type": "image/png", "data": IMAGE}
    image = {"type": "image", "source": source}
    result = {"type": "tool_result", "tool_use_id": "c-1", "content": [image]}
    call = {"type": "tool_use", "id": "c-1", "name": "Read", "input": {}}
    body = line(0, "assistant", [call])
    body += line(1, "user", [result], toolUseResult={"type": "image", "file": source})
    printed = pane(tmp_path, "ingest -c t.jsonl", body)
    assert IMAGE[:1000].encode() not in printed.out
    entries = [json.loads(row) for row in printed.out.splitlines()]
    assert [entry.get("text") for entry in entries[2:]] == [
        "[image image/png, 102400 bytes]"
    ]
    assert (tmp_path / "t.jsonl").read_bytes() == body
    total = report(tmp_path, body)["total"]
    assert total["images"] > 2 * len(IMAGE) > 0.99 * total["images"]
    assert total["tokens"] < 1000


def test_a18_an_answer_in_three_records_is_paid_once(tmp_path: Path) -> None:
    def part(n: int, id: str, output: int, **more: Any) -> bytes:
        message = {"id": id, "usage": {"input_tokens": 10, "output_tokens": output}}
        content = [{"type": "text", "text": f"part {n}"}]
        return line(n, "assistant", content, message=message, **more)

    body = line(0, "user", "go")
    body += b"".join(part(n, "m-1", n * 50, requestId="r-1") for n in (1, 2, 3))
    body += part(4, "m-2", 7) + part(5, "m-2", 9)
    usage = report(tmp_path, body)["total"]
    assert (usage["input"], usage["output"]) == (20, 150 + 9)
