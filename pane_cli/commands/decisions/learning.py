"""What a store learned from use: `learned.yaml`, a layer of the rules."""

from __future__ import annotations

import os

import msgspec

from pane_cli.evict.learning import learned
from pane_cli.rules.layers import LEARNED
from pane_cli.rules.load import read_file, to_yaml
from pane_cli.rules.merge import Setting
from pane_cli.rules.schema import Learned
from pane_cli.store.lock import locked
from pane_cli.store.place import open_private, write_private
from pane_cli.store.store import Store
from pane_cli.view.view import View

_HEAD = """\
# What pane learned from use, by model. pane writes this file: delete it to forget, or
# leave it out of one run with --no-learned.
learned:
  models:
"""


def learn(store: Store, view: View) -> None:
    """Count what a session showed since its last eviction into the store."""
    folder = store.root / "cache"
    folder.mkdir(mode=0o700, exist_ok=True)
    held = open_private(folder / "learned.lock", os.O_CREAT | os.O_RDWR)
    with os.fdopen(held, "r+b") as lock, locked(lock):
        known = _known(store)
        now = learned(view, known)
        if now != known:
            write_private(store.root / LEARNED, _text(now).encode("utf-8"))


def _known(store: Store) -> tuple[Learned, ...]:
    path = store.root / LEARNED
    rows = read_file(path, "learned") if path.exists() else []
    for row in rows:
        if isinstance(row, Setting) and row.path == ("learned", "models"):
            return msgspec.convert(row.value, tuple[Learned, ...])
    return ()


def _text(models: tuple[Learned, ...]) -> str:
    lines = []
    for model in models:
        plain = msgspec.to_builtins(model)
        default = msgspec.to_builtins(Learned(model.name))
        told = {k: v for k, v in plain.items() if k == "name" or v != default[k]}
        lines.append(f"  - {to_yaml(told)}\n")
    return _HEAD + "".join(lines)
