"""The rules a command runs under, from the options every command shares."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pane_cli.rules.hosts import files
from pane_cli.rules.layers import Environment, is_in_project
from pane_cli.rules.load import load
from pane_cli.rules.merge import Loaded
from pane_cli.store.place import locate

if TYPE_CHECKING:
    from pane_cli.store.keeping import Files


def rules_for(
    store: Path | None = None,
    rules_file: Path | None = None,
    settings: list[str] | None = None,
    no_learned: bool = False,
) -> Loaded:
    """Return merged rules: `.rules`, and where each came from in `.layers`.

    `store` is the folder that `--store` names; `no_learned` leaves out what it learned
    from use. Errors: a bad rules file or setting.
    """
    return load(environment(store, no_learned), rules_file, settings or ())


def store_folder(store: Path | None) -> Path:
    """Return the folder of sessions: `--store`, else $PANE_STORE, else the nearest."""
    return locate(store)


def environment(store: Path | None, no_learned: bool = False) -> Environment:
    """Return the places where rules may stand, from the process's environment."""
    sessions = store_folder(store)
    config = _xdg("XDG_CONFIG_HOME", ".config")
    # A cache that came with a project could hold rules that its files may not.
    caches = _xdg("XDG_CACHE_HOME", ".cache")
    cache = caches if is_in_project(sessions) else sessions / "cache"
    return Environment(
        Path.cwd(), config, sessions, cache, not no_learned, tuple(_hosts())
    )


def kept_files(megabytes: int) -> Files | None:
    """Return the transcribed FILEs that are kept, so many at most; None: none are."""
    folder = files_folder()
    if folder is None or not megabytes:
        return None
    from pane_cli.store.keeping import Files  # only FILEs need it

    return Files(folder, megabytes << 20)


def files_folder() -> Path | None:
    """Return where transcribed FILEs are kept; they belong to no store."""
    caches = _xdg("XDG_CACHE_HOME", ".cache")
    return caches / "files" if caches else None


def _hosts() -> list[tuple[str, Path]]:
    """The agents' own settings files, where they would stand."""
    try:
        home = Path.home()
    except RuntimeError:
        home = None
    return files(home, os.environ)


def _xdg(variable: str, below_home: str) -> Path | None:
    """Return pane's folder of a kind; a relative value must be ignored (XDG)."""
    named = Path(os.environ.get(variable, ""))
    if named.is_absolute():
        return named / "pane"
    try:
        return Path.home() / below_home / "pane"
    except RuntimeError:
        return None  # a user without a home has no rules there
