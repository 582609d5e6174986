"""Where rules are looked for, from the environment of a process."""

from __future__ import annotations

from pathlib import Path

import pytest

from pane_cli.commands.shared.settings import environment, rules_for


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "PANE_STORE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


@pytest.mark.parametrize(
    ("variables", "config", "store"),
    [
        ({}, ".config/pane", ".local/share/pane"),
        ({"XDG_CONFIG_HOME": "{}/c", "XDG_DATA_HOME": "{}/d"}, "c/pane", "d/pane"),
        (
            {"XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": "d"},
            ".config/pane",
            ".local/share/pane",
        ),
        ({"XDG_CONFIG_HOME": "", "PANE_STORE": "{}/s"}, ".config/pane", "s"),
    ],
    ids=["no variables", "XDG", "relative XDG values are ignored", "PANE_STORE"],
)
def test_places(
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str],
    config: str,
    store: str,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(home))
    found = environment(None)
    assert (found.config, found.store) == (home / config, home / store)
    assert found.cache == home / store / "cache"


def test_the_option_wins(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANE_STORE", str(home / "other"))
    assert environment(home / "mine").store == home / "mine"


def test_a_project_brings_no_cache(home: Path) -> None:
    # A cache that came with a project could hold rules that its files may not.
    project = home / "work" / ".pane"
    (project / "sessions").mkdir(parents=True)
    (project / "rules.yaml").write_text("evict: {share: 0.2}")
    assert environment(None).store == project
    assert environment(None).cache == home / ".cache" / "pane"
    assert rules_for().layers["evict.share"].layer == "project"
