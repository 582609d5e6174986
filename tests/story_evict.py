"""A session in which every reason to leave occurs, of about 18,000 tokens."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec
from story_lines import HEADER, entries

from pane_cli.session.codec import encode
from pane_cli.session.types import Entry, Usage

MODEL = "model-one"


def words(count: int, about: str) -> str:
    """So many different words: `about_0 about_1 ...`."""
    return " ".join(f"{about}_{n}" for n in range(count))


def call(tool: str, **args: object) -> str:
    return f"call: {tool} {json.dumps(args)}"


def run(line: str) -> str:
    return call("Bash", command=line)


def read(path: str, **more: object) -> str:
    return call("Read", file_path=f"/repo/{path}", **more)


def edit(path: str, new: str = "y") -> str:
    return call("Edit", file_path=f"/repo/{path}", old_string="x", new_string=new)


STORY = [
    "user: make the parser faster",  # t1
    read("parser.py"),
    f"result: {words(600, 'parser')}",
    edit("parser.py"),
    "result: edited",
    "user: why does the build fail?",  # t2
    run(f"python build.py {words(150, 'flag')}"),
    f"failed: Exit code 1 {words(100, 'build')}",
    "user: which rules apply?",  # t3
    read("rules.txt"),
    f"result: {words(150, 'rule')}",
    run("cat notes.txt"),
    f"result: {words(150, 'note')}",
    "user: look at the tests",  # t4
    read("tests.py"),
    f"result: {words(200, 'test')}",
    "user: and once more, please",  # t5
    read("rules.txt"),
    f"result: {words(150, 'rule')}",
    run("cat notes.txt"),
    f"result: {words(150, 'note')} and one new note",
    edit("parser.py", "z"),
    "result: edited",
    "user: go through the modules",  # t6
    *(
        line
        for n in range(6)
        for line in (read(f"m{n}.py"), f"result: {words(100, f'm{n}')}")
    ),
    "user: what did t3 say?",  # t7
    run("pane recall c0ffee00#11"),
    f"result: c0ffee00#11 t3 {words(20, 'rule')}",
    "user: " + words(100, "wish"),  # t8
    *(
        line
        for n in range(10)
        for line in (run(f"make step{n}"), f"result: {words(90, f'step{n}')}")
    ),
    "say: done so far",
]


def story(lines: list[str] = STORY) -> Iterator[Entry]:
    """Its entries; the agent's are of one model."""
    for entry in entries("\n".join(lines)):
        if entry.role == "assistant":
            entry = msgspec.structs.replace(entry, model=MODEL, usage=Usage(input=9))
        yield entry


def story_bytes() -> bytes:
    return encode(HEADER) + b"".join(map(encode, story()))
