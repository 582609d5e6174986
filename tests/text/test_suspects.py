"""The quick look over bytes names every line that holds a secret, and hardly others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from text.test_redact import LEAVES, STAYS

from pane_cli.text.redact import find_secrets
from pane_cli.text.secret_kinds import KINDS
from pane_cli.text.suspects import suspects

SECRETS = [str(case.values[0]) for case in LEAVES]
#: Behind this a block is searched as a whole.
OVER_LINES = "-----BEGIN "
#: What may stand around one: words, half triggers, letters of several bytes.
AROUND = (
    *(
        "",
        " ",
        "\n",
        '_tokens":12,',
        '"',
        "=",
        "é",
        "☃" * 40,
        "sk-",
        "token: ",
        "KEY",
        "://u:",
        "@h",
    ),
    *STAYS.values(),
)


def named(block: str) -> list[str]:
    """The lines that are named; a key over several lines names all of them."""
    body = block.encode()
    spans = [body[start:end].decode() for start, end in suspects(body)]
    return [line for span in spans for line in span.split("\n") if line]


@pytest.mark.parametrize("secret", SECRETS)
def test_the_line_of_a_secret_is_named_and_no_other(secret: str) -> None:
    block = f"before é\n{secret}\nbehind token=none\n"
    assert named(block) == (block if OVER_LINES in secret else secret).splitlines()


def test_every_kind_is_tried() -> None:
    kinds = {found.kind for text in SECRETS for found in find_secrets(text)}
    assert kinds == {kind.name for kind in KINDS}


@pytest.mark.parametrize("text", STAYS.values(), ids=STAYS)
def test_what_is_no_secret_names_no_line(text: str) -> None:
    assert named(text) == (text.splitlines() if OVER_LINES in text else [])


PIECES = st.lists(st.sampled_from((*SECRETS, *AROUND)), max_size=12)


@given(PIECES)
def test_no_line_with_a_secret_is_missed(pieces: list[str]) -> None:
    block = "".join(pieces)
    lines = {line for line in block.split("\n") if find_secrets(line)}
    assert lines <= set(named(block))


def test_a_password_of_many_bytes_is_named() -> None:
    url = f"https://{'ü' * 60}:{'ö' * 120}1@host/"
    assert find_secrets(url)
    assert named(url) == [url]
