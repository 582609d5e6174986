"""An identifier that is nowhere is said to be nowhere; its parts are no answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from entries_made import entry, session_bytes
from hook_events import HERE, SESSION, added, event, hook, record

EARLIER = "the harbour pilot calls getQuayDepth before the ferry docks at low tide"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A store with an earlier session of the folder."""
    sessions = tmp_path / "store" / "sessions"
    sessions.mkdir(parents=True)
    body = session_bytes("earlier", [entry(1, EARLIER)], cwd=HERE)
    (sessions / "earlier.jsonl").write_bytes(body)
    return tmp_path


@pytest.mark.parametrize(
    ("prompt", "nowhere", "is_quoted"),
    [
        pytest.param("why does get_quay_width fail?", ["get_quay_width"], False),
        pytest.param("why does getQuayWidth fail?", ["getQuayWidth"], False),
        pytest.param("why does get_quay_depth fail?", [], True),
        pytest.param(
            "get_quay_width: what did the harbour pilot say?", ["get_quay_width"], True
        ),
        pytest.param("a follow-up for the harbour pilot", [], True),
        pytest.param("hi", [], False),
    ],
)
def test_what_is_nowhere(
    prompt: str, nowhere: list[str], is_quoted: bool, place: Path
) -> None:
    text = added(hook(place, event(prompt=prompt)))
    said = [line for line in text.splitlines() if line.startswith("- no earlier")]
    assert said == [f"- no earlier entry has `{name}`" for name in nowhere]
    assert ("getQuayDepth" in text) == is_quoted
    if said:
        assert text.splitlines()[1] == said[0], "before any quote"


def test_it_is_said_once_a_window(place: Path) -> None:
    prompt = event(prompt="why does get_quay_width fail?")
    assert "get_quay_width" in added(hook(place, prompt))
    assert added(hook(place, prompt)) == ""


def test_what_the_window_has_is_not_nowhere(place: Path) -> None:
    source = place / "t.jsonl"
    source.write_text(record(0, "user", "write get_quay_width, please"))
    at = {"transcript_path": str(source)}
    hook(place, event("Stop", **at))
    assert list((place / "store" / "sessions").glob(f"{SESSION}*"))
    prompt = "why does get_quay_width fail?"
    assert added(hook(place, event(prompt=prompt, **at))) == ""


def test_where_nothing_was_said_nothing_is_absent(tmp_path: Path) -> None:
    prompt = event(prompt="why does get_quay_width fail?")
    assert added(hook(tmp_path, prompt)) == ""
