"""aider's history: how it is cut, and what the pieces become."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from feeding import entries, header, read, said
from hypothesis import given, settings
from hypothesis import strategies as st

from pane_cli.session.types import Usage
from pane_cli.transcripts.aider_text import chats, pieces
from pane_cli.transcripts.containers import open_part, sources_of

START = "# aider chat started at 2024-08-05 19:33:02\n"
HISTORY = f"""
{START}
> aider --lint  
> Models: opus with diff edit format, weak model haiku  
> Added src/a.py to the chat.  

#### use the spinner  
#### everywhere  

Certainly! Größer:

```python
#### no request
> no notice

# aider chat started at 2024-08-05 19:33:02
```

> Tokens: 1.2k sent, 300 received. Cost: $0.01 message, $0.02 session.  
> Applied edit to src/a.py  
> Commit d0ffbf1 fix: spin  

#### /add b.py  

#### and now?  

# aider chat started at 2024-08-05 19:33:02

#### again  

Half an answer
```python
x = 1

> ^C again to exit  

{START.replace("19:33:02", "20:00:00")}
> aider  

#### # Fix any errors below, if possible.  

done
"""  # noqa: W291


def cut(text: str, final: bool = True) -> list[tuple[str, str, str]]:
    return [
        (chat.name, piece.kind, piece.text)
        for chat in chats(text)
        for piece in pieces(chat, final)
    ]


def test_a_history_is_cut() -> None:
    found = [(name, kind) for name, kind, _ in cut(HISTORY)]
    first, second = "2024-08-05T19-33-02", "2024-08-05T19-33-02.2"
    third = "2024-08-05T20-00-00"
    assert found == [
        ("start", "answer"),
        (first, "start"),
        (first, "notice"),
        (first, "user"),
        (first, "answer"),
        (first, "notice"),
        (first, "user"),
        (first, "user"),
        (second, "start"),
        (second, "user"),
        (second, "answer"),
        (second, "notice"),
        (third, "start"),
        (third, "notice"),
        (third, "user"),
        (third, "answer"),
    ]


def test_what_is_marked_ends_what_is_marked_otherwise() -> None:
    text = "-*- mode -*-\n> isort  \n#### go  \n> ^C  \nsure\n> quoted\n"
    assert [(kind, piece) for _, kind, piece in cut(text)] == [
        ("start", "-*- mode -*-\n"),
        ("notice", "> isort  \n"),
        ("user", "#### go  \n"),
        ("notice", "> ^C  \n"),
        ("answer", "sure\n> quoted\n"),
    ]


def test_the_pieces_are_the_whole_text() -> None:
    assert "".join(text for _, _, text in cut(HISTORY)) == HISTORY


def test_prefix_then_whole_is_whole() -> None:
    """What is yielded of a history that may go on never changes."""
    expected = cut(HISTORY)
    for end in range(len(HISTORY) + 1):
        found = cut(HISTORY[:end], final=False)
        assert found == expected[: len(found)], end
    assert len(cut(HISTORY, final=False)) == len(expected) - 1


_LINES = st.sampled_from(
    (START, "#### hi  ", "> note  ", "```", "```py", "````", "text", "", "####", ">")
)


@settings(max_examples=150, deadline=None)
@given(lines=st.lists(_LINES, max_size=14), ends=st.integers(0, 200))
def test_any_history(lines: list[str], ends: int) -> None:
    text = "".join(line if line == START else line + "\n" for line in lines)
    expected = cut(text)
    assert "".join(piece for _, _, piece in expected) == text
    found = cut(text[:ends], final=False)
    assert found == expected[: len(found)]


def one(kind: str, text: str) -> list[Any]:
    return entries(read({"aider": kind, "text": text}))


TYPED = [
    ("#### use it  \n#### now  \n\n", "text", "use it\nnow"),
    ("#### /add a.py  \n", "command", "/add a.py"),
    ("#### /ask why?  \n", "text", "/ask why?"),
    ("#### !ls  \n", "command", "!ls"),
    ("####   \n", "empty", ""),
    ("#### # Fix any errors below, if possible.  \n", "lint-errors", None),
]


@pytest.mark.parametrize(("text", "what", "words"), TYPED, ids=lambda v: str(v)[:16])
def test_what_was_typed(text: str, what: str, words: str | None) -> None:
    [entry] = one("user", text)
    assert (entry.what or entry.kind, entry.role) == (what, "user")
    assert words is None or entry.text == words


def test_notices() -> None:
    found = one(
        "notice",
        "> Main model: opus with diff edit format  \n> Repo-map: 1024 tokens  \n"
        "> Tokens: 1.2k sent, 10,5 cache hit, 300 received.  \n"
        "> Applied edit to src/a b.py  \n> Did not apply edit to c.py (--dry-run)  \n"
        "> Added d.py to the chat.  \n> Commit d0ffbf1 fix  \n> bye  \n\n",
    )
    assert [(e.what or e.kind, e.files, e.error) for e in found] == [
        ("notice", (), False),
        ("tokens", (), False),
        ("call", ("src/a b.py",), False),
        ("result", (), False),
        ("call", ("c.py",), False),
        ("result", (), True),
        ("file-mention", ("d.py",), False),
        ("commit", (), False),
        ("notice", (), False),
    ]
    assert found[1].usage == Usage(1200, 300, cache_read=105)
    assert found[1].model == "opus"
    assert [e.call for e in found[2:6]] == ["?3", "?3", "?5", "?5"]


def test_an_answer_has_the_model_and_the_counts_that_follow() -> None:
    lines = read(
        {"aider": "start", "text": START, "started": "2024-08-05 19:33:02"},
        {"aider": "notice", "text": "> Models: opus with diff edit format\n"},
        {"aider": "answer", "text": "ok\n\n"},
        {"aider": "notice", "text": "> Tokens: 12 sent, 3 received.\n"},
    )
    assert header(lines).started == "2024-08-05T19:33:02Z"
    answer, counts = entries(lines)[2:]
    assert (answer.text, answer.model, answer.msg) == ("ok", "opus", "1")
    assert (counts.usage, counts.msg) == (Usage(12, 3), "1")


def test_each_chat_in_which_something_was_typed_is_a_source(tmp_path: Path) -> None:
    file = tmp_path / ".aider.chat.history.md"
    idle = "# aider chat started at 2025-01-01 00:00:00\n\n> aider  \n"
    file.write_text(HISTORY + "\n" + idle, encoding="utf-8")
    found = [part.path for part in sources_of(file)]
    assert [path.name for path in found] == [
        "2024-08-05T19-33-02",
        "2024-08-05T19-33-02.2",
        "2024-08-05T20-00-00",
    ]
    records = [json.loads(line) for line in open_part(found[0], final=True)]
    assert [record["aider"] for record in records][:2] == ["start", "notice"]
    assert said(read(*records))[-2:] == [
        ("command", "user", "/add b.py"),
        ("text", "user", "and now?"),
    ]
