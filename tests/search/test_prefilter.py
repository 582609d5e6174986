"""No line is passed over that holds a wanted term, however it is written."""

from __future__ import annotations

import io
import json
import unicodedata
from pathlib import Path

import pytest
from entries_made import call, entry, session_bytes
from hypothesis import given, settings
from hypothesis import strategies as st
from running import ROOT

from pane_cli.search.documents import Reading
from pane_cli.search.library import Library
from pane_cli.search.memory import Scan
from pane_cli.search.places import Source
from pane_cli.search.prefilter import Prefilter
from pane_cli.search.rank import question_of
from pane_cli.session.types import Entry
from pane_cli.text.terms import Terms
from pane_cli.transcripts.transcribe import transcribe

TERMS = Terms()
SAMPLES = sorted((ROOT / "samples").rglob("*.jsonl"))

SCRIPTS = """
token refreshing getUserName get_user_name get-user-name src/auth/user_name.py v3.54.0
ECONNREFUSED E0308 python3.11 4bd25d1814aa93bd2f66 café Äpfel Straße naïve İstanbul
ＦＵＬＬ ﬁle x² K ſ кошки переменные Αθήνα άλφα المتغيرات हिन्दी 检查用户身份验证失败
しりとりが끝말잇기 สวัสดีครับ 調abc用 🚀 shipped🚀today don’t … ™ a‍b état
"""
WORDS = SCRIPTS.split()


def is_hot(raw: bytes, *wanted: str) -> bool:
    prefilter = Prefilter(wanted, "english")
    assert prefilter.is_useful
    return any(hot for _, hot in prefilter.lines(io.BytesIO(raw)))


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKD"])
@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("word", WORDS)
def test_every_term_of_a_word(word: str, ascii_only: bool, form: str) -> None:
    text = unicodedata.normalize(form, f"a\n{word}\t{word.upper()}")  # type: ignore[arg-type]
    nested = json.dumps({"command": text}, ensure_ascii=ascii_only)
    raw = json.dumps({"text": text}, ensure_ascii=ascii_only).encode()
    twice = json.dumps({"args": nested}, ensure_ascii=ascii_only).encode()
    for term in TERMS.counts(text):
        assert is_hot(raw, term), term
        assert is_hot(twice, term), term


@settings(deadline=None)
@given(
    st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=8)), max_size=5),
    st.sampled_from(["", " ", "-", "_", ".", "\n"]),
    st.booleans(),
    st.sampled_from(["NFC", "NFD"]),
)
def test_every_term_of_any_text(
    words: list[str], joint: str, ascii_only: bool, form: str
) -> None:
    text = joint.join(words).encode("utf-8", "replace").decode()
    text = unicodedata.normalize(form, text)  # type: ignore[arg-type]
    raw = json.dumps({"text": text}, ensure_ascii=ascii_only).encode()
    for term in TERMS.counts(text):
        assert is_hot(raw, term), term


def test_ascii_that_is_escaped_all_the_same() -> None:
    assert is_hot(rb'{"text":"\u0066ailure"}', "failur")
    assert is_hot(rb'{"text":"get\u005fname"}', "getname")
    assert is_hot(rb'{"args":{"x":1E3}}', "1000.0")
    image = rb'{"type":"image","source":{"media_type":"image/png","data":"AAAA"}}'
    assert is_hot(image, "byte")  # what stands for it tells its size
    assert is_hot(image, "3")


def test_what_can_not_match_is_cold() -> None:
    raw = '{"text":"it’s a refresh… → done ✓ 用户"}\n'.encode()
    assert not is_hot(raw, "token")
    assert not is_hot(raw, "身份")
    assert not is_hot(raw + raw, "token", "身份")
    lines = Prefilter(["refresh"], "english").lines(io.BytesIO(raw + b"{}\n" + raw))
    assert list(lines) == [(0, True), (len(raw), False), (len(raw) + 3, True)]


def test_other_languages_are_read() -> None:
    assert not Prefilter(["haus"], "german").is_useful


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.parent.name)
def test_every_term_of_the_samples(path: Path) -> None:
    """An entry's terms are in the bytes of its own record, in every format."""
    raw, reading = path.read_bytes(), Reading(0)
    records: dict[tuple[int, int], set[str]] = {}
    for item in transcribe(io.BytesIO(raw), path.name):
        if isinstance(item, Entry) and item.src:
            text = reading.text(item, item.n)
            fields = [text.body, *(f for _, f in text.fields)] if text else []
            found = {term for field in fields for term in TERMS.counts(field)}
            records.setdefault(item.src[1:], set()).update(found)
    for (offset, length), terms in records.items():
        line = raw[offset : offset + length]
        missed = [term for term in terms if not is_hot(line, term)]
        assert not missed, (offset, missed)


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.lists(st.sampled_from(WORDS), max_size=4), max_size=40),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=2),
)
def test_sifting_a_session_finds_what_reading_it_does(
    tmp_path_factory: pytest.TempPathFactory, lines: list[list[str]], asked: list[str]
) -> None:
    entries = [entry(n, " ".join(words)) for n, words in enumerate(lines, 1)]
    entries.append(call(len(lines) + 1, "Edit", ("a.py",), new=asked[0]))
    path = tmp_path_factory.mktemp("sifted") / "s.jsonl"
    path.write_bytes(session_bytes("s", entries))
    question = question_of(" ".join(asked), TERMS)
    library = Library([Source("s", path)], TERMS)
    whole = Scan(TERMS, question.terms, dated=False)
    for text in library.texts():
        whole.add(text)
    sifted = library.engine([question])
    assert sifted.documents == whole.documents
    for term in question.terms:
        assert list(sifted.postings(term)) == list(whole.postings(term))
        for key, *_ in whole.postings(term):
            assert sifted.document(key) == whole.document(key)
