"""Text that takes too long, timed: `pytest -m bench tests/bench`.

Seconds differ from machine to machine and hour to hour, so this never runs with the
suite. CPU time, which others on the machine lengthen least.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from text.test_tokens import CODE, LOG, PROSE

from pane_cli.text.clip import one_line
from pane_cli.text.redact import find_secrets, redact
from pane_cli.text.tokens import estimate

pytestmark = pytest.mark.bench


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds that `work` takes."""
    started = time.process_time()
    work()
    return time.process_time() - started


def test_a_megabyte_takes_a_fraction_of_a_second() -> None:
    text = (PROSE + CODE + LOG) * 600
    assert seconds(lambda: estimate(text)) < len(text) / 4e6


def test_one_line_reads_only_what_it_needs() -> None:
    text = "word " * 5_000_000
    assert seconds(lambda: one_line(text, 80)) < 0.05


HOSTILE = {
    "prefixes": "sk-" * 60_000,
    "jwt-heads": "-eyJ" * 50_000,
    "jwt-run": ("eyJ" + "a" * 7_900 + ".") * 20,
    "headers": "-----BEGIN RSA PRIVATE KEY-----" * 5_000,
    "open-block": "-----BEGIN RSA PRIVATE KEY-----" + "Ab1+" * 40_000,
    "keywords": "token_secret_" * 15_000,
    "assignments": "token=secret:" * 5_000,
    "urls": "://a:" * 40_000,
    "bearers": "bearer " * 30_000,
    "numbered": "token=secret1:" * 5_000,
    "long-value": "token='" + "a1B2" * 50_000,
    "spaces": "password" + " " * 200_000,
    "quotes": "password=" + '"' * 200_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_takes_long(text: str) -> None:
    assert seconds(lambda: find_secrets(text)) < 2.0


def test_ordinary_text_is_read_fast() -> None:
    text = "The request is refused when the session has expired, see #12.\n" * 30_000
    assert seconds(lambda: redact(text)) < len(text) / 5e6
