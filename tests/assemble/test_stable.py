"""A29: the stable part only grows, and breaks only at an eviction."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from assemble.test_assemble import ask
from running import ROOT, run
from story_lines import session

from pane_cli.assemble.assemble import assemble
from pane_cli.assemble.context import Recalled
from pane_cli.evict.marks import evict_mark
from pane_cli.evict.plan import plan
from pane_cli.rules.schema import DEFAULT
from pane_cli.session.types import Mark
from pane_cli.text.tokens import estimate

TURN = """
user: request {n}: change module_{n}.py so that test_{n} passes
call: Edit {{"file_path": "/repo/m_{n}.py", "old_string": "a_{n}", "new_string": "b"}}
result: the file module_{n}.py was edited, {filler}
call: Bash {{"command": "pytest -q tests/test_{n}.py"}}
result: {n} passed in 0.{n} s
say: Done, test_{n} passes.
"""
#: Tokens in context above which the oldest turns leave, and what they leave down to.
TRIGGER, TARGET = 6_000, "50%"


def test_a29_fifty_turns_break_the_prefix_only_at_evictions() -> None:
    text, marks = "", list[Mark]()
    before, breaks, evictions = "", 0, 0
    for n in range(1, 51):
        text += TURN.format(n=n, filler="word " * 60)
        made = session(text, DEFAULT, *marks)
        if made.view.tokens_in > TRIGGER:
            spans = plan(made.view, to=TARGET).entries
            mark = evict_mark(made.view, spans, note="", by="user", ts=None)
            marks.append(mark)
            made = session(text, DEFAULT, *marks)
            evictions += 1
        context = assemble(ask(made, tokens=12_000)).context
        stable = "\n".join(part.text for part in context.stable)
        breaks += not stable.startswith(before)
        before = stable
    assert breaks <= evictions
    assert 1 <= evictions <= 12


@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_the_same_bytes_whatever_the_hash_seed(seed: str, tmp_path: Path) -> None:
    """Sets of words have another order in each process; the context must not."""
    sample = next((ROOT / "samples" / "claude-code").glob("*.jsonl"))
    shutil.copy(sample, tmp_path / "s.jsonl")
    command = ["pane", "assemble", "--budget", "1500", "s.jsonl", "--query", "refresh"]
    one = run(command, tmp_path, PYTHONHASHSEED=seed)
    other = run(command, tmp_path, PYTHONHASHSEED="7")
    assert one.status == 0
    assert one.out == other.out


def test_what_changes_each_turn_does_not_move_what_stands() -> None:
    made = session("user: one\nsay: " + "word " * 300 + "\nuser: two\nsay: ok")
    hit = Recalled("other", 5, "other#5", "user", "quoted " * 60)
    for tokens in range(500, 1400, 30):
        plain = assemble(ask(made, tokens=tokens)).context.stable
        asked = ask(made, tokens=tokens)._replace(query="needle", recalled=(hit,))
        whole = all(part.block != "out" for part in plain)
        if whole:
            assert assemble(asked).context.stable == plain


def test_dense_scripts_use_their_budget() -> None:
    said = "修复登录错误并保持接口稳定" * 400
    made = session(f"user: 开始\nsay: {said}\nuser: 继续")
    text = assemble(ask(made, tokens=3000)).text
    assert estimate(text) > 1200
