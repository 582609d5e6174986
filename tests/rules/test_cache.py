"""Merged rules are kept, and forgotten when a layer changes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pane_cli.rules.layers import Environment
from pane_cli.rules.load import load

OLD = 1_700_000_000


@pytest.fixture
def places(tmp_path: Path) -> Environment:
    (tmp_path / "store").mkdir()
    (tmp_path / "config").mkdir()
    write(tmp_path / "config" / "rules.yaml", "evict: {share: 0.1}")
    store = tmp_path / "store"
    return Environment(tmp_path, tmp_path / "config", store, store / "cache")


def write(path: Path, text: str, mtime: int = OLD) -> None:
    path.write_text(text)
    os.utime(path, (mtime, mtime))


def share(places: Environment) -> float:
    return load(places).rules.evict.share


def kept(places: Environment) -> list[Path]:
    assert places.cache is not None
    return sorted(places.cache.iterdir()) if places.cache.exists() else []


def test_the_second_time_no_yaml_is_read(places: Environment) -> None:
    assert share(places) == 0.1
    (file,) = kept(places)
    file.write_bytes(file.read_bytes().replace(b"0.1", b"0.9"))
    assert share(places) == 0.9  # so it is the kept one that is read


@pytest.mark.parametrize(
    ("text", "mtime", "expected"),
    [
        pytest.param("evict: {share: 0.2}", OLD + 1, 0.2, id="newer"),
        pytest.param("evict: {share: 0.25}", OLD, 0.25, id="another size"),
        pytest.param("evict: {share: 0.3}", OLD - 9, 0.3, id="older"),
    ],
)
def test_a_changed_layer_is_read(
    places: Environment, text: str, mtime: int, expected: float
) -> None:
    share(places)
    assert places.config is not None
    write(places.config / "rules.yaml", text, mtime)
    assert share(places) == expected


def test_layers_come_and_go(places: Environment) -> None:
    assert (share(places), places.store is not None) == (0.1, True)
    assert places.store is not None and places.config is not None
    write(places.store / "rules.yaml", "evict: {share: 0.2}")
    assert share(places) == 0.2
    (places.store / "rules.yaml").unlink()
    assert share(places) == 0.1
    (places.config / "rules.yaml").unlink()
    assert share(places) == 0.5


def test_a_file_just_written_is_not_kept(places: Environment) -> None:
    # It could change again within the clock's grain, and keep mtime and size.
    assert places.config is not None
    (places.config / "rules.yaml").write_text("evict: {share: 0.2}")
    assert share(places) == 0.2
    assert kept(places) == []


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"stamps":[],"settings":[]}',
        b"null",
    ],
    ids=["empty", "cut", "binary", "of other layers", "null"],
)
def test_a_damaged_one_costs_only_time(places: Environment, damage: bytes) -> None:
    share(places)
    kept(places)[0].write_bytes(damage)
    assert share(places) == 0.1


def test_one_kept_by_another_version_is_read_anew(places: Environment) -> None:
    share(places)
    (file,) = kept(places)
    old = msgspec.json.decode(file.read_bytes())
    old["settings"] = [[["evict", "gone"], 1, "user", "f", 1]]
    file.write_bytes(msgspec.json.encode(old))
    assert share(places) == 0.1


def test_no_folder_is_made_for_it(tmp_path: Path, places: Environment) -> None:
    nowhere = tmp_path / "nowhere"
    aside = Environment(tmp_path, places.config, nowhere, nowhere / "cache")
    assert share(aside) == 0.1
    assert not nowhere.exists()


def test_a_file_where_the_folder_should_be(places: Environment) -> None:
    assert places.cache is not None
    places.cache.write_text("in the way")
    assert share(places) == 0.1


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_a_read_only_store(places: Environment) -> None:
    assert places.store is not None
    places.store.chmod(0o500)
    try:
        assert share(places) == 0.1
    finally:
        places.store.chmod(0o700)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_only_the_user_may_read_it(places: Environment) -> None:
    share(places)
    assert kept(places)[0].stat().st_mode & 0o777 == 0o600


SCRIPT = """
import sys
from pathlib import Path
from pane_cli.rules.layers import Environment
from pane_cli.rules.load import load
root = Path(sys.argv[1])
load(Environment(root, root / "config", root / "store", root / "store" / "cache"))
print(sorted({"yaml", "pane_cli.rules.cache"} & set(sys.modules)))
"""


def imported(root: Path) -> str:
    command = [sys.executable, "-c", SCRIPT, str(root)]
    return subprocess.check_output(command, text=True, stdin=subprocess.DEVNULL).strip()


def test_what_a_prompt_pays_for(tmp_path: Path, places: Environment) -> None:
    assert imported(tmp_path) == "['pane_cli.rules.cache', 'yaml']"
    assert imported(tmp_path) == "['pane_cli.rules.cache']"
    assert places.config is not None
    (places.config / "rules.yaml").unlink()
    assert imported(tmp_path) == "[]"
