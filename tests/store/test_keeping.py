"""What is kept of a FILE answers as the FILE does, or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from running import PANE, ROOT, run

from pane_cli.commands.hits.asking import Asking, manner_of
from pane_cli.commands.hits.filed import Filed
from pane_cli.commands.hits.searching import Scope, _log_shelf
from pane_cli.recall.answer import Query
from pane_cli.rules.schema import DEFAULT
from pane_cli.search.documents import session_of
from pane_cli.search.held import Held
from pane_cli.search.rank import question_of
from pane_cli.session.codec import encode
from pane_cli.store.keeping import Files, damaged, source_of
from pane_cli.text.terms import Terms

TERMS = Terms()
LONG_AGO = 1_700_000_000
WORDS = ["token", "refresh", "é", "用户", "getUserName", "a.py", "\\n", "zebra"]
SAMPLE = next((ROOT / "samples" / "claude-code").glob("*.jsonl"))


def records(count: int, words: list[str], first: int = 0) -> bytes:
    """Calls and results, so that a result that comes later must know its call."""
    lines = []
    for n in range(first, first + count):
        text = " ".join(words[n % len(words) :] or ["nothing"])
        call = {"type": "tool_use", "id": f"c{n}", "name": "Bash", "input": {"c": text}}
        result = {"type": "tool_result", "tool_use_id": f"c{n - 1}", "content": text}
        role, block = ("user", result) if n % 2 else ("assistant", call)
        row = {
            "type": role,
            "uuid": f"u{n}",
            "parentUuid": f"u{n - 1}" if n else None,
            "sessionId": "kept",
            "timestamp": f"2026-03-01T10:{n // 60 % 60:02}:{n % 60:02}Z",
            "message": {"role": role, "content": [block]},
        }
        lines.append(json.dumps(row) + "\n")
    return "".join(lines).encode()


def settle(path: Path, raw: bytes) -> None:
    """Write what nobody has changed for long."""
    path.write_bytes(raw)
    os.utime(path, (LONG_AGO, LONG_AGO))


class Asked(NamedTuple):
    """What a question finds, and what is known of all."""

    hits: list[object]
    counts: tuple[int, int]
    entries: list[bytes]
    kept: int


def ask(path: Path, asked: str, folder: Path | None, most: int = 1 << 20) -> Asked:
    files = Files(folder, most, least=0) if folder else None
    corpus = Held([Filed(path, None, True, lambda _: True, files)], _log_shelf, TERMS)
    question = question_of(asked, TERMS)
    engine = corpus.engine([question])
    hits: list[object] = []
    for term in question.terms:
        for key, field, count, chars in engine.postings(term):
            around = [engine.document(key + step) for step in (-1, 0, 1)]
            log = corpus.log(session_of(key))
            hits.append((term, field, count, chars, around, log.source, log.header))
    entries = [encode(entry) for part in _logs(corpus) for entry in part.entries()]
    if files:
        files.close()
    kept = len(list(folder.iterdir())) if folder and folder.exists() else 0
    return Asked(hits, (engine.documents, engine.characters), entries, kept)


def _logs(corpus: Held) -> list:  # type: ignore[type-arg]
    list(corpus.texts())
    return [corpus.log(number) for number in corpus.shelves()]


def same(one: Asked, other: Asked) -> bool:
    return one[:3] == other[:3]


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=6),
    st.integers(50, 70),
    st.integers(0, 90),
    st.sampled_from(WORDS),
)
def test_it_answers_as_the_file_does(
    tmp_path_factory: pytest.TempPathFactory,
    words: list[str],
    count: int,
    more: int,
    asked: str,
) -> None:
    folder = tmp_path_factory.mktemp("kept")
    path, cache = folder / "s.jsonl", folder / "cache"
    settle(path, records(count, words))
    plain = ask(path, asked, None)
    assert same(ask(path, asked, cache), plain)
    assert same(ask(path, asked, cache), plain)
    with path.open("ab") as stream:
        stream.write(records(more, words, count))
    os.utime(path, (LONG_AGO, LONG_AGO + 1))
    plain = ask(path, asked, None)
    assert same(ask(path, asked, cache), plain)
    assert same(ask(path, asked, cache), plain)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A FILE that is kept."""
    path = tmp_path / "s.jsonl"
    settle(path, records(60, WORDS))
    assert ask(path, "token", tmp_path / "cache").kept == 1
    return path


def test_only_the_owner_can_read_it(kept: Path) -> None:
    folder = kept.parent / "cache"
    (at,) = folder.iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert at.stat().st_mode & 0o777 == 0o600
    assert source_of(at) == kept


def test_a_change_is_seen_that_keeps_size_and_time(kept: Path) -> None:
    raw = kept.read_bytes()
    middle = slice(len(raw) // 2 - 500, len(raw) // 2 + 500)
    assert middle.start > 4096  # far from both ends
    changed = bytearray(raw)
    changed[middle] = raw[middle].replace(b"zebra", b"horse")
    settle(kept, bytes(changed))
    found = ask(kept, "horse", kept.parent / "cache")
    assert found.hits
    assert same(found, ask(kept, "horse", None))


@pytest.mark.parametrize("how", ["shrunk", "rewritten", "replaced", "grown in front"])
def test_what_did_not_just_grow_is_read_anew(kept: Path, how: str) -> None:
    raw = kept.read_bytes()
    line = raw.index(b"\n") + 1
    changed = {
        "shrunk": raw[: raw.rindex(b"\n", 0, -1) + 1],
        "rewritten": raw.replace(b"zebra", b"zebras"),
        "replaced": raw + records(4, ["zebra"], 60),
        "grown in front": raw[line:] + records(4, ["zebra"], 60),
    }[how]
    if how == "replaced":
        kept.unlink()
    settle(kept, changed)
    cache = kept.parent / "cache"
    assert same(ask(kept, "zebra", cache), ask(kept, "zebra", None))


@pytest.mark.parametrize("tail", [b'{"type":"us', b"\n", b"not json\n", b"\x00\x00\n"])
def test_damage_is_read_each_time(kept: Path, tail: bytes) -> None:
    cache, raw = kept.parent / "cache", kept.read_bytes()
    settle(kept, raw + records(3, ["zebra"], 60) + tail)
    plain = ask(kept, "zebra", None)
    assert same(ask(kept, "zebra", cache), plain)
    assert same(ask(kept, "zebra", cache), plain)
    other = kept.with_name("other.jsonl")
    settle(other, raw + tail)
    assert ask(other, "zebra", kept.parent / "second").kept == 0


def test_a_file_that_may_still_change_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(records(60, WORDS))
    assert ask(path, "token", tmp_path / "cache").kept == 0


@pytest.mark.parametrize("at", [0, 5, 300, 5_000, -1])
def test_what_is_damaged_is_not_trusted(kept: Path, at: int) -> None:
    cache = kept.parent / "cache"
    (place,) = cache.iterdir()
    raw = bytearray(place.read_bytes())
    raw[at] ^= 0x15
    place.write_bytes(raw)
    assert same(ask(kept, "zebra", cache), ask(kept, "zebra", None))
    place.write_bytes(raw[: len(raw) // 2])
    assert damaged(cache) == [place]
    assert same(ask(kept, "zebra", cache), ask(kept, "zebra", None))
    assert not damaged(cache)


def test_it_stays_in_its_bounds(kept: Path) -> None:
    cache = kept.parent / "cache"
    size = sum(at.stat().st_size for at in cache.iterdir())
    for number in range(4):
        path = kept.with_name(f"{number}.jsonl")
        settle(path, kept.read_bytes())
        ask(path, "token", cache, most=2 * size + size // 2)
    sources = sorted(source_of(at).name for at in cache.iterdir())
    assert sources == ["2.jsonl", "3.jsonl"]  # the others were not used for longer
    (kept.with_name("3.jsonl")).unlink()
    ask(kept, "token", cache, most=3 * size)
    assert sorted(source_of(at).name for at in cache.iterdir()) == [
        "2.jsonl",
        "s.jsonl",
    ]
    assert (
        ask(kept.with_name("0.jsonl"), "token", kept.parent / "small", most=9).kept == 0
    )


def test_what_is_damaged_keeps_nothing_else(kept: Path) -> None:
    cache = kept.parent / "cache"
    junk = cache / "junk"
    junk.write_bytes(b"x" * 9_000)
    other = kept.with_name("other.jsonl")
    settle(other, kept.read_bytes())
    assert ask(other, "token", cache).kept == 2
    assert not junk.exists()


def test_growing_it_knows_its_last_message(kept: Path) -> None:
    said, later = records(64, WORDS).splitlines(keepends=True)[-2:]
    more = said.replace(b"10:01:02Z", b"10:01:03Z")
    more += later.replace(b"10:01:03Z", b"10:01:03.5Z")
    settle(kept, kept.read_bytes() + more)
    lasts = []
    for folder in (None, kept.parent / "cache"):
        files = Files(folder, 1 << 20, least=0) if folder else None
        parts = Filed(kept, None, True, lambda _: True, files).parts(None)
        lasts += [part.last for part in parts or ()]
    assert lasts == ["2026-03-01T10:01:03.500Z"] * 2


def test_no_deadline_counts_what_is_kept(tmp_path: Path) -> None:
    path, cache = tmp_path / "s.jsonl", tmp_path / "cache"
    settle(path, records(60, WORDS))
    files = Files(cache, 1 << 20, least=0)
    asking = Asking([Query("token")], manner_of(DEFAULT), DEFAULT)
    assert list(asking.in_files([path], Scope(), None, True, files))
    assert not cache.exists()  # it is kept by who has printed the answers
    files.close()
    assert len(list(cache.iterdir())) == 1
    large = tmp_path / "large.jsonl"
    settle(large, path.read_bytes() + SAMPLE.read_bytes() * 8)
    words = [str(PANE), "recall", "token", str(large), "--deadline", "60"]
    assert run(words, tmp_path).status == 0
    assert len(list((tmp_path / ".cache" / "pane" / "files").iterdir())) == 1


def test_recall_says_the_same_with_and_without(tmp_path: Path) -> None:
    raw = SAMPLE.read_bytes()
    path = tmp_path / "large.jsonl"
    settle(path, raw + b"".join(raw.splitlines(keepends=True)[-40:]) * 20)
    assert path.stat().st_size > 256 << 10
    words = [str(PANE), "recall", "token refresh", str(path), "--json"]
    plain = run([*words, "--set", "search.transcribed=0"], tmp_path)
    assert not (tmp_path / ".cache" / "pane" / "files").exists()
    assert plain.status == 0
    assert run(words, tmp_path) == plain
    (kept,) = (tmp_path / ".cache" / "pane" / "files").iterdir()
    assert run(words, tmp_path) == plain
    kept.write_bytes(kept.read_bytes()[:-9])
    run([str(PANE), "ingest", str(SAMPLE)], tmp_path)
    told = run([str(PANE), "doctor", "--files"], tmp_path)
    assert (told.status, str(kept).encode() in told.out) == (1, True)
    assert run([str(PANE), "doctor", "--repair"], tmp_path).status == 0
    assert not kept.exists()
    assert run(words, tmp_path) == plain
    assert kept.exists()
    run([str(PANE), "forget", "7c1e5a90"], tmp_path)
    assert not kept.exists()
