"""Seven facts planted in a long coding session: held in context, or one recall away.

    python tests/bench/seven_facts.py

A transcript grows by turns of about 3,000 tokens; `pane ingest` and `pane evict --auto`
run after each, as real processes over a real store. At the end the context of the agent
is `pane assemble`, and each fact is asked for in words that it does not hold itself.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.fifty_turns import _call, _say
from store.transcripts_made import ID, user

PANE = Path(sys.executable).with_name("pane")


class Fact(NamedTuple):
    """What is planted, where, and what is asked at the end."""

    kind: str
    """request, output, failure, reply, command or file."""
    text: str
    telling: str
    """What an answer must hold."""
    question: str


FACTS = (
    Fact(
        "request",
        "The staging database listens on 6543, the default is taken there.",
        "6543",
        "which port has the database of staging",
    ),
    Fact(
        "output",
        "resolved max_retries to 17 from FERRY_RETRIES",
        "to 17 from",
        "how many retries were resolved from the environment",
    ),
    Fact(
        "failure",
        "ConnectionResetError: peer 10.4.7.19 closed after 8192 bytes",
        "10.4.7.19",
        "which peer closed the connection (reset error)",
    ),
    Fact(
        "reply",
        "Root cause: the cache key ignores the tenant, so two tenants share an entry.",
        "ignores the tenant",
        "root cause of tenants seeing a shared cache entry",
    ),
    Fact(
        "command",
        "alembic upgrade 7f3c9e21ab44",
        "7f3c9e21ab44",
        "to which revision did we upgrade with alembic",
    ),
    Fact(
        "file",
        "SESSION_GRACE = timedelta(minutes=37)",
        "minutes=37",
        "session grace timedelta",
    ),
    Fact(
        "request",
        "Never merge before Halvorsen has signed the tariff table.",
        "Halvorsen",
        "who has to sign the tariff table before a merge",
    ),
)


class Held(NamedTuple):
    """What became of the facts."""

    turns: int
    window: int
    in_context: int
    by_query: int
    """On the first page of `recall QUESTION`, and printed by its address."""
    by_pointer: int
    """Of those not in context, printed by the command of a pointer."""
    out: int
    """Entries that are out at the end."""

    def __str__(self) -> str:
        missing = len(FACTS) - self.in_context
        return (
            f"{self.turns} turns, window {self.window:,}: {self.out:,} entries out;"
            f" {self.in_context} of {len(FACTS)} facts in context,"
            f" {self.by_pointer} of {missing} others behind a pointer,"
            f" {self.by_query} of {len(FACTS)} by one recall"
        )


def play(folder: Path, turns: int, window: int) -> Held:
    """Append, ingest and evict turn by turn; then look for each fact."""
    store, source = folder / "store", folder / "transcript.jsonl"
    size = ("--set", f"tokens.window={window}")
    for body in session(turns):
        with source.open("ab") as stream:
            stream.write(body)
        pane(store, "ingest", str(source), "-q")
        pane(store, "evict", "-s", ID, "--auto", "-q", *size)
    context = pane(store, "assemble", "-s", ID, "--budget", str(window // 2), *size)
    pointers = re.findall(r"\[out .*pane recall (\S+)", context)
    behind = "".join(text for address in pointers for text in pages(store, address))
    in_context = [fact.telling in context for fact in FACTS]
    return Held(
        turns,
        window,
        sum(in_context),
        sum(is_recalled(store, fact) for fact in FACTS),
        sum(
            fact.telling in behind
            for fact, here in zip(FACTS, in_context, strict=True)
            if not here
        ),
        len(evicted(store)),
    )


def pages(store: Path, address: str) -> Iterator[str]:
    """What an address prints; what is too long for one answer names the rest."""
    while address:
        done = run(store, "recall", address, "--no-redact")
        yield done.stdout
        rest = re.search(r"more entries: pane recall (\S+)", done.stderr)
        address = rest[1] if rest else ""


def is_recalled(store: Path, fact: Fact) -> bool:
    """Whether the first page of hits has an address that prints the fact."""
    page = json.loads(pane(store, "recall", fact.question, "-s", ID, "--json"))
    found = [hit["address"] for hit in page["hits"]]
    return any(fact.telling in pane(store, "recall", address) for address in found)


def evicted(store: Path) -> set[int]:
    """The entries that are out."""
    spans = [
        span
        for line in (store / "sessions" / f"{ID}.jsonl").read_text().splitlines()
        if line.startswith('{"kind":"evict"')
        for span in json.loads(line)["entries"]
    ]
    return {n for first, last in spans for n in range(first, last + 1)}


def pane(store: Path, *command: str) -> str:
    """What a command prints."""
    return run(store, *command).stdout


def run(store: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command that was run; one that fails ends the bench."""
    done = subprocess.run(
        [str(PANE), *command, "--store", str(store)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"{command}: {done.stderr}")
    return done


def session(turns: int) -> Iterator[bytes]:
    """The records of each turn; the facts come within the first three quarters."""
    chance = random.Random(11)
    planted = {
        2 + i * (3 * turns // 4) // len(FACTS): fact for i, fact in enumerate(FACTS)
    }
    for n in range(turns):
        fact = planted.get(n)
        yield b"".join(_turn(n, chance, fact.kind if fact else "", fact))


def _turn(n: int, chance: random.Random, kind: str, fact: Fact | None) -> list[bytes]:
    said = fact.text if fact else ""
    path = f"/repo/ferry/module_{chance.randrange(12)}.py"
    code = [
        f"def step_{n}_{i}(booking, limit={chance.randrange(999)}): return booking[{i}]"
        for i in range(110)
    ]
    if kind == "file":
        code.insert(60, said)
    line = said if kind == "command" else f"pytest -q tests/test_{n % 12}.py"
    output = [f"tests/test_{n % 12}.py::case_{i} PASSED" for i in range(40)]
    if kind in ("output", "failure"):
        output.insert(30, said)
    request = f"Please go on with part {n}: {path}."
    reply = f"Part {n} is done, all cases of test_{n % 12} pass."
    return [
        user(f"u{n}", f"{request} {said}" if kind == "request" else request),
        *_call(n, "r", "Read", "\n".join(code), file_path=path),
        *_call(n, "e", "Edit", "edited", file_path=path, old_string="a"),
        *_call(n, "t", "Bash", "\n".join(output), kind == "failure", command=line),
        _say(
            f"a{n}",
            [{"type": "text", "text": f"{said} {reply}" if kind == "reply" else reply}],
        ),
    ]


def main() -> None:
    """Print the figures."""
    for window in (128_000, 32_000):
        for turns in (60, 120):
            with tempfile.TemporaryDirectory() as folder:
                print(play(Path(folder), turns, window), flush=True)


if __name__ == "__main__":
    main()
