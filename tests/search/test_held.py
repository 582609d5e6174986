"""What is passed over by its bytes changes no answer."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pane_cli.commands.hits.filed import Filed
from pane_cli.commands.hits.searching import _log_shelf
from pane_cli.search.documents import session_of
from pane_cli.search.held import Held
from pane_cli.search.parts import Part
from pane_cli.search.prefilter import Prefilter
from pane_cli.search.rank import question_of
from pane_cli.text.terms import Terms

TERMS = Terms()
SCRIPTS = """
token refreshing getUserName get_user_name src/auth/user_name.py v3.54.0 4bd25d1814aa93
café état Straße ＦＵＬＬ ﬁle 用户身份 しりとりが キー 끝말 🚀 x² 1e3 byte aGVsbG8=
"""
WORDS = SCRIPTS.split()
TEXTS = st.lists(
    st.tuples(st.sampled_from(WORDS), st.sampled_from([" ", "\n", "/", "-", "_", ""])),
    max_size=4,
).map(lambda parts: "".join(word + joint for word, joint in parts))
FILES = st.lists(st.lists(TEXTS, min_size=1, max_size=4), min_size=1, max_size=4)


class Whole(NamedTuple):
    """A FILE that is read whatever its bytes tell."""

    filed: Filed

    def parts(self, prefilter: Prefilter | None) -> list[Part] | None:
        return self.filed.parts(None)

    def words(self, terms: Sequence[str]) -> set[bytes]:
        return set()


def transcript(texts: list[str], ascii_only: bool, form: str) -> bytes:
    rows = [
        {
            "type": "user",
            "uuid": f"u-{n}",
            "sessionId": "s",
            "timestamp": f"2026-03-01T10:00:{n:02}Z",
            "message": {"role": "user", "content": unicodedata.normalize(form, text)},  # type: ignore[arg-type]
        }
        for n, text in enumerate(texts)
    ]
    dumped = (json.dumps(row, ensure_ascii=ascii_only) for row in rows)
    return "".join(f"{row}\n" for row in dumped).encode()


def answers(corpus: Held, asked: str) -> tuple[object, ...]:
    question = question_of(asked, TERMS)
    engine = corpus.engine([question])
    hits = []
    for term in question.terms:
        for key, field, count, chars in engine.postings(term):
            document = engine.document(key)
            assert document is not None
            source = corpus.log(session_of(key)).source
            hits.append((term, source, document.offset, field, count, chars))
    texts = [(text.entry.n, text.body) for text in corpus.likely()]
    found = sorted({(n, body) for n, body in texts if asked in body})
    return hits, engine.documents, engine.characters, found


@settings(deadline=None, max_examples=60)
@given(FILES, st.booleans(), st.sampled_from(["NFC", "NFD"]), st.sampled_from(WORDS))
def test_answers_are_those_of_reading_all(
    tmp_path_factory: pytest.TempPathFactory,
    files: list[list[str]],
    ascii_only: bool,
    form: str,
    asked: str,
) -> None:
    folder = tmp_path_factory.mktemp("held")
    sources = []
    for number, texts in enumerate(files):
        path = Path(folder / f"{number}.jsonl")
        path.write_bytes(transcript(texts, ascii_only, form))
        sources.append(Filed(path, None, True, lambda header: True))
    sifted = Held(sources, _log_shelf, TERMS)
    whole = Held([Whole(source) for source in sources], _log_shelf, TERMS)
    assert answers(sifted, asked) == answers(whole, asked)


def test_a_file_without_the_word_is_not_read(tmp_path: Path) -> None:
    for name, text in (("a", "token"), ("b", "refresh")):
        (tmp_path / f"{name}.jsonl").write_bytes(transcript([text], True, "NFC"))
    paths = sorted(tmp_path.iterdir())
    sources = [Filed(path, None, True, lambda header: True) for path in paths]
    corpus = Held(sources, _log_shelf, TERMS)
    corpus.engine([question_of("token", TERMS)])
    assert [shelf.file for shelf in corpus.shelves().values()] == [str(paths[0])]
