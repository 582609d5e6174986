"""A glance at the bytes of a file misses no word that a reader finds."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from running import PANE, run

from pane_cli.search.glimpse import can_tell, words_in
from pane_cli.search.widen import mistyped, one_error_away
from pane_cli.text.terms import Terms

TERMS = Terms()
TYPOS = 2
WORDS = """
zebra Zebra ZEBRA zébra Ｚebra zebras zerba possible possibility probability dying
hopping hopes happy refresh
"""
PARTS = some.sampled_from(WORDS.split())
JOINTS = some.sampled_from(["", " ", "\n", "\t", "_", "-", ".", "/", '"', "\\", "\\n"])
TEXTS = some.lists(some.tuples(PARTS, JOINTS), max_size=6).map(
    lambda parts: "".join(part + joint for part, joint in parts)
)
ASKED = some.sampled_from(
    ["zerbra", "zebar", "zebr", "posible", "probabil", "hopp", "happi", "refrseh"]
)


def glimpsed(raw: bytes, term: str) -> set[str]:
    pieces = words_in(io.BytesIO(raw), [term])
    return {found for piece in pieces for found in TERMS.of(piece)}


def near(terms: set[str], term: str) -> set[str]:
    return {word for word in terms if mistyped(term, (word,), TYPOS)}


@given(text=TEXTS, term=ASKED, escaped=some.booleans(), twice=some.booleans())
@example("a\nzebra", "zebar", False, False)
@example("C:\\new\\zebra", "zebar", False, True)
@example("getZebra2zebra", "zebar", True, True)
@example("refresh\\Ｚebra", "refrseh", True, False)
def test_what_is_read_is_seen(text: str, term: str, escaped: bool, twice: bool) -> None:
    raw = json.dumps({"text": text}, ensure_ascii=escaped)
    if twice:
        raw = json.dumps({"arguments": raw}, ensure_ascii=escaped)
    read = near(set(TERMS.counts(text)), term)
    assert read <= near(glimpsed(raw.encode(), term), term)


TYPED = some.sampled_from(["probabilty", "possiblity", "hoping", "refreshs", "dyinng"])


@given(text=TEXTS, typed=TYPED, escaped=some.booleans())
@example("a probability", "probabilty", False)
@example("possibility", "possiblity", False)
def test_what_is_one_error_away_is_seen(text: str, typed: str, escaped: bool) -> None:
    meant = {term for word in one_error_away(typed) for term in TERMS.counts(word)}
    (term,) = TERMS.question(typed)
    raw = json.dumps({"text": text}, ensure_ascii=escaped).encode()
    assert meant & set(TERMS.counts(text)) <= glimpsed(raw, term)


@pytest.mark.parametrize("path", sorted(Path("samples").glob("*/*.jsonl")), ids=str)
def test_the_words_of_the_samples(path: Path) -> None:
    raw = path.read_bytes()
    spoken = {w for w in TERMS.counts(raw.decode()) if w.isascii() and w.isalpha()}
    for word in sorted(spoken)[::7]:
        if len(word) > 4:
            typo = word[:2] + word[3] + word[2] + word[4:]
            assert word in glimpsed(raw, typo) or word == typo


def test_what_it_can_not_tell() -> None:
    assert can_tell(["zebra"])
    assert not can_tell(["zebra", "用户"])
    assert not can_tell(["3zebra"])


def test_the_nearest_is_found_in_what_was_not_read(tmp_path: Path) -> None:
    """A file with a line that is read for its bytes, and another that has the word."""
    said = {
        "one.jsonl": ["it categorizes", "a zebra comes by"],
        "two.jsonl": ["nothing at all", "the zebu"],
    }
    for name, texts in said.items():
        lines = [json.dumps({"role": "user", "content": text}) for text in texts]
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    for asked in ("zebar", "zebar egoriz"):
        done = run([str(PANE), "recall", asked, "--json", *said], tmp_path)
        hits = [json.loads(done.out)["hits"][0]]
        assert [(hit["tier"], hit["snippet"]) for hit in hits] == [
            ("fuzzy", "a zebra comes by")
        ], done.out
