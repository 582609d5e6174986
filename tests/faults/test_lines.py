"""Faults 1-11 of other tools: bytes that are no line, and lines of any length."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from faults.made import ID, Kept, ask, claude, lines, result, say, use

from pane_cli.transcripts.formats import FORMATS

BROKEN = b'{"type":"user","uuid":"x","message":{"role":"user","cont\n'
MEGABYTE = 1 << 20
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(6000)).decode()


def test_01_claude_code_50347_reading_goes_on_behind_a_damaged_line(
    tmp_path: Path,
) -> None:
    later = [say(f"a{n}", f"day {n}") for n in range(40)]
    kept = Kept(tmp_path, s=lines(ask("u", "go"), BROKEN, *later))
    assert kept.texts() == ["go", *(f"day {n}" for n in range(40))]
    assert "41 read, 0 already stored, 1 skipped (damaged)" in kept.err
    assert "agent/s.jsonl:2: skipped" in kept.err
    assert "P101" in kept.found()


@pytest.mark.parametrize(
    "corrupt",
    [BROKEN, b"\0" * 700 + b"\n", b"\xff\xfe\x80\n", b"12\n", b'["a"]\n', b"null\n"],
    ids=["half", "nul", "bytes", "number", "list", "null"],
)
@pytest.mark.parametrize("where", [0, 1, 2])
def test_02_claude_code_trace_66_one_corrupt_line_anywhere(
    tmp_path: Path, where: int, corrupt: bytes
) -> None:
    records = [ask("u", "go"), say("a", "done")]
    records.insert(where, corrupt)
    kept = Kept(tmp_path, s=lines(b"\n", *records, b"  \n\r\n"))
    assert kept.texts() == ["go", "done"]
    assert "2 read, 0 already stored, 1 skipped" in kept.err


def test_03_codex_28139_one_bom_never_fails_the_store(tmp_path: Path) -> None:
    meta = {"type": "session_meta", "payload": {"id": "c-1", "cwd": "/r"}}
    kept = Kept(
        tmp_path,
        rollout=b"\xef\xbb\xbf" + lines(meta),
        noise=bytes(range(256)) * 9,
        s=lines(ask("u", "go")),
    )
    assert kept.store.ids() == [ID, "c-1"]


def test_04_codex_24425_half_an_object_and_then_the_whole(tmp_path: Path) -> None:
    whole = lines(say("a", "the whole answer"))
    kept = Kept(tmp_path, s=lines(ask("u", "go"), whole[:90] + whole, say("b", "on")))
    assert kept.texts() == ["go", "the whole answer", "on"]
    assert "agent/s.jsonl:2: skipped, saved from a damaged line" in kept.err
    assert kept.found() >= {"P104"}


def test_05_claude_code_14132_two_values_on_a_line(tmp_path: Path) -> None:
    both = lines(say("a", "one"))[:-1] + b" " + lines(say("b", "two"))
    kept = Kept(tmp_path, s=lines(ask("u", "go"), both))
    assert kept.texts() == ["go", "one", "two"]
    assert "3 read, 0 already stored, 0 skipped" in kept.err


def test_06_getspecstory_108_a_result_of_fifteen_megabytes(tmp_path: Path) -> None:
    stdout = "output of a build\n" * (15 * MEGABYTE // 18)
    long = result("r", "c", "built", toolUseResult={"stdout": stdout})
    kept = Kept(tmp_path, s=lines(ask("u", "go"), use("a", "c"), long, say("b", "ok")))
    assert kept.texts() == ["go", "built", "ok"]


def test_07_pi_web_51_a_long_line_hides_no_session(tmp_path: Path) -> None:
    def message(id: str, role: str, text: str) -> dict[str, object]:
        body = {"role": role, "content": [{"type": "text", "text": text}]}
        return {"type": "message", "id": id, "parentId": None, "message": body}

    head = {"type": "session", "version": 1, "id": "p-1", "timestamp": "2026-01-01"}
    long = "lighthouse " * (5 * MEGABYTE // 11)
    more = [message(f"m{n}", "assistant", f"part {n}") for n in range(500)]
    kept = Kept(tmp_path, p=lines(head, message("l", "user", long), *more))
    assert len(kept.texts()) == 501
    assert b"p-1" in kept.pane("recall", "--sessions").out
    assert kept.pane("recall", "lighthouse").status == 0


def test_08_claude_agent_sdk_go_139_base64_of_any_size_is_a_note(
    tmp_path: Path,
) -> None:
    data = base64.b64encode(bytes(range(256)) * (44_000)).decode()
    source = {"type": "base64", "media_type": "application/pdf", "data": data}
    asked = ask("u", [{"type": "document", "source": source}])
    kept = Kept(tmp_path, s=lines(asked, say("a", "read it")))
    assert kept.texts()[-1] == "read it"
    assert kept.store.path(ID).stat().st_size < 5_000
    (image,) = [e for e in kept.entries() if e.media]
    assert (image.media, image.bytes) == ("application/pdf", 256 * 44_000)


def test_09_claude_esp_4_an_image_is_a_placeholder(tmp_path: Path) -> None:
    source = {"type": "base64", "media_type": "image/png", "data": PNG}
    image = {"type": "image", "source": source}
    kept = Kept(
        tmp_path,
        s=lines(
            ask("u", [image, {"type": "text", "text": "what is it?"}]),
            use("a", "c"),
            result("r", "c", [image]),
        ),
    )
    for command in ("show", "summarize", "assemble"):
        out = kept.pane(command, "-s", ID).out
        assert b"image" in out and PNG[:60].encode() not in out, command


def test_10_claude_code_68325_a_lone_surrogate_never_reaches_an_api(
    tmp_path: Path,
) -> None:
    cut = lines(result("r", "c", "cut@off")).replace(b"@", b"\\ud83d")
    kept = Kept(tmp_path, s=lines(ask("u", "go"), use("a", "c"), cut))
    assert kept.texts() == ["go", "cut\ufffdoff"]
    printed = kept.pane("assemble", "-s", ID, "--as", "anthropic").out
    assert b"\\ud" not in printed and json.loads(printed)
    assert "P105" in kept.found()
    # Nor does one of ours: a text of pairs is cut between them.
    for limit in (60, 61, 62, 63):
        got = kept.pane("recall", "cut", "--json", "--width", str(limit))
        got.out.decode("utf-8")


def test_11_splitrail_104_an_unknown_type_is_a_note(tmp_path: Path) -> None:
    new = claude("progress", "p", None) | {"data": {"hook": "x"}}
    newer = {"type": "telepathy-v9", "sessionId": ID, "waves": [1]}
    kept = Kept(tmp_path, s=lines(ask("u", "go"), new, newer, say("a", "ok")))
    assert [e.kind for e in kept.entries()] == ["text", "note", "note", "text"]
    assert "skipped, " not in kept.err


def test_every_format_has_an_agent() -> None:
    assert all(row.load().agent for row in FORMATS)
