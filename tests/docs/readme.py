"""Takes README.md apart: the blocks that run, and what they must print.

- A ```sh block is run. If a ```text block follows it, that is its output.
- A ```console block holds `$ command` lines (`> ` continues one) and their output.
- `<!-- not run: WHY -->` in the line above a block keeps it from running.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NOT_RUN = re.compile(r"<!-- not run: \S[^\n]* -->\s*\Z")
_BREAKS_OUT = re.compile(r"^(?:```|\$ )|[^\n]\Z", re.MULTILINE)


class Step(NamedTuple):
    """Something to run, and where in the text its output stands."""

    script: str
    line: int
    output: str | None
    """What it prints; None where README shows no output."""
    start: int = 0
    end: int = 0


def steps(text: str) -> list[Step]:
    """Everything README says can be run, in order."""
    return [step for fence in _FENCE.finditer(text) for step in _steps(text, fence)]


def with_outputs(text: str, outputs: list[tuple[Step, str]]) -> str:
    """README with its shown outputs replaced.

    Output that would end its block, or read as a command, raises ValueError.
    """
    for step, output in reversed(outputs):
        if step.output is not None:
            if _BREAKS_OUT.search(output):
                raise ValueError(f"line {step.line}: cannot be shown: {output}")
            text = text[: step.start] + output + text[step.end :]
    return text


def _steps(text: str, fence: re.Match[str]) -> Iterator[Step]:
    if _NOT_RUN.search(text[: fence.start()]):
        return
    if fence[1] == "sh":
        yield _script(text, fence)
    elif fence[1] == "console":
        yield from _dialogue(text, fence)


def _script(text: str, fence: re.Match[str]) -> Step:
    line = text.count("\n", 0, fence.start()) + 1
    after = _FENCE.search(text, fence.end())
    if after and after[1] == "text" and not text[fence.end() : after.start()].strip():
        return Step(fence[2], line, after[2], after.start(2), after.end(2))
    return Step(fence[2], line, None)


def _dialogue(text: str, fence: re.Match[str]) -> Iterator[Step]:
    pattern = re.compile(r"^\$ (.*\n(?:> .*\n)*)((?:(?!\$ ).*\n)*)", re.MULTILINE)
    for match in pattern.finditer(text, fence.start(2), fence.end(2)):
        script = match[1].replace("\n> ", "\n")
        line = text.count("\n", 0, match.start()) + 1
        yield Step(script, line, match[2], match.start(2), match.end(2))
