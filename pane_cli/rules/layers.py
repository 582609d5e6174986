"""Which files the rules come from, in order, and what each of them may say.

Layers, later wins: the defaults of the schema, what the agents' own settings say of
their windows, what the store learned from use (`learned.yaml`), the user's
`rules.yaml`, the store's, the project's `.pane/rules.yaml`, `--rules FILE`,
`--set KEY=VALUE`. Nothing here reads the environment: paths come in. Structs, not named
tuples: they are paid at every prompt, and are ten times cheaper to define.
"""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Literal

import msgspec

from pane_cli.errors import PaneError

LayerName = Literal[
    "default", "host", "learned", "user", "store", "project", "file", "set"
]

LEARNED = "learned.yaml"
"""What a store learned from use; a layer of its own."""

SHIPPED = ("small-window", "ci", "routes", "pane-0.1", "pane-head")
"""Rule files that `--rules NAME` finds without a path."""


class Environment(msgspec.Struct, frozen=True):
    """Where to look. None: there is no such place."""

    folder: Path | None = None
    """The working directory; the project's rules are found upward from here."""
    config: Path | None = None
    """The user's folder of settings: `$XDG_CONFIG_HOME/pane`."""
    store: Path | None = None
    """The folder of sessions."""
    cache: Path | None = None
    """Where merged rules may be kept; a store inside a project is not trusted so."""
    is_learning: bool = True
    """Whether what the store learned is a layer; off with `--no-learned`."""
    hosts: tuple[tuple[str, Path], ...] = ()
    """Agents, each with where its own settings would stand."""


class Layer(msgspec.Struct, frozen=True):
    """One file of rules, and how to tell that it changed."""

    name: LayerName
    path: Path
    mtime_ns: int
    size: int
    is_regular: bool
    agent: str = ""
    """Whose settings it is, where it is an agent's."""


def file_layers(environment: Environment, rules_file: Path | None) -> list[Layer]:
    """Return the files that exist, in order; errors: `rules_file` does not."""
    project, store = project_rules(environment.folder), environment.store
    learned = store / LEARNED if store and environment.is_learning else None
    layers = [
        *(_layer("host", path, agent) for agent, path in environment.hosts),
        _layer("learned", learned),
        _layer("user", environment.config and environment.config / "rules.yaml"),
        _store_layer(store, project),
        _layer("project", project),
        _layer("file", None if rules_file is None else named_file(rules_file)),
    ]
    return [layer for layer in layers if layer is not None]


def is_in_project(store: Path) -> bool:
    """Whether a store came with a project: what it says is trusted no more."""
    return store.name == ".pane"


def _store_layer(store: Path | None, project: Path | None) -> Layer | None:
    if store is None:
        return None
    rules = store / "rules.yaml"
    if not is_in_project(store):
        return _layer("store", rules)
    is_same = project is not None and project.resolve() == rules.resolve()
    return None if is_same else _layer("project", rules)


def project_rules(folder: Path | None) -> Path | None:
    """Return the nearest `.pane/rules.yaml` at or above `folder`."""
    if folder is None:
        return None
    places = (above / ".pane" / "rules.yaml" for above in (folder, *folder.parents))
    return next((path for path in places if _layer("project", path)), None)


def named_file(path: Path) -> Path:
    """Return the file that `--rules` means: a path, or the name of a shipped one."""
    if path.exists():
        return path
    shipped = shipped_folder() / f"{path.name}.yaml"
    if str(path) in SHIPPED and shipped.exists():
        return shipped
    names = ", ".join(SHIPPED)
    raise PaneError(f"{path}: no such rules file", f"shipped by name: {names}")


def shipped_folder() -> Path:
    """Return the folder of shipped rule files, installed or in a checkout."""
    here = Path(__file__).resolve().parent
    installed = here / "shipped"
    return installed if installed.is_dir() else here.parent.parent / "rules"


def _layer(name: LayerName, path: Path | None, agent: str = "") -> Layer | None:
    if path is None:
        return None
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        # A home that this process may not enter (a container's other user) holds no
        # rules for it. A file that is there and can't be opened is an error later.
        return None
    is_regular = stat.S_ISREG(found.st_mode)
    return Layer(name, path, found.st_mtime_ns, found.st_size, is_regular, agent)
