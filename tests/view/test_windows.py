"""What overflow errors say, and when it no longer holds."""

from __future__ import annotations

from typing import Any

import pytest

from pane_cli.session.types import Entry, Usage
from pane_cli.view.windows import Windows, stated_limit


@pytest.mark.parametrize(
    ("error", "limit"),
    [
        ("prompt is too long: 208310 tokens > 200000 maximum", 200_000),
        ("This model's maximum context length is 128000 tokens, you asked 9", 128_000),
        (
            "input length and `max_tokens` exceed context limit: 190000 + 20000 >"
            " 200000, decrease input length",
            200_000,
        ),
        (
            "The input token count (1200000) exceeds the maximum number of tokens"
            " allowed (1048576).",
            1_048_576,
        ),
        (
            "maximum prompt length is 131072 but the request contains 150000",
            131_072,
        ),
        ("Your request exceeded model token limit: 262,144", 262_144),
        ("requested tokens (9000) exceed context window of 8192", 8_192),
        ("Your input exceeds the context window of this model.", None),
        ("429 rate limit: 40000 tokens a minute", None),
        ("", None),
    ],
)
def test_stated_limit(error: str, limit: int | None) -> None:
    assert stated_limit(error) == limit


def entry(n: int, kind: str, **more: Any) -> Entry:
    fields = {"role": "assistant", "turn": 1, "model": "m", **more}
    return Entry(kind=kind, n=n, **fields)


def answer(n: int, prompt: int) -> Entry:
    return entry(n, "text", text="ok", usage=Usage(input=10, cache_read=prompt - 10))


OVERFLOW = entry(2, "note", what="error", text="prompt is too long: 99 > 64000 maximum")


@pytest.mark.parametrize(
    ("entries", "limits"),
    [
        pytest.param([answer(1, 9_000), OVERFLOW], {"m": 64_000}, id="lowered"),
        pytest.param(
            [OVERFLOW, answer(3, 64_000)], {"m": 64_000}, id="as large: it still holds"
        ),
        pytest.param([OVERFLOW, answer(3, 70_000)], {}, id="a larger one was accepted"),
        pytest.param(
            [entry(1, "result", role="tool", error=True, text=OVERFLOW.text)],
            {},
            id="a tool's output says nothing of the window",
        ),
        pytest.param(
            [entry(1, "text", text=OVERFLOW.text)], {}, id="nor does what is said"
        ),
    ],
)
def test_limits(entries: list[Entry], limits: dict[str, int]) -> None:
    windows = Windows()
    for one in entries:
        windows.step(one)
    assert windows.limits == limits
