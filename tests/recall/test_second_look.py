"""Who looks at what: an encoder at all hits, a dearer one at those not sure."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest
from entries_made import entry, session_bytes
from onnx_made import made_model
from running import PANE, run

from pane_cli.commands.hits.searching import held_corpus
from pane_cli.recall.ranked import WORDS, Looks, Ranked
from pane_cli.rules.schema import DEFAULT
from pane_cli.search.documents import Document
from pane_cli.search.rank import Scored, question_of
from pane_cli.session.codec import encode
from pane_cli.session.log import Log
from pane_cli.session.types import Entry, Header
from pane_cli.text.terms import Terms

TEXTS = ("harbour gate code", "harbour", "gate code of the harbour opens", "gate")
QUERY = "harbour gate code"
TERMS = Terms()


class Look:
    """Counts what it is asked to look at, and turns its order round."""

    def __init__(self) -> None:
        self.seen: list[int] = []

    def __call__(
        self, text: str, some: list[Scored], around: Callable[[Document], list[Entry]]
    ) -> list[Scored]:
        self.seen += [one.document.offset for one in some]
        scores = sorted(one.score for one in some)
        return [one._replace(score=s) for one, s in zip(some, scores, strict=True)]


def ranked(variants: int, looks: Looks, certain: float = 0.9) -> list[Scored]:
    log = Log(Header("session", 1, "5d1c9a70", "test"))
    for n, text in enumerate(TEXTS, 1):
        log.spool(n, encode(entry(n, text)))
    asked = question_of(QUERY, TERMS)
    corpus = held_corpus([(log, "")], TERMS)
    rules = msgspec.structs.replace(DEFAULT.recall, variants=variants, certain=certain)
    engine = corpus.engine([asked])
    return Ranked(corpus, rules, looks).best(QUERY, asked, engine, None, None)[0]


@pytest.mark.parametrize(
    "has_second, variants, first_sees, second_sees",
    [
        pytest.param(False, 0, {1, 2, 3, 4}, set(), id="one encoder"),
        pytest.param(False, 3, {2, 4}, set(), id="one, for unsure hits"),
        pytest.param(True, 0, {1, 2, 3, 4}, set(), id="two, none is unsure"),
        pytest.param(True, 3, {1, 2, 3, 4}, {2, 4}, id="two"),
    ],
)
def test_who_sees_what(
    has_second: bool, variants: int, first_sees: set[int], second_sees: set[int]
) -> None:
    first, second = Look(), Look()
    ranked(variants, Looks(first, second if has_second else None))
    assert set(first.seen) == first_sees
    assert set(second.seen) == second_sees


def test_a_second_look_leaves_sure_hits_as_they_are() -> None:
    plain = {one.document.offset: one for one in ranked(3, WORDS)}
    looked = {one.document.offset: one for one in ranked(3, Looks(second=Look()))}
    moved = {n for n, one in plain.items() if looked[n].score != one.score}
    assert moved == {n for n, one in plain.items() if one.sure < 0.9} == {2, 4}
    assert all(looked[n].sure == plain[n].sure for n in plain)


@pytest.mark.skipif(find_spec("onnxruntime") is None, reason="no onnxruntime")
def test_the_second_encoder_is_loaded_for_unsure_hits_alone(tmp_path: Path) -> None:
    folder = tmp_path / "store" / "sessions"
    folder.mkdir(parents=True)
    talk = [
        entry(1, "the boat at the harbour"),
        entry(2, "lunch", turn=2),
        entry(3, "a boat with nets at sea", turn=3),
        entry(4, "supper", turn=4),
        entry(5, "soup, a spreadsheet and a boat", turn=5),
    ]
    (folder / "talk.jsonl").write_bytes(session_bytes("talk", talk))
    rules = (
        *("--set", "search.second_encoder=onnx", "--set", "recall.neighbours=0"),
        *("--set", f"search.second_model={made_model(tmp_path)}"),
        *("--set", "search.encoder_weight=20"),
    )

    def order(*more: str) -> list[int]:
        words = ("recall", "which boat catches fish at sea", "--json")
        done = run([str(PANE), *words, *rules, *more], tmp_path)
        assert done.status == 0, done.err
        return [hit["n"] for hit in json.loads(done.out)["hits"]]

    def kept() -> list[Path]:
        return list((tmp_path / "store" / "cache").glob("*second-vectors.sqlite"))

    plain = order()
    assert not kept()
    sure = order("--set", "recall.variants=4", "--set", "recall.certain=0")
    assert sure == plain
    assert not kept()
    assert order("--set", "recall.variants=4", "--set", "recall.certain=1")[0] == 3
    assert len(kept()) == 1
