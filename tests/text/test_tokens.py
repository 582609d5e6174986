"""Token estimates: high in every script, flat for images, never a crash."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pane_cli.text.tokens import (
    BLOCK_TOKENS,
    CHARS_PER_TOKEN,
    IMAGE_TOKENS,
    calibrate,
    estimate,
)

PROSE = (
    "The login bug only shows up when a session expires while the user is still on "
    "the page. I fixed it by refreshing the token before the request is sent, and "
    "added a test that fails without the change."
)
CODE = """def load(path: Path) -> dict[str, Any]:
    with path.open(encoding="utf-8") as handle:
        return {row["id"]: row for row in map(json.loads, handle)}
"""
BASE64 = "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4" * 20
HEX = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae" * 20
HANZI = "请修复登录错误不要破坏现有的会话" * 10
HANGUL = "로그인 버그를 고쳐 주세요. 기존 세션을 깨뜨리지 마세요. " * 5
KANA = "ログインのバグをなおしてください。" * 10
RUSSIAN = "Исправьте ошибку входа и не ломайте существующие сеансы. " * 4
ARABIC = "أصلح خطأ تسجيل الدخول ولا تكسر الجلسات الحالية. " * 4
THAI = "แก้ไขข้อผิดพลาดในการเข้าสู่ระบบโดยไม่ทำลายเซสชันที่มีอยู่" * 4
EMOJI = "🎉🚀🔥👍🏽" * 8
LOG = "\n".join(
    f"2026-02-10T09:12:{second:02d}.{second * 7:03d}Z INFO worker-3 done in 41ms"
    for second in range(20)
)


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        # Least: the largest count of four tokenizers, made once and written down.
        pytest.param(PROSE, 42, 68, id="prose"),
        pytest.param(CODE, 49, 80, id="code"),
        pytest.param(LOG, 699, 950, id="log"),
        pytest.param(BASE64, 780, 1100, id="base64"),
        pytest.param(HEX, 1200, 1850, id="hex"),
        pytest.param(HANZI, 170, 260, id="hanzi"),
        pytest.param(HANGUL, 189, 260, id="hangul"),
        pytest.param(KANA, 160, 260, id="kana"),
        pytest.param(RUSSIAN, 129, 240, id="russian"),
        pytest.param(ARABIC, 165, 280, id="arabic"),
        pytest.param(THAI, 404, 520, id="thai"),
        pytest.param(EMOJI, 160, 180, id="emoji"),
    ],
)
def test_a17_not_below_a_real_tokenizer_nor_far_above(
    text: str, least: int, most: int
) -> None:
    assert least <= estimate(text) <= most


@pytest.mark.parametrize(
    "script", ["你", "ハ", "한", "ж", "ع", "ก", "🎉", "ა"], ids=str
)
def test_a17_160_characters_of_a_script_cost_more_than_160_letters(script: str) -> None:
    assert estimate(script * 160) > estimate(("login bugs " * 15)[:160])


def test_a17_160_hanzi_cost_more_than_160_ascii_letters() -> None:
    assert estimate("修" * 160) >= 160
    assert estimate("修" * 160) > estimate("a" * 160)


def test_a17_mixed_text_costs_what_its_parts_cost() -> None:
    together = estimate("fix the login bug 修复登录错误")
    assert together >= estimate("fix the login bug") + 6


def test_a16_an_image_has_one_price() -> None:
    assert IMAGE_TOKENS == 1_600
    assert estimate("A" * 100_000) > 10 * IMAGE_TOKENS


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("a", 5), ("ok", 5), ("fix the login bug", 9), ("\ud83d", 7)],
    ids=["empty", "a", "ok", "request", "lone-surrogate"],
)
def test_short_texts(text: str, tokens: int) -> None:
    assert estimate(text) == tokens


def test_indentation_is_cheap() -> None:
    assert estimate("\n" + " " * 400) < 60


def test_paths_are_words_and_not_random_text() -> None:
    path = "/home/dev/projects/acme/src/components/auth/session/refresh/handler.ts"
    assert estimate(path) < 50


@pytest.mark.parametrize(
    ("pairs", "found"),
    [
        pytest.param([], None, id="none"),
        pytest.param([(500, 199)], None, id="too-small"),
        pytest.param([(0, 500)], None, id="nothing-added"),
        pytest.param([(900, 300)], 3.0, id="one"),
        pytest.param([(900, 300), (1000, 400), (2000, 500)], 2.5, id="lowest"),
        pytest.param([(100, 400)], 2.0, id="clamped-low"),
        pytest.param([(9000, 400)], 6.0, id="clamped-high"),
        pytest.param([(800, 400)] + [(1200, 400)] * 8, 3.0, id="last-eight"),
        pytest.param([(1200, 400)] + [(100, 10)] * 20, 3.0, id="unusable-do-not-count"),
    ],
)
def test_calibrate(pairs: list[tuple[int, int]], found: float | None) -> None:
    assert calibrate(pairs) == found


def test_calibration_scales_ascii_alone() -> None:
    assert estimate(PROSE, 2.0) > estimate(PROSE) > estimate(PROSE, 3.0)
    assert estimate(PROSE, CHARS_PER_TOKEN) == estimate(PROSE)
    assert estimate("修" * 160, 6.0) == estimate("修" * 160)


def test_calibration_brings_a_dear_estimate_near_the_count() -> None:
    added = CODE * 20
    charged = round(estimate(added) / 1.4)
    average = round(estimate(added) * CHARS_PER_TOKEN)
    tuned = calibrate([(average, charged)])
    assert tuned is not None
    assert charged <= estimate(added, tuned) <= 1.02 * charged


def test_framing_is_measured() -> None:
    assert 26 <= BLOCK_TOKENS <= 35


PIECES = st.one_of(
    st.text(max_size=200),
    st.sampled_from([PROSE, CODE, LOG, HANZI, HANGUL, RUSSIAN, EMOJI, BASE64]),
)


@given(PIECES, PIECES)
def test_more_text_never_costs_much_less(first: str, second: str) -> None:
    slack = 0.02 * (estimate(first) + estimate(second)) + 5
    together = estimate(first + second)
    assert together >= max(estimate(first), estimate(second)) - slack
    assert together <= estimate(first) + estimate(second) + slack


@given(st.text(st.characters(), max_size=300))
def test_never_negative_and_never_a_crash(text: str) -> None:
    assert 0 <= estimate(text) <= 4 * len(text.encode("utf-8", "surrogatepass")) + 5


@given(st.text(st.sampled_from("ab \ud83d\udc00é修"), max_size=60))
def test_a12_lone_surrogates_are_counted(text: str) -> None:
    assert estimate(text) >= 0
    assert estimate(text, 3.0) >= 0
