"""Names in what is said and done: which there are, and what each is called."""

from __future__ import annotations

import pytest

from pane_cli.rules.topics import Named, Topics
from pane_cli.view.lexicon import Lexicon
from pane_cli.view.names import branch, in_command, in_text, is_prose, phrases, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fix the login bug", []),
        ("why does AgentSession reload?", ["agent-session"]),
        ("see core/agent-session.ts:32, please", ["agent-session"]),
        ("tests/test_token_store.py fails", ["token-store"]),
        ("tests/test_auth.py and auth.spec.ts", ["auth.py", "auth.ts"]),
        ("src/pages/index.ts", ["pages-index"]),
        ("main.ts is too long", ["main.ts"]),
        ("call repo.get_head() in self.show_hint", ["get-head", "show-hint"]),
        ('the `theme` of the "login page"', ["theme", "login-page"]),
        ('he said "do it for me now"', []),
        ("https://example.org/x/windows-mcp?tab=1", ["windows-mcp"]),
        ("https://example.org", []),
        ("an up-to-date, signed-in user", ["signed-in"]),
        ("print/json and concise/de-duplicate", ["de-duplicate"]),
        ('{"type":"message","id":"toolu_019tYDrb2zif"}', []),
        ("in 3.14 of 2026-03-02, e.g. this", []),
        ("ValueError in base_coder", ["base-coder"]),
    ],
)
def test_names_in_text(text: str, expected: list[str]) -> None:
    assert in_text(text) == expected


def test_long_lines_are_data() -> None:
    assert in_text("look:\n" + "x " * 200 + "token_store") == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("cd /repo/some_place && pytest -q tests/test_auth.py", ["auth.py"]),
        ("npm run check --dry-run 2>&1 | tail -20", []),
        ("python - <<'E'\nfrom token_store import x\nE", []),
    ],
)
def test_names_in_commands(line: str, expected: list[str]) -> None:
    assert in_command(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("git checkout -b fix/token-refresh", "fix-token-refresh"),
        ("git switch main && ls", "main"),
        ("git checkout -- a.py", None),
        ("git status", None),
        ("make switch", None),
    ],
)
def test_branches(line: str, expected: str | None) -> None:
    assert branch(line) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the signed-in user", True),
        ("read signed-in.ts", False),
        ("read src/signed-in", False),
        ("the `signed-in` flag", False),
        ("the SignedIn flag", False),
    ],
)
def test_a_word_with_hyphens_may_be_prose(text: str, expected: bool) -> None:
    assert is_prose(text, "signed-in") is expected


RULES = Topics(
    registry=(Named("Cpp", ("c++", "*.cpp")), Named("harbour office", ("the office",)))
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in C++, please", ["cpp"]),
        ("ask the office", ["harbour office"]),
        ("the Harbour-Office knows", ["harbour office"]),
        ("the officer knows", []),
        ("cppcheck", []),
    ],
)
def test_the_registry_is_told_at_word_boundaries(
    text: str, expected: list[str]
) -> None:
    found = Lexicon(RULES, "/repo").entities(phrases(words(text)))
    assert list(dict.fromkeys(found)) == expected


def test_the_registry_knows_files_by_globs() -> None:
    lexicon = Lexicon(RULES, "/repo")
    assert list(lexicon.of_file("/repo/src/a.cpp")) == ["cpp"]
    assert list(lexicon.of_file("/repo/src/a.py")) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("TZ=UTC pytest -q", ["testing"]),
        ("cd x && npm run test -- --watch", ["testing"]),
        ("docker build . | tee log", ["deployment"]),
        ("echo pytest", []),
        ("pytestify", []),
    ],
)
def test_commands_tell_a_category(line: str, expected: list[str]) -> None:
    assert list(Lexicon(RULES, "").of_command(line)) == expected


def test_words_of_a_path_tell_no_category() -> None:
    found = Lexicon(RULES, "").of_words(phrases(words("look at docs/plan.md, tests/a")))
    assert list(found) == []
