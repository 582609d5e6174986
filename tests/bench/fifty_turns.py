"""Turns appended one by one to a stored session, `evict --auto` after each.

How often the cached prefix breaks, and what each break frees:

    python tests/bench/fifty_turns.py

Everything is in this process but the files: a transcript grows, is ingested, the
eviction is decided and written, the context assembled.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import msgspec
from store.transcripts_made import ID, record, user

from pane_cli.assemble.assemble import Ask, assemble
from pane_cli.assemble.budget import Budget
from pane_cli.commands.shared.stored import recall_command, stored_session
from pane_cli.evict.decide import Request, decide
from pane_cli.evict.limits import tokens_in
from pane_cli.rules.schema import DEFAULT, Rules
from pane_cli.store.ingest import Ingest
from pane_cli.store.store import Store
from pane_cli.store.walk import walk

WINDOW = 24_000
FILES = 8


class Figures(NamedTuple):
    """What fifty turns came to, in tokens of our estimate."""

    turns: int
    freed: list[int]
    """By each eviction."""
    breaks: int
    """Turns whose stable part does not begin with that of the turn before."""
    in_context: list[int]
    """After each turn."""

    def __str__(self) -> str:
        least, usual = min(self.freed, default=0), median(self.freed or [0])
        return (
            f"{self.turns} turns: {len(self.freed)} evictions, which free"
            f" {least:,} at least and {usual:,.0f} at the median;"
            f" the stable part breaks {self.breaks} times;"
            f" {median(self.in_context):,.0f} tokens in context at the median,"
            f" {max(self.in_context):,} at most"
        )


def play(folder: Path, rules: Rules, turns: int = 50) -> Figures:
    """Append, ingest, evict and assemble, turn by turn."""
    store, source = Store(folder / "store"), folder / "transcript.jsonl"
    figures = Figures(turns, [], 0, [])
    before = ""
    for body in session(turns):
        with source.open("ab") as stream:
            stream.write(body)
        list(Ingest(store, None, lambda path, found: None).run(walk([source])))
        freed = _evict(store, rules)
        if freed:
            figures.freed.append(freed)
        stable, now = _context(store, rules)
        figures.in_context.append(now)
        figures = figures._replace(
            breaks=figures.breaks + (not stable.startswith(before))
        )
        before = stable
    return figures


def _evict(store: Store, rules: Rules) -> int:
    view = stored_session(store, ID, rules).view
    mark = decide(view, Request(auto=True)).mark
    if mark is None:
        return 0
    store.append_marks(ID, [mark])
    return tokens_in(view) - tokens_in(stored_session(store, ID, rules).view)


def _context(store: Store, rules: Rules) -> tuple[str, int]:
    log, view = stored_session(store, ID, rules)
    budget = Budget(tokens=2 * rules.tokens.window)
    ask = Ask(view, log.entry, str, recall_command(log), budget)
    stable = assemble(ask).context.stable
    return "\n".join(part.text for part in stable), tokens_in(view)


def session(turns: int) -> Iterator[bytes]:
    """The records of each turn: a request, a file read and changed, a test run."""
    chance = random.Random(7)
    for n in range(turns):
        path = f"/repo/module_{chance.randrange(FILES)}.py"
        lines = [f"def name_{n}_{i}(): return {i}" for i in range(chance.randrange(90))]
        failed = chance.random() < 0.3
        yield b"".join(
            [
                user(f"u{n}", f"request {n}: change {path} so that its test passes"),
                *_call(n, "r", "Read", "\n".join(lines) or "empty", file_path=path),
                *_call(n, "e", "Edit", "edited", file_path=path, old_string="a"),
                *_call(
                    n,
                    "t",
                    "Bash",
                    f"test {n} " + ("failed" if failed else "passed"),
                    failed,
                    command=f"pytest -q {path}",
                ),
                _say(f"a{n}", [{"type": "text", "text": f"Done with {n}."}]),
            ]
        )


def _call(
    n: int, kind: str, tool: str, output: str, failed: bool = False, **args: Any
) -> list[bytes]:
    id = f"{kind}{n}"
    call = {"type": "tool_use", "id": id, "name": tool, "input": args}
    result = {"type": "tool_result", "tool_use_id": id, "content": output}
    message = {"role": "user", "content": [{**result, "is_error": failed}]}
    return [
        _say(f"call-{id}", [call]),
        record(f"result-{id}", type="user", message=message),
    ]


def _say(uuid: str, content: list[dict[str, Any]]) -> bytes:
    message = {"id": f"m-{uuid}", "role": "assistant", "content": content}
    return record(uuid, type="assistant", message=message)


def rules_with(**evict: Any) -> Rules:
    """The defaults on a small window, with other rules of eviction."""
    changed = msgspec.structs.replace(DEFAULT.evict, **evict)
    tokens = msgspec.structs.replace(DEFAULT.tokens, window=WINDOW)
    return msgspec.structs.replace(DEFAULT, evict=changed, tokens=tokens)


ROWS = {
    "as shipped": {},
    "target at half of the trigger": {"target": 0.425},
    "no step: down to just below the trigger": {"target": 0.84, "minimum": 1},
}


def main() -> None:
    """Print the figures."""
    for name, evict in ROWS.items():
        with tempfile.TemporaryDirectory() as folder:
            print(f"{name}: {play(Path(folder), rules_with(**evict))}")


if __name__ == "__main__":
    main()
