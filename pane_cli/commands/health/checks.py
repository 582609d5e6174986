"""The checks of `pane doctor`: each a function from a place to rows.

`CHECKS` is the table; another check is another row.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from pane_cli.agents.merging import read_settings, told
from pane_cli.agents.table import prompt_event
from pane_cli.agents.wiring import WIRINGS, Wiring
from pane_cli.commands.health.agents import FAILS, FINE, NOTE, Place, Row, agents, wired
from pane_cli.commands.shared.settings import rules_for, store_folder
from pane_cli.errors import PaneError
from pane_cli.text.counts import counted

#: What is installed beside pane when it is asked for, by the extra that brings it.
EXTRAS = {
    "tantivy": "tantivy",
    "encoder": "wordllama",
    "onnx": "onnxruntime",
    "follow": "watchfiles",
}


Check = Callable[[Place], Iterator[Row]]


def found_by(name: str, place: Place) -> list[Row]:
    """What a check of the table finds; a check that can't look has failed."""
    try:
        return list(CHECKS[name](place))
    except PaneError as error:
        return [Row(name, FAILS, " - ".join(filter(None, [str(error), error.hint])))]
    except OSError as error:
        return [Row(name, FAILS, f"{error.filename}: {error.strerror}")]


def _hook(place: Place) -> Iterator[Row]:
    command = shutil.which("pane")
    if command is None:
        lost = "pane is not on PATH: agents can't call it"
        yield Row("hook", FAILS, lost)
        return
    yield Row("hook", FINE, f"pane is {command}")
    from pane_cli.commands.health.trying import try_hook

    for wiring in WIRINGS.values():
        for line in _commands(wiring):
            tried = try_hook(wiring.agent, line)
            state = FAILS if tried.problem else FINE
            said = tried.problem or f"answers a prompt in {tried.seconds:.2f} s"
            yield Row("hook", state, f"{wiring.title}: {said}")


def _commands(wiring: Wiring) -> list[str]:
    """The command lines that an agent's settings have for a prompt."""
    if not wiring.hooks:
        return []
    try:
        found = [
            line
            for path in wired(wiring)
            for line in told(
                read_settings(path.read_text("utf-8", "replace"), str(path)),
                prompt_event(wiring.agent),
            )
        ]
    except PaneError:
        return []  # said of the agent already
    return list(dict.fromkeys(found))


def _store(place: Place) -> Iterator[Row]:
    root = store_folder(place.store)
    if not root.is_dir():
        yield Row("store", NOTE, f"{root} is not made yet: pane init")
        return
    mode = stat.S_IMODE(root.stat().st_mode)
    if not os.access(root, os.R_OK | os.W_OK | os.X_OK):
        yield Row("store", FAILS, f"{root} can't be read and written")
        return
    if mode & 0o077:
        yield Row("store", NOTE, f"{root} is open to others: chmod 700 {root}")
    from pane_cli.store.store import Store

    store = Store(root)
    yield Row("store", FINE, f"{root}, {counted(len(store.ids()), 'session')}")
    yield _index(place, store.root)


def _index(place: Place, root: Path) -> Row:
    from pane_cli.commands.hits.asking import analyzer
    from pane_cli.commands.shared.indexing import index_folder, usable
    from pane_cli.search.library import version_of
    from pane_cli.search.state import kept_state
    from pane_cli.store.store import Store

    rules = rules_for(place.store, place.rules_file, place.settings).rules
    engine = usable(rules.search.engine)
    folder = index_folder(Store(root))
    version = version_of(analyzer(rules), engine)
    state = kept_state(folder, version) if folder is not None else None
    if state is None:
        return Row("store", NOTE, f"{engine} index: none yet, recall reads the files")
    return Row("store", FINE, f"{engine} index: {counted(state.documents, 'entry')}")


def _rules(place: Place) -> Iterator[Row]:
    loaded = rules_for(place.store, place.rules_file, place.settings)
    files = dict.fromkeys(row.file for row in loaded.settings)
    yield Row("rules", FINE, ", ".join(files) or "the defaults")
    if not loaded.rules.hook.enabled:
        yield Row("rules", NOTE, "hook.enabled is false: the hook does nothing here")


def _extras(place: Place) -> Iterator[Row]:
    for extra, package in EXTRAS.items():
        if find_spec(package) is not None:
            yield Row("extras", FINE, f"{extra} is installed")
        else:
            yield Row("extras", NOTE, f"{extra} is not: pip install 'pane[{extra}]'")


CHECKS: dict[str, Check] = {
    "agents": agents,
    "hook": _hook,
    "store": _store,
    "rules": _rules,
    "extras": _extras,
}
