"""What `--fix` does to lines, to files, and to which files it does nothing."""

from __future__ import annotations

import gzip
import io
import json
import stat
from pathlib import Path

import pytest
from check.made import HEADER, call, entry, found, record, result, session, transcript
from hypothesis import given
from hypothesis import strategies as st
from running import run

from pane_cli.check.mend import mend
from pane_cli.check.table import ROWS
from pane_cli.session.types import Entry
from pane_cli.transcripts.transcribe import transcribe

PANE = "pane"
ALL = {row.id for row in ROWS if row.fix}
LATER = "2026-12-01T00:00:00Z"
TWICE = session(entry(1), entry(2), entry(2), call(3, "a"), result(4, "a"))
OTHER = HEADER.replace("s-1", "s-2")
PIN = '{"kind":"pin","mark":1,"text":"a","after":1}'

#: Bytes, what `--fix` makes of them, and the findings that it is for.
CASES = {
    "nothing to mend": (transcript(record(1), record(2)), None, []),
    "P101": (
        transcript(record(1), '{"type":"us', record(2)),
        transcript(record(1), record(2)),
        ["P101"],
    ),
    "P102": (
        transcript(record(1), "\0" * 9, record(2)),
        transcript(record(1), record(2)),
        ["P102"],
    ),
    "P103": (
        transcript(record(1)) + b'{"type":"user","uu',
        transcript(record(1)),
        ["P103"],
    ),
    "P104": (
        transcript(record(1), '{"type":"us' + record(2), "\0\0" + record(3)),
        transcript(record(1), record(2), record(3)),
        ["P104", "P104"],
    ),
    "two objects on a line are whole": (transcript(record(1) + record(2)), None, []),
    "P105": (
        transcript(record(1, "X").replace("X", r"\ud99c \ud83d\ude00 \\ud99c")),
        transcript(record(1, "X").replace("X", r"\ufffd \ud83d\ude00 \\ud99c")),
        ["P105"],
    ),
    "P107": (
        transcript(record(1), record(2)).replace(b"\n", b"\r\n"),
        transcript(record(1), record(2)),
        ["P107", "P107"],
    ),
    "P108": (b"\xef\xbb\xbf" + transcript(record(1)), transcript(record(1)), ["P108"]),
    "P502": (session(HEADER, entry(1)), session(entry(1)), ["P502"]),
    "a header behind another session": (
        session(entry(1), OTHER, entry(1), HEADER, entry(2)),
        None,
        [],
    ),
    "P503": (
        TWICE,
        session(entry(1), entry(2), call(3, "a"), result(4, "a")),
        ["P503"],
    ),
    "another entry with the number": (
        session(entry(1), entry(2), entry(2, text="x")),
        None,
        [],
    ),
    "P507": (session(entry(1), PIN, PIN), session(entry(1), PIN), ["P507"]),
    "a copy in a transcript has its number": (
        transcript(record(1), record(1)),
        None,
        [],
    ),
    "a line that a newer pane writes": (
        session('{"kind":"later"}', '{"kind":"later"}'),
        None,
        [],
    ),
    "NULs before a session line": (
        session(entry(1), "\0\0" + entry(2)),
        session(entry(1), entry(2)),
        ["P101"],
    ),
    "a lone surrogate in a session": (
        session(entry(1, text="X")).replace(b"X", rb"\ud99c"),
        session(entry(1, text="X")).replace(b"X", rb"\ufffd"),
        ["P105"],
    ),
    "no newline at the end": (transcript(record(1))[:-1], None, []),
    "empty lines": (b"\n\n" + transcript(record(1)) + b"\n", None, []),
}


@pytest.mark.parametrize("name", CASES)
def test_a_line_is_mended(name: str) -> None:
    body, expected, ids = CASES[name]
    is_session = b'{"kind":"session"' in body
    lines = list(mend(io.BytesIO(body), ALL, is_session))
    assert b"".join(one.new for one in lines) == (
        body if expected is None else expected
    )
    assert [id for one in lines for id in one.ids] == ids


@pytest.mark.parametrize("name", CASES)
def test_findings_go_and_numbers_stay(name: str) -> None:
    body, expected, ids = CASES[name]
    before = {one.id for one in found(body)}
    after = found(body if expected is None else expected)
    assert not {one.id for one in after} & set(ids) - {"P101"}
    assert set(ids) <= before
    assert numbers(body) <= numbers(body if expected is None else expected)


def numbers(body: bytes) -> set[tuple[int, str]]:
    """Numbers of whole lines, and what they name."""
    lines = (line for line in body.split(b"\n") if line.startswith(b'{"kind"'))
    values = (json.loads(line) for line in lines if line.endswith(b"}"))
    return {(value["n"], value["kind"]) for value in values if "n" in value}


@pytest.mark.parametrize("name", [name for name in CASES if b"uuid" in CASES[name][0]])
def test_what_a_transcript_says_stays_under_its_numbers(name: str) -> None:
    body, expected, _ = CASES[name]
    assert said(body) == said(body if expected is None else expected)


def said(body: bytes) -> list[tuple[int, str, str]]:
    lines = transcribe(io.BytesIO(body), "in.jsonl")
    return [(one.n, one.kind, one.text) for one in lines if isinstance(one, Entry)]


def test_every_row_that_is_mended_has_a_case() -> None:
    assert set(CASES) >= ALL


def test_only_what_is_selected_is_mended() -> None:
    body = transcript(record(1), "\0" * 9, '{"type":"us')
    new = b"".join(one.new for one in mend(io.BytesIO(body), {"P102"}, False))
    assert new == transcript(record(1), '{"type":"us')


PIECES = st.sampled_from(
    (
        *(record(1), record(2), entry(1), entry(2), HEADER, OTHER, PIN),
        *('{"type":"us', "\0\0", r'{"a":"\ud99c"}', "\ufeff", "\r\n", "\n", " "),
        *("{", "]", '"'),
    )
)


@given(st.lists(PIECES, max_size=12).map("".join), st.booleans())
def test_mended_twice_is_mended_once(text: str, is_session: bool) -> None:
    once = _mended(text.encode(), is_session)
    assert _mended(once, is_session) == once


def _mended(body: bytes, is_session: bool) -> bytes:
    return b"".join(one.new for one in mend(io.BytesIO(body), ALL, is_session))


# Files


def damaged(folder: Path, name: str = "in.jsonl") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(transcript(record(1), "\0" * 9, record(2), '{"type":"us'))
    path.chmod(0o600)
    return path


def fix(folder: Path, *words: str) -> tuple[int, str, str]:
    done = run([PANE, "check", "--fix", "--now", LATER, *words], folder)
    return done.status, done.out.decode(), done.err.decode()


def test_a_file_is_mended_and_kept(tmp_path: Path) -> None:
    path = damaged(tmp_path)
    before = path.read_bytes()
    status, out, err = fix(tmp_path, "in.jsonl")
    assert (status, out) == (0, ""), err
    assert "mended P102 in 1 line, P101 in 1 line; as it was: in.jsonl.bak" in err
    assert path.read_bytes() == transcript(record(1), record(2))
    assert (tmp_path / "in.jsonl.bak").read_bytes() == before
    modes = [stat.S_IMODE(one.stat().st_mode) for one in tmp_path.glob("in.jsonl*")]
    assert modes == [0o600, 0o600]


def test_the_second_time_nothing_is_done(tmp_path: Path) -> None:
    path = damaged(tmp_path)
    fix(tmp_path, "in.jsonl")
    once = path.stat()
    fix(tmp_path, "in.jsonl")
    assert path.stat() == once
    assert len(list(tmp_path.glob("in.jsonl*"))) == 2


def test_an_older_backup_is_kept(tmp_path: Path) -> None:
    damaged(tmp_path)
    fix(tmp_path, "in.jsonl")
    first = (tmp_path / "in.jsonl.bak").read_bytes()
    damaged(tmp_path).write_bytes(transcript(record(1), "{"))
    fix(tmp_path, "in.jsonl")
    assert (tmp_path / "in.jsonl.bak").read_bytes() == first
    assert (tmp_path / "in.jsonl.bak2").exists()


def test_diff_changes_nothing_and_is_a_patch(tmp_path: Path) -> None:
    path = damaged(tmp_path)
    before = path.read_bytes(), path.stat().st_mtime_ns
    status, out, _ = fix(tmp_path, "--diff", "in.jsonl")
    assert status == 1
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert list(tmp_path.iterdir()) == [path]
    (tmp_path / "fix.patch").write_text(out, "utf-8")
    done = run(["patch", "-s", "in.jsonl", "fix.patch"], tmp_path)
    assert done.status == 0, done.out.decode()
    assert path.read_bytes() == transcript(record(1), record(2))


def test_diff_of_what_is_whole_is_empty(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(transcript(record(1)))
    assert fix(tmp_path, "--diff", "in.jsonl")[:2] == (0, "")


#: Why a file is left alone, and a place for it.
LIVE = {
    "under the agent's folder": (".claude/projects/p/a.jsonl", LATER, "keeps its"),
    "written to just now": ("a.jsonl", None, "written to within the last 10 minutes"),
}


@pytest.mark.parametrize("why", LIVE)
def test_a_live_file_is_left_alone_unless_forced(why: str, tmp_path: Path) -> None:
    name, now, said = LIVE[why]
    path = damaged(tmp_path, name)
    before = path.read_bytes()
    words = [PANE, "check", "--fix", name, *(["--now", now] if now else [])]
    done = run(words, tmp_path)
    assert said in done.err.decode()
    assert (done.status, path.read_bytes()) == (1, before)
    assert len(list(path.parent.iterdir())) == 1
    assert run([*words, "--force"], tmp_path).status == 0
    assert path.read_bytes() == transcript(record(1), record(2))


def test_what_has_no_lines_is_left_alone(tmp_path: Path) -> None:
    chat = json.dumps([{"role": "user", "content": "hi \ud99c"}], indent=1)
    bodies = {
        "packed.jsonl.gz": gzip.compress(transcript(record(1), "{")),
        "chat.json": chat.encode(),
        "wide.jsonl": "\ufeff".encode("utf-16-le") + record(1).encode("utf-16-le"),
        ".aider.chat.history.md": b"# aider chat started at 2026-02-10\n\n#### hi\r\n",
        "other.jsonl": b'{"a":1}\n{\n',
    }
    for name, body in bodies.items():
        (tmp_path / name).write_bytes(body)
    fix(tmp_path, "--force", *bodies)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == bodies


def test_stdin_can_not_be_mended(tmp_path: Path) -> None:
    done = run([PANE, "check", "--fix", "-"], tmp_path, transcript(record(1)))
    assert (done.status, b"stdin is none" in done.err) == (2, True)


def test_a_stored_session_is_mended_and_goes_on(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(transcript(record(1), record(2)))
    assert run([PANE, "ingest", "-q", "in.jsonl"], tmp_path).status == 0
    (path,) = (tmp_path / "store" / "sessions").glob("5d1c*.jsonl")
    whole = path.read_bytes()
    path.write_bytes(whole + b"\0" * 60 + b"\n")
    assert fix(tmp_path, "-s", "5d1c9a70")[0] == 0
    assert path.read_bytes() == whole
    source.write_bytes(transcript(record(1), record(2), record(3, "more")))
    assert run([PANE, "ingest", "-q", "in.jsonl"], tmp_path).status == 0
    shown = run([PANE, "recall", "-s", "5d1c9a70", "more"], tmp_path)
    assert (shown.status, b"#3" in shown.out) == (0, True)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    damaged(tmp_path, "there/a.jsonl")
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "there" / "a.jsonl")
    fix(tmp_path, "link.jsonl")
    assert (tmp_path / "link.jsonl").is_symlink()
    mended = (tmp_path / "there" / "a.jsonl").read_bytes()
    assert mended == transcript(record(1), record(2))


def test_what_can_not_be_written_is_told_and_the_rest_is_done(tmp_path: Path) -> None:
    long = f"{'a' * 245}.jsonl"  # its name with `.bak` is longer than a name may be
    first, other = damaged(tmp_path, long), damaged(tmp_path, "b.jsonl")
    before = first.read_bytes()
    status, _, err = fix(tmp_path, long, "b.jsonl", "--exit-zero")
    assert (status, "not mended: File name too long" in err) == (2, True)
    assert first.read_bytes() == before
    assert other.read_bytes() == transcript(record(1), record(2))


def test_a_full_disk_leaves_everything_as_it_was(tmp_path: Path) -> None:
    path = damaged(tmp_path)
    path.write_bytes(transcript(*(record(n, "x" * 900) for n in range(1, 99)), "{"))
    before = path.read_bytes()
    script = f"ulimit -f 8; pane check --fix --now {LATER} in.jsonl"
    done = run(["bash", "-c", script], tmp_path)
    assert done.status == 2, done.err.decode()
    assert b"in.jsonl: not mended: File too large" in done.err
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
