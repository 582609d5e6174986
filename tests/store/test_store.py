"""What a store promises its readers: names, order, modes, and no needless reading."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from entries_made import entry, write_session
from hypothesis import given
from hypothesis import strategies as st
from running import PANE, environment, run
from transcripts_made import ID, TRICKY, ingest, record, session, user

from pane_cli.errors import PaneError
from pane_cli.session.address import short_id
from pane_cli.store import place
from pane_cli.store.naming import Names, resolve
from pane_cli.store.store import Store
from pane_cli.store.walk import Found, walk


def fill(tmp_path: Path, count: int = 3) -> tuple[Store, list[Path]]:
    folder = tmp_path / "agents" / "project"
    folder.mkdir(parents=True)
    sources = []
    for i in range(count):
        source = folder / f"{i}.jsonl"
        source.write_bytes(user("u", f"request {i}", session=f"s-{i}", minute=i))
        sources.append(source)
    store = Store(tmp_path / "store")
    ingest(store, tmp_path / "agents")
    return store, sources


def opened_by(code: str, *arguments: object) -> list[str]:
    """Files that a Python process opens while `code` runs."""
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from pane_cli.store.ingest import Ingest\n"
        "from pane_cli.store.store import Store\n"
        "from pane_cli.store.walk import walk\n"
        "import pane_cli.store.catalog, sqlite3\n"
        "def hook(event, arguments):\n"
        "    if event == 'open': print(arguments[0])\n"
        "store = Store(Path(sys.argv[1]))\n"
        "store.catalog\n"
        "sys.addaudithook(hook)\n" + code
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_a_lost_catalog_is_made_again_once(tmp_path: Path) -> None:
    store, _ = fill(tmp_path)
    shutil.rmtree(store.root / "cache")
    list_sessions = "print(len(store.sessions()))"
    first, second = (opened_by(list_sessions, store.root) for _ in range(2))
    assert sum(name.endswith(".jsonl") for name in first) == 3
    assert second[-1] == "3" and not any(name.endswith(".jsonl") for name in second)
    assert stat.S_IMODE((store.root / "cache").stat().st_mode) == 0o700


def test_looking_makes_no_store(tmp_path: Path) -> None:
    assert Store(tmp_path).sessions() == []
    assert not list(tmp_path.iterdir())


def test_an_unchanged_pass_opens_nothing(tmp_path: Path) -> None:
    store, _ = fill(tmp_path)
    store.sessions()
    code = "list(Ingest(store, None, print).run(walk([Path(sys.argv[2])])))"
    assert opened_by(code, store.root, tmp_path / "agents") == []


def test_listing_opens_only_what_changed(tmp_path: Path) -> None:
    store, _ = fill(tmp_path)
    store.sessions()
    code = "store.sessions(limit=2)"
    assert opened_by(code, store.root) == []
    with store.path("s-1").open("ab") as stream:
        stream.write(b'{"kind":"pin","mark":1,"text":"x"}\n')
    assert opened_by(code, store.root) == [str(store.path("s-1"))]


def test_sources_are_left_as_they_are(tmp_path: Path) -> None:
    source = tmp_path / "t.jsonl"
    source.write_bytes(TRICKY)
    os.utime(source, ns=(1_000_000_000, 2_000_000_000))
    source.chmod(0o400)
    ingest(Store(tmp_path / "store"), source)
    assert source.read_bytes() == TRICKY
    assert source.stat().st_mtime_ns == 2_000_000_000


@pytest.mark.skipif(os.name != "posix", reason="modes")
def test_files_are_the_owners_alone(tmp_path: Path) -> None:
    store, _ = fill(tmp_path)
    store.sessions()
    for path in [store.root, *store.root.rglob("*")]:
        wanted = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) == wanted, path


def test_a15_order_is_by_the_last_message(tmp_path: Path) -> None:
    store, sources = fill(tmp_path)
    # A backup or a title touches old files: the order stays.
    with sources[0].open("ab") as stream:
        stream.write(b'{"type":"custom-title","customTitle":"x","sessionId":"s-0"}\n')
    ingest(store, *sources)
    os.utime(store.path("s-0"))
    assert [row.id for row in store.sessions()] == ["s-2", "s-1", "s-0"]
    assert [row.id for row in store.sessions(limit=1)] == ["s-2"]
    since = store.sessions(since="2026-02-10T09:01:00Z")
    assert [row.id for row in since] == ["s-2", "s-1"]


def test_the_order_holds_within_a_second(tmp_path: Path) -> None:
    """As text "44Z" stands behind "44.500Z"; as a time it is earlier."""
    folder = tmp_path / "sessions"
    folder.mkdir()
    for id, ts in (
        ("whole", "2026-02-10T09:00:44Z"),
        ("half", "2026-02-10T09:00:44.500Z"),
    ):
        write_session(folder, id, [entry(1, ts=ts)])
    rows = Store(tmp_path).sessions()
    assert [(row.id, row.last) for row in rows] == [
        ("half", "2026-02-10T09:00:44.500Z"),
        ("whole", "2026-02-10T09:00:44Z"),
    ]
    newer = Store(tmp_path).sessions(since="2026-02-10T09:00:44.100Z")
    assert [row.id for row in newer] == ["half"]


def test_sessions_of_a_project(tmp_path: Path) -> None:
    source = tmp_path / "t.jsonl"
    source.write_bytes(record("u", type="user", cwd="/home/me/app/web"))
    store = Store(tmp_path / "store")
    ingest(store, source)
    for project in ("/home/me/app", "/home/me/app/web", "app"):
        assert len(store.sessions(project=project)) == 1, project
    for project in ("/home/me/ap", "/home/me/app/web/x", "ap"):
        assert store.sessions(project=project) == [], project


def test_a_row_says_what_a_listing_needs(tmp_path: Path) -> None:
    source = tmp_path / "t.jsonl"
    source.write_bytes(TRICKY)
    store = Store(tmp_path / "store")
    ingest(store, source)
    row = store.sessions()[0]
    assert row.title == "fix the login bug at once"
    assert (row.entries, row.turns, row.cwd) == (8, 3, "/repo")
    assert row.bytes == len(session(store))
    log = store.log(ID)
    assert len(log) == 8
    assert log.text(8) == "thanks"


@pytest.mark.parametrize(
    ("damage"),
    [b"", b"no database at all", b"SQLite format 3\0" + b"\xff" * 5000],
    ids=["empty", "text", "torn"],
)
def test_a_damaged_catalog_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    store, sources = fill(tmp_path)
    before = store.sessions()
    (store.root / "cache" / "catalog.sqlite").write_bytes(damage)
    assert Store(store.root).sessions() == before
    assert [o.status for o in ingest(Store(store.root), *sources)] == ["stored"] * 3
    assert [o.status for o in ingest(Store(store.root), *sources)] == ["unchanged"] * 3


def test_a_catalog_damaged_inside_is_made_anew(tmp_path: Path) -> None:
    store, _ = fill(tmp_path, count=60)
    before = store.sessions()
    path = store.root / "cache" / "catalog.sqlite"
    body = bytearray(path.read_bytes())
    body[4096:] = b"\x99" * (len(body) - 4096)
    path.write_bytes(body)
    assert Store(store.root).sessions() == before


def test_a_store_that_cannot_be_written_still_reads(tmp_path: Path) -> None:
    store, _ = fill(tmp_path)
    for lost in (False, True):
        if lost:
            (store.root / "cache" / "catalog.sqlite").unlink()
        code = (
            "import os, sys, sqlite3, importlib, pkgutil, pane_cli.session as a\n"
            "import pane_cli.store as b\n"
            "from pathlib import Path; from pane_cli.store.store import Store\n"
            "for room in (a, b):  # nobody may read the environment later\n"
            "    for one in pkgutil.iter_modules(room.__path__, room.__name__ + '.'):\n"
            "        importlib.import_module(one.name)\n"
            "os.getuid() or os.setuid(65534)  # root may write anywhere\n"
            "s = Store(Path(sys.argv[1]))\n"
            "print(*[r.id for r in s.sessions()], len(list(s.lines('s-1'))))"
        )
        for path in [tmp_path, store.root, *store.root.rglob("*")]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        for above in tmp_path.parents:
            if above.stat().st_uid == os.getuid() and len(above.parts) > 2:
                above.chmod(0o755)
        done = subprocess.run(
            [sys.executable, "-c", code, str(store.root)],
            capture_output=True,
            text=True,
        )
        for path in [tmp_path, store.root, *store.root.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
        assert (done.stdout.split(), done.stderr) == (["s-2", "s-1", "s-0", "2"], "")


IDS = ["4d5611e5-aa", "4d5611e5-aa/agent-1", "4d5611e5-aa~99ff00aa", "77aa", "78aa"]


@pytest.mark.parametrize(
    ("part", "found"),
    [
        ("4d56", ["4d5611e5-aa"]),
        ("4d5611e5-aa", ["4d5611e5-aa"]),
        ("4d5611e5-aa/agent-1", ["4d5611e5-aa/agent-1"]),
        ("agent-1", ["4d5611e5-aa/agent-1"]),
        ("99ff00aa", ["4d5611e5-aa~99ff00aa"]),
        ("7", ["77aa", "78aa"]),
        ("77", ["77aa"]),
        ("nothing", []),
    ],
)
def test_any_unique_part_names_a_session(part: str, found: list[str]) -> None:
    assert resolve(part, IDS) == found


def test_what_is_not_unique_names_the_candidates(tmp_path: Path) -> None:
    store, _ = fill(tmp_path)
    with pytest.raises(PaneError, match="s- may be s-0, s-1, s-2"):
        store.find("s-")
    with pytest.raises(PaneError, match="no session x"):
        store.find("x")


@pytest.mark.parametrize(
    "id", ["plain", "a/b", "../../etc/passwd", ".", "a b\n%2F", "ä/ö", "x" * 300]
)
def test_file_names_are_safe_and_reversible(id: str, tmp_path: Path) -> None:
    stem = place.file_stem(id)
    assert "/" not in stem and not stem.startswith(".")
    assert len(stem.encode()) < 240
    if len(id) < 200:
        assert place.id_of(stem) == id
    source = tmp_path / "t.jsonl"
    source.write_bytes(user("u", "hello", session=id))
    store = Store(tmp_path / "store")
    ingest(store, source)
    assert store.ids() == [id]
    assert store.log(id).text(1) == "hello"


def test_where_a_store_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "project" / "src"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("PANE_STORE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "relative/is/ignored")
    assert place.locate() == tmp_path / ".local" / "share" / "pane"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert place.locate() == tmp_path / "data" / "pane"
    (tmp_path / "project" / ".pane").mkdir()
    assert place.locate() == tmp_path / "data" / "pane"
    assert run([str(PANE), "init", "--local"], tmp_path / "project").status == 0
    assert place.locate() == tmp_path / "project" / ".pane"
    monkeypatch.setenv("PANE_STORE", str(tmp_path / "named"))
    assert place.locate() == tmp_path / "named"
    assert place.locate(Path("option")) == inner / "option"


def test_init_local_is_not_seen_by_git(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    for _ in range(2):
        assert run([str(PANE), "init", "--local"], tmp_path).status == 0
    source = tmp_path / ".pane" / "sessions" / "x.jsonl"
    source.write_bytes(b"{}\n")

    def seen() -> str:
        command = ["git", "status", "--porcelain", "--untracked-files=all"]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert seen() == ""
    (tmp_path / ".pane" / "rules.yaml").write_text("version: 1\n")
    assert seen() == "?? .pane/rules.yaml\n"


def test_walk_finds_transcripts_and_nothing_else(tmp_path: Path) -> None:
    store = tmp_path / "a" / "store"
    for name in ("a/x.jsonl", "a/y.JSON", "a/b/z.jsonl.zst", "a/n.txt", "a/b/o.gz"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"{}")
    store.mkdir()
    (store / "s.jsonl").write_bytes(b"{}")
    (tmp_path / "a" / "loop").symlink_to(tmp_path / "a")

    def names(*paths: Path, exclude: tuple[str, ...] = ()) -> list[str]:
        found = [f for f in walk(paths, exclude, store) if isinstance(f, Found)]
        return [f.path.name for f in found]

    assert names(tmp_path / "a") == ["z.jsonl.zst", "x.jsonl", "y.JSON"]
    assert names(tmp_path / "a", exclude=("*/b/*",)) == ["x.jsonl", "y.JSON"]
    assert names(tmp_path / "a" / "n.txt") == ["n.txt"]
    assert names(tmp_path / "a" / "*.jsonl") == ["x.jsonl"]
    assert names(tmp_path / "a", tmp_path / "a" / "x.jsonl").count("x.jsonl") == 1


def test_environment_of_the_tests_names_a_store(tmp_path: Path) -> None:
    assert environment(tmp_path)["PANE_STORE"] == str(tmp_path / "store")


SOME_IDS = st.lists(st.text("ab-/~", min_size=1, max_size=20), unique=True, max_size=8)
UUIDS = [f"019{n:05x}-0000-7000-8000-00000000000{n % 2}" for n in range(4)]


@given(SOME_IDS)
def test_names_of_many_are_as_each_alone(ids: list[str]) -> None:
    ids = [*ids, *UUIDS, f"{UUIDS[0]}/agent"]
    names = Names(iter(ids))
    for id in ids:
        short = short_id(id)
        assert names.short(id) == (short if resolve(short, ids) == [id] else id)
