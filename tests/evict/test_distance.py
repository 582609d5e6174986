"""Drift by an encoder: distances of turns, and what they change."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest
from entries_made import entry, session_bytes
from evict.test_order import SIZE
from hypothesis import given
from hypothesis import strategies as st
from onnx_made import made_model
from running import PANE, run
from story_lines import session

from pane_cli.commands.shared.inputs import Session
from pane_cli.evict.distance import Encode, far
from pane_cli.evict.limits import limits
from pane_cli.evict.order import ORDER, material
from pane_cli.rules.schema import DEFAULT

TICKET, PIANO, NOTHING_SAID = (1.0, 0.0), (0.0, 1.0), (0.0, 0.0)
Vectors = dict[int, tuple[float, float]]


@pytest.mark.parametrize(
    ("vectors", "least", "off", "drift"),
    [
        pytest.param(
            {1: TICKET, 2: TICKET, 3: TICKET, 4: PIANO},
            *(0.8, {1, 2, 3}, 2.0),
            id="another topic",
        ),
        pytest.param(
            {1: PIANO, 2: TICKET, 3: TICKET, 4: PIANO},
            *(0.8, {2, 3}, 2.0),
            id="what was long before is on topic again",
        ),
        pytest.param(
            {1: TICKET, 2: PIANO, 3: TICKET, 4: PIANO},
            *(0.8, set(), 0.0),
            id="what was just before has one",
        ),
        pytest.param(
            {1: TICKET, 2: TICKET, 3: TICKET, 4: PIANO},
            *(2.0, set(), 2.0),
            id="2: never",
        ),
        pytest.param(
            {1: TICKET, 2: TICKET, 3: NOTHING_SAID, 4: PIANO},
            *(0.8, {1, 2}, 2.0),
            id="who says nothing is on no topic",
        ),
        pytest.param({1: TICKET}, 0.0, set(), 0.0, id="nothing before"),
        pytest.param({}, 0.0, set(), 0.0, id="nothing"),
    ],
)
def test_distances(vectors: Vectors, least: float, off: set[int], drift: float) -> None:
    found = far(vectors, least, 1, 2)
    assert found == (frozenset(off), pytest.approx(drift, abs=1e-9))


numbers = st.floats(-1, 1).map(lambda x: round(x, 3))
drawn = st.dictionaries(st.integers(1, 30), st.tuples(numbers, numbers), max_size=12)


@given(drawn, st.floats(0, 2), st.integers(1, 4))
def test_a_drift_is_of_earlier_turns_and_past_the_threshold(
    vectors: Vectors, least: float, last: int
) -> None:
    off, drift = far(vectors, least, last, 3 * last)
    telling = sorted(turn for turn, vector in vectors.items() if any(vector))
    assert off <= set(telling[:-last])
    assert not off or drift > least
    assert -1e-9 <= drift <= 2 + 1e-9


TEXT = "\n".join(
    [
        "user: which piano is the loudest?",
        "say: the black piano",
        *("user: when do tickets expire?", "say: at midnight") * 4,
        "user: has it keys of wood?",
    ]
)


def of_piano(texts: Sequence[str]) -> list[tuple[float, float]]:
    return [TICKET if "ticket" in text else PIANO for text in texts]


def made(encoder: str = "made", **decay: object) -> Session:
    rules = {"remembered": 1.0, "drift": 1.0, "drift_turns": 1, "by_weight": True}
    rules["drift_by_encoder"] = {"made": 0.8}
    replace = msgspec.structs.replace
    return session(
        TEXT,
        replace(
            DEFAULT,
            tokens=SIZE,
            evict=replace(DEFAULT.evict, tail=0.0),
            decay=replace(DEFAULT.decay, **{**rules, **decay}),
            search=replace(DEFAULT.search, encoder=encoder),
        ),
    )


def names(of: Session, encode: Encode | None = of_piano) -> list[str]:
    found = material(of.view, limits(of.view), of.log.entry, encode)
    return [unit.name for unit in ORDER["turn"](found)]


@pytest.mark.parametrize(
    ("of", "encode", "order"),
    [
        pytest.param(made(), of_piano, "t2 t3 t4 t5 t1", id="off topic first"),
        pytest.param(made(), None, "t1 t2 t3 t4 t5", id="no encoder"),
        pytest.param(
            made("other"), of_piano, "t1 t2 t3 t4 t5", id="one without a threshold"
        ),
        pytest.param(
            made(drift_by_encoder={"made": 2.0}),
            *(of_piano, "t1 t2 t3 t4 t5"),
            id="2: never",
        ),
        pytest.param(
            made(drift_penalty=1.0), of_piano, "t1 t2 t3 t4 t5", id="no penalty"
        ),
    ],
)
def test_an_encoder_lowers_other_topics_and_takes_nothing_out(
    of: Session, encode: Encode | None, order: str
) -> None:
    assert names(of, encode) == order.split()


def test_nothing_is_encoded_where_weights_do_not_count() -> None:
    asked: list[Sequence[str]] = []

    def counting(texts: Sequence[str]) -> list[tuple[float, float]]:
        asked.append(texts)
        return of_piano(texts)

    names(made(by_weight=False), counting)
    assert not asked
    names(made(), counting)
    assert len(asked) == 1


@pytest.mark.skipif(find_spec("onnxruntime") is None, reason="no onnxruntime")
def test_the_command_keeps_vectors_in_the_store(tmp_path: Path) -> None:
    said = ["boat ship sea fish"] * 5 + ["bread soup"]
    talk = [entry(n, f"{text} " * 60, turn=n) for n, text in enumerate(said, 1)]
    folder = tmp_path / "store" / "sessions"
    folder.mkdir(parents=True)
    (folder / "talk.jsonl").write_bytes(session_bytes("talk", talk))
    rules = (
        *("--set", "decay.by_weight=true", "--set", "decay.drift=1"),
        *("--set", "decay.drift_turns=1", "--set", "evict.tail=0"),
    )
    words = ("evict", "-s", "talk", "--to", "40%", "--dry-run", "--explain", *rules)
    plain = run([str(PANE), *words], tmp_path)
    assert plain.status == 0 and b"off topic" not in plain.err, plain.err
    model = made_model(tmp_path)
    onnx = ("--set", "search.encoder=onnx", "--set", f"search.model={model}")
    told = run([str(PANE), *words, *onnx], tmp_path)
    assert told.status == 0 and b"off topic" in told.err, told.err
    (kept,) = (tmp_path / "store" / "cache").glob("*vectors.sqlite")
    assert kept.stat().st_mode & 0o077 == 0
    missing = run([str(PANE), *words, "--set", "search.encoder=nonesuch"], tmp_path)
    assert missing.status == 0  # it has no threshold, so it is not asked
