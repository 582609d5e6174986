"""`ID#N:path`: a file as it was at an entry, word for word or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from entries_made import call, entry, session_bytes
from running import PANE, Outcome, run

from pane_cli.recall.edits import changed, read_whole

SESSION = "aaaa1111-session"
PATH = "src/auth.ts"

LISTING = "     1→expires = 0\n     2→skew = 1\n     3→"


def steps(*made: tuple[Any, str]) -> list[Any]:
    """Calls with what they gave: entries 1, 2, 3, ..."""
    lines = []
    for i, (one, text) in enumerate(made):
        lines.append(one(2 * i + 1))
        result = entry(
            2 * i + 2, text, kind="result", role="tool", call=f"c{2 * i + 1}"
        )
        lines.append(result)
    return lines


def tool(name: str, **args: Any) -> Any:
    path = args.get("file_path")
    return lambda n: call(n, name, (path,) if path else (), **args)


def recall(home: Path, lines: list[Any], address: str, *words: str) -> Outcome:
    path = home / "a.jsonl"
    path.write_bytes(session_bytes(SESSION, lines, cwd="/repo"))
    return run([str(PANE), "recall", address, "a.jsonl", *words], home)


READ = tool("Read", file_path=f"/repo/{PATH}"), LISTING
EDIT = (
    tool("Edit", file_path=f"/repo/{PATH}", old_string="= 0", new_string="= 9"),
    "edited",
)
WRITE = tool("Write", file_path=f"/repo/{PATH}", content="new\n"), "written"
LOST = (
    tool("Edit", file_path=f"/repo/{PATH}", old_string="unseen", new_string="x"),
    "edited",
)
SHELL = tool("Bash", command="git checkout main"), "ok"


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        pytest.param(2, b"expires = 0\nskew = 1\n", id="as it was read"),
        pytest.param(3, b"expires = 0\nskew = 1\n", id="before the edit was done"),
        pytest.param(4, b"expires = 9\nskew = 1\n", id="edited"),
        pytest.param(6, b"new\n", id="written"),
    ],
)
def test_a_file_at_an_entry(tmp_path: Path, n: int, expected: bytes) -> None:
    lines = steps(READ, EDIT, WRITE)
    done = recall(tmp_path, lines, f"aaaa1111#{n}:{PATH}")
    assert (done.status, done.out, done.err) == (0, expected, b"")
    assert recall(tmp_path, lines, f"#{n}:auth.ts").out == expected
    assert recall(tmp_path, lines, f"#{n}:/repo/{PATH}").out == expected


def test_what_is_not_known_is_not_made_up(tmp_path: Path) -> None:
    lines = steps(READ, LOST, EDIT)
    done = recall(tmp_path, lines, f"#6:{PATH}")
    assert (done.status, done.out) == (1, b"")
    assert b"src/auth.ts at #6 is not known word for word" in done.err
    assert b"the nearest to it: pane recall aaaa1111#2 a.jsonl" in done.err


def test_a_command_that_may_have_changed_it_is_named(tmp_path: Path) -> None:
    done = recall(tmp_path, steps(READ, SHELL), f"#4:{PATH}")
    assert done.out == b"expires = 0\nskew = 1\n"
    assert b"commands that may have changed it since: #3" in done.err


def test_a_failed_edit_changed_nothing(tmp_path: Path) -> None:
    lines = steps(READ, EDIT)
    lines[-1] = entry(4, "no", kind="result", role="tool", call="c3", error=True)
    assert recall(tmp_path, lines, f"#4:{PATH}").out.startswith(b"expires = 0\n")


def test_a_path_that_nothing_names(tmp_path: Path) -> None:
    done = recall(tmp_path, steps(READ), "#2:src/other.ts")
    assert done.status == 2
    assert b"nothing up to #2 names src/other.ts" in done.err
    assert b"files there: src/auth.ts" in done.err
    assert recall(tmp_path, steps(READ), f"#9:{PATH}").status == 2


PATCH = """*** Begin Patch
*** Update File: other.py
@@
-x
+y
*** Update File: a.py
@@ def f():
 def f():
-    return 1
+    return 2
*** End Patch"""
ADD = "*** Begin Patch\n*** Add File: a.py\n+one\n+\n+two\n*** End Patch"
BEFORE = "import x\n\ndef f():\n    return 1\n"


@pytest.mark.parametrize(
    ("args", "before", "after"),
    [
        pytest.param({"content": "x"}, None, "x", id="whole"),
        pytest.param({"file_text": "x"}, "y", "x", id="create"),
        pytest.param({"old_string": "a", "new_string": "b"}, "ac", "bc", id="edit"),
        pytest.param({"oldText": "a", "newText": "b"}, "ac", "bc", id="pi"),
        pytest.param({"old_string": "a", "new_string": "b"}, "aa", None, id="twice"),
        pytest.param(
            {"old_string": "a", "new_string": "b", "replace_all": True},
            "aa",
            "bb",
            id="all",
        ),
        pytest.param({"old_string": "a", "new_string": "b"}, None, None, id="unseen"),
        pytest.param({"old_string": "", "new_string": "b"}, None, "b", id="new file"),
        pytest.param(
            {
                "edits": [
                    {"old_string": "a", "new_string": "b"},
                    {"old_string": "b", "new_string": "c"},
                ]
            },
            "a",
            "c",
            id="one after the other",
        ),
        pytest.param(
            {"command": "insert", "insert_line": 1, "insert_text": "b\n"},
            "a\nc\n",
            "a\nb\nc\n",
            id="insert",
        ),
        pytest.param({"input": PATCH}, BEFORE, BEFORE.replace("1", "2"), id="patch"),
        pytest.param({"input": PATCH}, "other", None, id="patch of something else"),
        pytest.param({"command": ["apply_patch", ADD]}, None, "one\n\ntwo\n", id="add"),
    ],
)
def test_changes(args: dict[str, Any], before: str | None, after: str | None) -> None:
    assert changed(args, lambda path: path == "a.py", before) == after


@pytest.mark.parametrize(
    ("args", "result", "text"),
    [
        pytest.param({}, "     1→a\n     2→b", "a\nb\n", id="numbered"),
        pytest.param({}, "1\ta\n2\t", "a\n", id="numbered with the last end"),
        pytest.param({"offset": 5}, "     5→a", None, id="a part that was asked for"),
        pytest.param({}, "     5→a", None, id="a part that was given"),
        pytest.param(
            {}, "     1→a\n\n<system-reminder>x</system-reminder>", "a\n", id="reminder"
        ),
        pytest.param({}, "a\nb\n", "a\nb\n", id="plain"),
        pytest.param({}, "a\n\n[30 more lines in file]", None, id="cut"),
        pytest.param({}, "     1→" + "x" * 2000, None, id="long line"),
    ],
)
def test_reads(args: dict[str, Any], result: str, text: str | None) -> None:
    assert read_whole(args, result) == text
