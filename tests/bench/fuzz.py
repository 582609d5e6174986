# ruff: noqa: E402
"""A fuzz of readers and queries: `python tests/bench/fuzz.py SECONDS [SEED]`.

Samples of every format with bytes changed, dropped, doubled and swapped go through
`transcribe`, and as they grow through the store; random queries through recall. Prints
each new failure with what makes it again, and the counts.
"""

from __future__ import annotations

import contextlib
import io
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
sys.path.insert(0, str(ROOT / "tests" / "recall"))
sys.path.insert(0, str(ROOT / "tests" / "transcripts"))

from test_cut_every_format import CASES, FILES, TABLE, stored
from test_fuzz import AWKWARD, ask

from pane_cli.errors import PaneError
from pane_cli.session.codec import decode, encode
from pane_cli.session.types import Entry
from pane_cli.transcripts.transcribe import Skip, transcribe

TOKENS = (
    *(b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"\n", b"\r\n", b"\0", b"\xff"),
    *(
        b"null",
        b"true",
        b"1e999",
        b"-0",
        b"9" * 400,
        b"\\ud800",
        b"\xef\xbb\xbf",
        b"{}",
    ),
    *(b"[[[[", b'{"a":', b"NaN", b'"type":7', b'"id":null', b'"content":[[1]]', b"<b>"),
)


def mutated(body: bytes, chance: random.Random) -> bytes:
    """`body` with a few things done to it."""
    made = bytearray(body)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(made) + 1)
        to = min(len(made), at + chance.choice((1, 2, 5, 30, 300)))
        act = chance.randrange(5)
        if act == 0:
            made[at:to] = b""
        elif act == 1:
            made[at:at] = chance.choice(TOKENS)
        elif act == 2:
            made[at:at] = made[at:to]
        elif act == 3 and made:
            made[at % len(made)] = chance.randrange(256)
        else:
            made[at:to] = chance.choice(TOKENS)
    return bytes(made)


def read(name: str, body: bytes) -> None:
    """What is read can be written and read again, numbered from 1."""
    numbers: dict[str, int] = {}
    session = ""
    try:
        for line in transcribe(io.BytesIO(body), FILES.get(name, "t.jsonl")):
            if isinstance(line, Skip):
                continue
            raw = encode(line)
            assert encode(decode(raw)) == raw  # type: ignore[arg-type]
            if isinstance(line, Entry):
                numbers[session] = numbers.get(session, 0) + 1
                assert line.n == numbers[session], "numbers are not 1, 2, ..."
                assert not (line.what or "").startswith("unreadable"), line.what
            elif line.kind == "session":
                session = f"{session}+"
    except PaneError:
        pass


def grown(name: str, body: bytes, chance: random.Random) -> None:
    """A damaged file that grows is stored as if it had been there at once."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / FILES.get(name, "t.jsonl")
        source.write_bytes(body)
        whole = stored(Path(folder) / "whole", source)
        source.write_bytes(body[: chance.randrange(len(body) + 1)])
        stored(Path(folder) / "cut", source)
        source.write_bytes(body)
        again = stored(Path(folder) / "cut", source)
        # Damage that a prefix ends in may be told to be another session at first.
        assert set(whole) <= set(again), "sessions are missing"


def asked(chance: random.Random) -> None:
    """No query crashes."""
    parts = chance.choices(
        (*AWKWARD, "zebra", " ", "a*", "é", "漢字"), k=chance.randint(1, 6)
    )
    mode = chance.choice(("terms", "literal", "regex"))
    with contextlib.suppress(PaneError):
        ask(["a zebra", "foo.bar C++ é", "漢字 x"], "".join(parts), mode)


def rounds(seed: int) -> Iterator[tuple[int, random.Random, str, bytes]]:
    """For ever: a number that makes the round again, and what is in it."""
    samples = {
        name: sample if isinstance(sample, bytes) else (CASES / sample).read_bytes()
        for name, sample in TABLE.items()
    }
    while True:
        chance = random.Random(seed)
        name = chance.choice(sorted(samples))
        yield seed, chance, name, mutated(samples[name], chance)
        seed += 1


def main(seconds: float, first: int = 0) -> None:
    """Rounds until the time is over."""
    end, failures = time.monotonic() + seconds, set[str]()
    for seed, chance, name, body in rounds(first):
        try:
            read(name, body)
            if seed % 8 == 0:
                grown(name, body, chance)
            asked(chance)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            key = f"{type(error).__name__} {where.filename}:{where.lineno}"
            if key not in failures:
                failures.add(key)
                print(f"seed {seed}, {name}: {key}: {error}"[:600], flush=True)
        if seed % 5000 == 0 or time.monotonic() > end:
            print(f"{seed - first + 1:,} rounds, {len(failures)} failures", flush=True)
        if time.monotonic() > end:
            return


if __name__ == "__main__":
    main(float(sys.argv[1]), *map(int, sys.argv[2:]))
