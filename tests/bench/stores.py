"""Stores of any size for measuring: `python tests/bench/stores.py FOLDER ENTRIES`.

Words are drawn as in nature: a few are everywhere, most are rare. A third are
identifiers and paths. The same size gives the same bytes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import accumulate
from pathlib import Path

from pane_cli.session.codec import encode
from pane_cli.session.types import Entry, Header

SESSION = 400
"""Entries of a session."""
_WORDS = 40_000
_NAMES = 20_000
_FIRST = datetime(2025, 1, 1, 8)
_TOOLS = ("Bash", "Read", "Edit", "Grep", "Write")
_COMMON = [
    "the",
    "a",
    "to",
    "of",
    "and",
    "in",
    "is",
    "it",
    "that",
    "for",
    "this",
    "we",
    "file",
    "test",
    "error",
    "line",
    "function",
    "return",
    "value",
    "token",
    "refresh",
    "session",
    "parser",
    "index",
    "query",
    "store",
    "request",
    "response",
    "user",
    "path",
    "config",
    "build",
    "run",
    "fail",
    "pass",
    "check",
    "update",
    "add",
    "remove",
    "change",
    "read",
    "write",
    "call",
    "result",
    "type",
    "name",
    "string",
    "list",
    "key",
    "data",
    "cache",
    "lock",
    "retry",
    "timeout",
    "server",
    "client",
    "message",
    "module",
    "import",
    "class",
    "method",
    "branch",
    "commit",
    "merge",
    "review",
    "deploy",
    "log",
    "debug",
    "trace",
]
_ONSETS = [
    "b",
    "br",
    "c",
    "ch",
    "cl",
    "d",
    "dr",
    "f",
    "fl",
    "g",
    "gr",
    "h",
    "j",
    "k",
    "l",
    "m",
    "n",
    "p",
    "pl",
    "pr",
    "qu",
    "r",
    "s",
    "sh",
    "st",
    "t",
    "tr",
    "v",
    "w",
]
_VOWELS = ["a", "e", "i", "o", "u", "ai", "ea", "ou", "io"]
_ENDS = ["n", "r", "s", "t", "l", "m", "ck", "nd", "st", "x"]


class Words:
    """Draws words, names and paths."""

    def __init__(self, seed: int) -> None:
        self._some = random.Random(seed)
        fixed = random.Random(1)
        made = (_word(fixed) for _ in range(_WORDS))
        self._words = [*_COMMON, *dict.fromkeys(made)]
        self._names = [_name(fixed, self._words) for _ in range(_NAMES)]
        self._word_odds = _zipf(len(self._words))
        self._name_odds = _zipf(len(self._names))

    def text(self, length: int) -> str:
        """About `length` words, a sixth of them names."""
        some = self._some
        words = some.choices(self._words, cum_weights=self._word_odds, k=length)
        names = some.choices(
            self._names, cum_weights=self._name_odds, k=length // 6 + 1
        )
        for name in names:
            words[some.randrange(length)] = name
        for i in range(12, length, 13):
            words[i] += ".\n"
        return " ".join(words)

    def path(self) -> str:
        """A file of the project."""
        folder, name = self._some.choices(self._names, cum_weights=self._name_odds, k=2)
        return f"src/{folder.lower()}/{name}.py"

    def length(self, mean: int) -> int:
        """Most are short, some are very long."""
        return 4 + int(self._some.expovariate(1 / mean))

    def any(self, things: tuple[str, ...]) -> str:
        """One of them."""
        return self._some.choice(things)


def make_store(folder: Path, entries: int, first: int = 0) -> list[Path]:
    """Write session files into a store; returns them. `first`: their number."""
    sessions = folder / "sessions"
    sessions.mkdir(parents=True, exist_ok=True)
    paths = []
    for number in range(first, first + -(-entries // SESSION)):
        path = sessions / f"{number:08x}-made.jsonl"
        left = entries - (number - first) * SESSION
        path.write_bytes(session_of(number, min(left, SESSION)))
        paths.append(path)
    return paths


def session_of(number: int, entries: int) -> bytes:
    """The bytes of one session."""
    words = _words(number)
    start = _FIRST + timedelta(hours=3 * number)
    header = Header(
        "session", 1, f"{number:08x}-made", "made", cwd="/repo", started=_time(start, 0)
    )
    lines = [header, *_entries(words, start, entries)]
    return b"".join(map(encode, lines))


def questions(count: int, seed: int = 7) -> list[str]:
    """What people ask: a few words, some of them common, some of them names."""
    words = _words(seed)
    return [
        " ".join(words.text(words.length(3)).replace("\n", " ").split()[:8])
        for _ in range(count)
    ]


def _entries(words: Words, start: datetime, count: int) -> Iterator[Entry]:
    turn = 0
    for n in range(1, count + 1):
        ts, step = _time(start, n), n % 8
        if step == 1:
            turn += 1
            text = words.text(words.length(25))
            yield Entry("text", n, turn, "user", text=text, ts=ts)
        elif step in (2, 0):
            text = words.text(words.length(60))
            yield Entry("text", n, turn, "assistant", text=text, ts=ts)
        elif step % 2:
            path = words.path()
            args = {"file_path": path, "command": words.text(words.length(12))}
            yield Entry(
                "call",
                n,
                turn,
                "assistant",
                tool=words.any(_TOOLS),
                args=args,
                call=f"c{n}",
                files=(path,),
                ts=ts,
            )
        else:
            text = words.text(words.length(150))
            yield Entry("result", n, turn, "tool", text=text, call=f"c{n - 1}", ts=ts)


def _time(start: datetime, minutes: int) -> str:
    return (start + timedelta(minutes=minutes)).isoformat() + "Z"


def _zipf(count: int) -> list[float]:
    return list(accumulate(1 / (rank + 3) for rank in range(count)))


def _word(some: random.Random) -> str:
    parts = some.choice((1, 2, 2, 3, 3, 4))
    syllables = (some.choice(_ONSETS) + some.choice(_VOWELS) for _ in range(parts))
    return "".join(syllables) + some.choice(_ENDS)


def _name(some: random.Random, words: list[str]) -> str:
    parts = some.choices(words, k=some.choice((2, 2, 3)))
    forms: tuple[Callable[[], str], ...] = (
        lambda: "_".join(parts),
        lambda: parts[0] + "".join(part.capitalize() for part in parts[1:]),
        lambda: "".join(part.capitalize() for part in parts),
    )
    return some.choice(forms)()


_made: list[Words] = []


def _words(seed: int) -> Words:
    """The words are made once; what is drawn depends on `seed` alone."""
    if not _made:
        _made.append(Words(0))
    words = _made[0]
    words._some = random.Random(seed)
    return words


if __name__ == "__main__":
    make_store(Path(sys.argv[1]), int(sys.argv[2]))
