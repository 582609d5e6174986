"""Folds that were kept: the same view, whatever was cut, lost or changed in between."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from running import PANE, run
from story_evict import STORY
from story_lines import HEADER, entries

from pane_cli.rules.schema import DEFAULT, Rules
from pane_cli.session.codec import encode
from pane_cli.session.types import Amend, Entry, Mark, Usage
from pane_cli.store.folds import WORTH, Reading, read
from pane_cli.store.store import Store
from pane_cli.view.recalls import returns
from pane_cli.view.state import Folds

TALK = st.sampled_from(
    [
        "user: and now this",
        "say: hm",
        'say: ok\\n```turn.json\\n{"facts": [{"key": "k", "value": "a"}]}\\n```',
        'say: no\\n```turn.json\\n{"facts": [{"key": "k", "value": "b"}]}\\n```',
        "user: write tests for AuthStore in src/auth_store.py",
        "user: what of the ferry?",
        'say: so\\n```turn.json\\n{"entities": ["ferry"], "categories": []}\\n```',
        'call: Bash {"command": "make"}',
        'call: Bash {"command": "git commit -m \'one\'"}',
        'call: Bash {"command": "cat notes.txt"}',
        'call: Bash {"command": "pane recall token"}',
        'call: Bash {"command": "pane recall #1-3"}',
        'call: Read {"file_path": "/repo/a.py", "limit": 3}',
        'call: Read {"file_path": "/repo/a.py"}',
        'call: Edit {"file_path": "/repo/a.py", "old_string": "a", "new_string": "b"}',
        'call: Plan {"todos": [{"content": "one", "status": "pending"}]}',
        'call: TaskCreate {"subject": "two"}',
        'call: TaskUpdate {"taskId": "1", "status": "completed"}',
        "note: compact-summary so far",
        "note: api_error prompt is too long: 208310 tokens > 200000 maximum",
        "image:",
        "orphan: of nobody é",
        "think: hm",
    ]
)
ANSWERS = st.sampled_from(
    ["result: ok", "failed: no", "result: #1 " + "made " * 50, "result: c0ffee00#2 0.9"]
)


@st.composite
def sessions(draw: st.DrawFn) -> list[bytes]:
    """Lines of a session: entries, what was learned of them, decisions, damage."""
    text, waiting = ["user: first"], 0
    for line in draw(st.lists(TALK, max_size=40)):
        text.append(line)
        waiting += line.startswith("call")
        while waiting and draw(st.booleans()):
            text.append(draw(ANSWERS))
            waiting -= 1
    lines: list[bytes] = [encode(HEADER)]
    for entry in entries("\n".join(text)):
        lines.append(encode(_seen(entry, draw(st.integers(0, 5)))))
        if draw(st.integers(0, 5)) == 0:
            lines.append(draw(_changes(entry.n)))
    return lines


def _seen(entry: Entry, kind: int) -> Entry:
    """The entry with what transcripts tell besides: ids, parents, usage, side."""
    parent = f"r{max(0, entry.n - 1 - kind)}"
    usage = (
        Usage(1_000 * entry.n, 7) if kind > 3 and entry.role == "assistant" else None
    )
    return msgspec.structs.replace(
        entry,
        id=f"r{entry.n}",
        parent=parent,
        usage=usage,
        model="one" if usage else None,
        side=kind == 1,
    )


@st.composite
def _changes(draw: st.DrawFn, last: int) -> bytes:
    first = draw(st.integers(1, last))
    span = ((first, draw(st.integers(first, last))),)
    line: Amend | Mark | None = draw(
        st.sampled_from(
            [
                Amend("amend", span, "rewound"),
                Mark("evict", last, entries=span, after=last),
                Mark("restore", last, entries=span, after=last),
                Mark("undo", last, undoes=last - 1, after=last),
                Mark("pin", last, text="keep the API", after=last),
                Mark("fact", last, name="k", text="c", after=last),
                Mark("forget", last, name="k", after=last),
                None,
            ]
        )
    )
    return encode(line) if line else b'{"kind":"text","n":3,"turn":\n'


def told(reading: Reading) -> Any:
    """Everything that a reading knows, as plain values."""
    view = reading.view
    folds = [getattr(view, name) for name in Folds.__struct_fields__]
    asked = (
        *(view.off, view.tokens_in, view.out, view.pins, view.files, returns(view)),
        *(view.facts, view.settled),
    )
    changes = view.decisions, reading.log.amends
    whole = (folds, reading.log.places(), changes, asked)
    return msgspec.to_builtins(whole, order="sorted")


def whole(path: Path, rules: Rules = DEFAULT) -> Reading:
    """The session file, folded from its first line."""
    reading = Reading(path, rules)
    reading.read_on()
    return reading


def keep(path: Path, cache: Path, rules: Rules = DEFAULT) -> None:
    reading = read(path, cache, rules)
    reading.keep(cache)


@settings(deadline=None)  # it writes files
@given(sessions(), st.data())
def test_cut_anywhere_it_is_the_same_view(
    lines: list[bytes], data: st.DataObject
) -> None:
    cuts = data.draw(st.lists(st.integers(1, len(lines)), min_size=1, max_size=3))
    torn = data.draw(st.integers(0, 20))
    with tempfile.TemporaryDirectory() as folder:
        path, cache = Path(folder, "one.jsonl"), Path(folder, "cache", "one.bin")
        path.write_bytes(b"")
        for cut in sorted(cuts):
            body, rest = b"".join(lines[:cut]), b"".join(lines[cut:])
            path.write_bytes(body + rest[:torn])
            keep(path, cache)
        path.write_bytes(b"".join(lines))
        resumed = read(path, cache, DEFAULT)
        assert resumed.fresh <= len(lines) - max(cuts)
        assert told(resumed) == told(whole(path))


def test_every_fold_of_a_view_is_kept(path: Path) -> None:
    folds = {
        name
        for name, value in vars(whole(path).view).items()
        if isinstance(value, msgspec.Struct)
    }
    apart = {"header", "rules", "_read", "decisions"}
    assert folds - apart == set(Folds.__struct_fields__)


LONG = "\n".join(
    [
        *STORY,
        *itertools.chain.from_iterable(
            (f"user: step {n}", f'call: Bash {{"command": "make {n}"}}', "result: made")
            for n in range(WORTH)
        ),
    ]
)
LINES = [encode(HEADER), *map(encode, entries(LONG))]
EVICT = encode(Mark("evict", 1, entries=((2, 30),), after=len(LINES) - 1))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path / "store")
    made.path(HEADER.id).parent.mkdir(parents=True)
    made.path(HEADER.id).write_bytes(b"".join(LINES))
    return made


@pytest.fixture
def path(store: Store) -> Path:
    return store.path(HEADER.id)


@pytest.fixture
def cache(store: Store) -> Path:
    return store.folds_path(HEADER.id)


def test_only_new_lines_are_read(path: Path, cache: Path) -> None:
    assert read(path, cache, DEFAULT).fresh == len(LINES) - 1
    assert read(path, cache, DEFAULT).fresh == 0
    with path.open("ab") as file:
        file.write(EVICT)
    resumed = read(path, cache, DEFAULT)
    assert resumed.fresh == 1
    assert len(resumed.view.out) > 20
    assert told(resumed) == told(whole(path))


def test_few_new_lines_are_not_worth_writing(path: Path, cache: Path) -> None:
    path.write_bytes(b"".join(LINES[:-WORTH]))
    read(path, cache, DEFAULT)
    kept = cache.read_bytes()
    path.write_bytes(b"".join(LINES[:-1]))
    assert read(path, cache, DEFAULT).fresh == WORTH - 1
    assert cache.read_bytes() == kept
    path.write_bytes(b"".join(LINES))
    assert read(path, cache, DEFAULT).fresh == WORTH
    assert read(path, cache, DEFAULT).fresh == 0


def test_the_file_is_private_and_holds_no_text(path: Path, cache: Path) -> None:
    read(path, cache, DEFAULT)
    assert cache.stat().st_mode & 0o777 == 0o600
    assert cache.parent.stat().st_mode & 0o777 == 0o700
    assert b"parser_17" not in cache.read_bytes()


def _cut(body: bytes) -> bytes:
    return body[: len(body) // 2]


def _flipped(body: bytes) -> bytes:
    at = len(body) // 2
    return body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :]


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda body: b"", id="empty"),
        pytest.param(lambda body: b"\x00" * 9, id="zeros"),
        pytest.param(_cut, id="cut"),
        pytest.param(_flipped, id="one bit"),
        pytest.param(lambda body: body + b"more", id="longer"),
    ],
)
def test_damage_costs_time_only(
    path: Path, cache: Path, damage: Callable[[bytes], bytes]
) -> None:
    read(path, cache, DEFAULT)
    cache.write_bytes(damage(cache.read_bytes()))
    again = read(path, cache, DEFAULT)
    assert again.fresh == len(LINES) - 1
    assert told(again) == told(whole(path))
    assert read(path, cache, DEFAULT).fresh == 0


RATE = msgspec.convert({"tokens": {"chars_per_token": 2.0}}, Rules)
READS = msgspec.convert({"evict": {"reads": ["ls"]}}, Rules)
BUDGET = msgspec.convert({"assemble": {"budget": 99}}, Rules)


@pytest.mark.parametrize(
    ("rules", "fresh"),
    [
        pytest.param(RATE, len(LINES) - 1, id="what a token is worth"),
        pytest.param(READS, len(LINES) - 1, id="what reads"),
        pytest.param(BUDGET, 0, id="what no fold reads"),
    ],
)
def test_under_other_rules(path: Path, cache: Path, rules: Rules, fresh: int) -> None:
    read(path, cache, DEFAULT)
    other = read(path, cache, rules)
    assert other.fresh == fresh
    assert told(other) == told(whole(path, rules))


def _rewritten(path: Path, lines: Iterable[bytes]) -> None:
    beside = path.with_suffix(".new")
    beside.write_bytes(b"".join(lines))
    beside.replace(path)


@pytest.mark.parametrize("lines", [LINES[:-9], LINES[:2] + LINES[3:], LINES[::1]])
def test_another_file_in_its_place(path: Path, cache: Path, lines: list[bytes]) -> None:
    read(path, cache, DEFAULT)
    _rewritten(path, lines)
    again = read(path, cache, DEFAULT)
    assert again.fresh == len(lines) - 1
    assert told(again) == told(whole(path))


def test_rewritten_in_place(path: Path, cache: Path) -> None:
    read(path, cache, DEFAULT)
    last = LINES[-1].replace(b"made", b"lost")
    path.write_bytes(b"".join([*LINES[:-1], last]))
    assert read(path, cache, DEFAULT).fresh == len(LINES) - 1


def test_of_another_session(path: Path, cache: Path) -> None:
    read(path, cache, DEFAULT)
    other = msgspec.structs.replace(HEADER, id="beef0000-1111-4222-8333-444455556666")
    path.write_bytes(b"".join([encode(other), *LINES[1:]]))
    assert read(path, cache, DEFAULT).fresh == len(LINES) - 1


def test_an_earlier_entry_never_uses_it(path: Path, cache: Path) -> None:
    assert read(path, cache, DEFAULT, at=5).view.last == 5
    assert not cache.exists()
    read(path, cache, DEFAULT)
    kept = cache.read_bytes()
    assert read(path, cache, DEFAULT, at=5).view.last == 5
    assert cache.read_bytes() == kept


def test_where_nothing_can_be_written(store: Store, path: Path, cache: Path) -> None:
    # A file where the folder should be: that stops root, too.
    (store.root / "cache").write_bytes(b"")
    assert told(read(path, cache, DEFAULT)) == told(whole(path))


def test_forget_takes_it_along(store: Store, cache: Path, path: Path) -> None:
    read(path, cache, DEFAULT)
    store.forget(HEADER.id)
    assert not cache.exists()


@pytest.mark.parametrize("cut", [2, 70, len(LINES) - 1, len(LINES)])
def test_commands_print_the_same(
    store: Store, cache: Path, path: Path, cut: int
) -> None:
    commands = [
        ["assemble", "-s", HEADER.id, "--budget", "3000"],
        ["summarize", "-s", HEADER.id],
        ["evict", "-s", HEADER.id, "--list"],
    ]

    def printed() -> list[object]:
        return [run([str(PANE), *words], store.root.parent) for words in commands]

    path.write_bytes(b"".join(LINES[:cut]))
    keep(path, cache)
    with path.open("ab") as file:
        file.write(b"".join([*LINES[cut:], EVICT]))
    resumed = printed()
    cache.unlink()
    scratch = printed()
    assert resumed == scratch


def test_a_number_that_does_not_fit(path: Path, cache: Path) -> None:
    huge = LINES[-1].replace(b'"call":', b'"exit":99999999999999999999999,"call":')
    assert huge != LINES[-1]
    path.write_bytes(b"".join([*LINES[:-1], huge]))
    assert (
        told(read(path, cache, DEFAULT))[0][0]["rows"][-1][12]
        == 99999999999999999999999
    )
    assert not cache.exists()
