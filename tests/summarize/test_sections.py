"""What each section takes from a session, word for word and with its address."""

from __future__ import annotations

import json
from typing import Any

import pytest
from story_lines import session
from summarize.summing import lines_of, material, only, text_of

from pane_cli.rules.schema import Cues, Section
from pane_cli.session.types import Mark
from pane_cli.summarize.summarize import summarize

RUN = 'call: Bash {{"command": "{}"}}\n{}: {}\n'


def run(command: str, printed: str, how: str = "result") -> str:
    return RUN.format(command, how, printed)


def call(tool: str, **arguments: Any) -> str:
    return f"call: {tool} {json.dumps(arguments)}\nresult: ok\n"


TODOS = [
    {"content": "read it", "status": "completed", "activeForm": "Reading it"},
    {"content": "fix it", "status": "in_progress", "activeForm": "Fixing it"},
]
PADDING = "say: " + "word " * 400 + "\n"


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        pytest.param(
            call("TodoWrite", todos=TODOS),
            ["completed: read it  [c0ffee00#3]", "in_progress: fix it  [c0ffee00#3]"],
            id="todos",
        ),
        pytest.param(
            call("update_plan", plan=[{"step": "measure", "status": "pending"}]),
            ["pending: measure  [c0ffee00#3]"],
            id="a plan of steps",
        ),
        pytest.param(
            call("TodoWrite", todos=TODOS)
            + call("TodoWrite", todos=[{"content": "ship", "status": "pending"}]),
            ["pending: ship  [c0ffee00#5]"],
            id="the newest wins",
        ),
        pytest.param(
            'call: TaskCreate {"subject": "one", "description": "of two"}\n'
            "result: Task #1 created successfully: one\n"
            'call: TaskCreate {"subject": "two", "description": "of two"}\n'
            "result: Task #2 created successfully: two\n"
            + call("TaskUpdate", taskId="1", status="completed"),
            ["completed: one  [c0ffee00#3-7]", "pending: two  [c0ffee00#5]"],
            id="tasks one by one",
        ),
    ],
)
def test_done_and_next_is_the_agents_own_plan(calls: str, expected: list[str]) -> None:
    story = f"user: do it\n{PADDING}{calls}"
    assert lines_of(story, Section("plan")) == [f"- {line}" for line in expected]


def test_without_a_plan_finished_turns_say_what_they_came_to() -> None:
    story = f"user: fix it\n{PADDING}say: Fixed, 4 passed.\nuser: now ship it\nsay: Hm."
    assert lines_of(story, Section("plan")) == [
        '- "fix it" -> Fixed, 4 passed. #3  [c0ffee00#1-3]'
    ]


def test_a_finished_plan_of_an_older_turn_no_longer_stands() -> None:
    done = call("TodoWrite", todos=[{"content": "ship", "status": "completed"}])
    story = f"user: ship it\n{done}say: Shipped.\nuser: and now?\n{PADDING}"
    assert lines_of(story, Section("plan")) == [
        '- "ship it" -> Shipped. #4  [c0ffee00#1-4]'
    ]


COMMANDS = (
    "user: test it\n"
    + PADDING
    + run("make test", "9 passed in 0.2s", "result")
    + run("ls src", "a.py")
    + run("make test", "1 failed, 8 passed in 0.3s", "failed")
    + run("ssh host uptime", "up 3 days")
)


def test_a_command_stands_once_with_how_it_ended_last() -> None:
    assert lines_of(COMMANDS, Section("commands")) == [
        "- $ make test -> failed x2: 1 failed, 8 passed in 0.3s  [c0ffee00#7-8]",
        "- $ ssh host uptime -> ok: up 3 days  [c0ffee00#9-10]",
    ]


def test_tracked_commands_are_listed_first() -> None:
    rules = only(Section("commands", lines=1), track=("ssh",))
    assert "- $ ssh host uptime -> ok" in text_of(COMMANDS, rules)
    assert "- $ make test -> failed" in text_of(
        COMMANDS, only(Section("commands", lines=1))
    )


@pytest.mark.parametrize(
    ("line", "is_listed"),
    [
        ("cd src && grep -rn 'a|b;c' . | head -3", False),
        ("FOO=1 ls", False),
        ("git status --short", False),
        ("git stash", True),
        ("grep x y && make", True),
        ("cat <<'E' > f; make", False),
    ],
)
def test_commands_that_only_look_are_not_listed(line: str, is_listed: bool) -> None:
    story = f"user: go\n{PADDING}{run(line, 'x')}"
    assert bool(lines_of(story, Section("commands"))) == is_listed


def test_what_was_tried_says_what_was_changed_before_it_passed() -> None:
    edit = '{"file_path": "/repo/a.py", "old_string": "x", "new_string": "y"}'
    story = (
        f"user: test it\n{PADDING}{run('make test', 'Error: no x', 'failed')}"
        f"call: Edit {edit}\nresult: edited\n{run('make test', 'fine')}"
    )
    assert lines_of(story, Section("tried")) == [
        "- failed: make test: Error: no x -> changed a.py #5, passed #8  [c0ffee00#3-8]"
    ]


def test_a_patch_that_a_command_applies_changes_its_file() -> None:
    patch = "apply_patch <<'P'\n*** Begin Patch\n*** Update File: a.py\n+x = 2\nP"
    arguments = json.dumps({"command": patch, "file_path": "/repo/a.py"})
    story = f"user: go\n{PADDING}call: shell {arguments}\nresult: done\n"
    assert lines_of(story, Section("files")) == ["- changed a.py  [c0ffee00#3]"]
    assert lines_of(story, Section("commands")) == []


SAID = (
    "user: Use the old flow. Never touch the SSO code! Can we only read it?\n"
    "say: Decision: keep cookies, because kiosks have no storage. It is blue.\\n\\n"
    "```\\nbecause = 1\\n```\\n- The root cause was a stale cache.\n"
    f"{PADDING}user: go on\n"
)


def test_decisions_are_sentences_with_their_speaker() -> None:
    assert lines_of(SAID, Section("decisions")) == [
        "- user: Never touch the SSO code!  [c0ffee00#1]",
        "- agent: Decision: keep cookies, because kiosks have no storage."
        "  [c0ffee00#2]",
        "- agent: The root cause was a stale cache.  [c0ffee00#2]",
    ]


def test_the_strongest_cue_stays_under_a_cap() -> None:
    kept = lines_of(SAID, Section("decisions", lines=1))
    assert kept[0].startswith("- agent: Decision: keep cookies")


def test_cues_are_rules_and_whole_words() -> None:
    rules = only(Section("decisions"), cues=Cues((), (), ("blu", "决定"), ()))
    text = text_of(f"user: x\nsay: It is blue.\\n我们决定用它。\n{PADDING}", rules)
    assert "决定" in text
    assert "blue" not in text


def test_of_numbers_of_a_kind_the_first_and_the_newest_stand() -> None:
    runs = "".join(
        run(f"make bench-{name}", f"median {ms} ms of 5")
        for name, ms in (("old", 80), ("index", 79), ("range", 52))
    )
    said = "say: | after | 52 ms |\\n| before | 80 ms |\\nThat is 28 fewer.\n"
    assert lines_of(f"user: go\n{PADDING}{runs}{said}", Section("numbers")) == [
        "- median 80 ms of 5  [c0ffee00#4]",
        "- median 52 ms of 5  [c0ffee00#8]",
        "- | after | 52 ms | · | before | 80 ms |  [c0ffee00#9]",
    ]


def test_a_hosts_context_before_a_request_is_not_the_users() -> None:
    context = "# Context from my IDE setup:\\n- a.py\\n\\n## My request for Codex:\\n"
    story = f"user: {context}fix it\n{PADDING}"
    assert lines_of(story, Section("task"))[0] == "- user: fix it  [c0ffee00#1]"
    quoting = f"user: what is\\n## My request for Codex:\\nfor?\n{PADDING}"
    assert lines_of(quoting, Section("task"))[0] == "- user: what is"


def test_history_is_a_line_an_evicted_range() -> None:
    story = "".join(f"user: task {i}\n{PADDING}" for i in range(1, 5))
    mark = Mark("evict", 1, entries=((1, 2), (5, 6)), after=8)
    made = session(story, only(Section("history")), mark)
    assert summarize(material(made)).text() == (
        '## History\n- "task 1"  [c0ffee00#1-2]\n- "task 3"  [c0ffee00#5-6]\n'
    )


def test_neighbouring_calls_of_one_tool_are_one_line() -> None:
    reads = "".join(
        f'call: Read {{"file_path": "/repo/{name}.py"}}\nresult: x\n' for name in "aba"
    )
    story = f"user: look\n{PADDING}{reads}"
    assert lines_of(story, Section("brief"))[-1] == (
        "- Read: a.py, b.py x3  [c0ffee00#3-7]"
    )
