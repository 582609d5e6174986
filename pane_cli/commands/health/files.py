"""`pane doctor --files`: what is damaged in a store, and its repair."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from pane_cli.commands.shared.settings import files_folder
from pane_cli.commands.shared.terminal import output, say, write_document, write_text
from pane_cli.store.examine import Damage, examine
from pane_cli.store.store import Store
from pane_cli.text.counts import counted


class Found(msgspec.Struct):
    """A damage, as `--json` prints it. Names are stable."""

    path: str
    what: str
    todo: str
    repairable: bool
    repaired: bool


def store_report(store: Store, repair: bool, as_json: bool, quiet: bool) -> int:
    """Examine `store`, and with `repair` mend what is derived; the exit status.

    0 where nothing is damaged or all of it was repaired, else 1. Prints a line a
    damage, `PATH: WHAT; TODO`, or one JSON document.
    """
    found = [_treated(damage, repair) for damage in _damages(store)]
    left = sum(not one.repaired for one in found)
    with output() as stream:
        if as_json:
            write_document(stream, _document(store, found, left))
        else:
            write_text(stream, "".join(map(_line, found)))
    mend = "; pane doctor --repair mends what is derived"
    can = any(one.repairable and not one.repaired for one in found)
    say(_counts(store, found, left) + (mend if can else ""), quiet)
    return 1 if left else 0


def _document(store: Store, found: list[Found], left: int) -> dict[str, Any]:
    counts = {"found": len(found), "repaired": len(found) - left, "left": left}
    return {"store": str(store.root), "counts": counts, "damages": found}


def _damages(store: Store) -> Iterator[Damage]:
    yield from examine(store)
    yield from _index(store)
    yield from _files()


def _index(store: Store) -> Iterator[Damage]:
    """The index: what it says of itself is read as a query would read it."""
    from pane_cli.commands.shared.indexing import index_folder
    from pane_cli.search.state import State
    from pane_cli.search.upkeep import forget

    folder = index_folder(store)
    if folder is None or not folder.is_dir():
        return
    states = sorted(folder.glob("state-*.json"))
    for path in states:
        try:
            msgspec.json.decode(path.read_bytes(), type=State)
        except (msgspec.DecodeError, UnicodeDecodeError, OSError):
            todo = "drop the index: the next search makes it anew"
            yield Damage(path, "damaged", todo, partial(forget, folder))
            return


def _files() -> Iterator[Damage]:
    """Transcribed FILEs, of no store: what is damaged is read anew."""
    from pane_cli.store.keeping import damaged

    folder = files_folder()
    for path in damaged(folder) if folder else ():
        yield Damage(path, "damaged", "drop it", partial(path.unlink, True))


def _treated(damage: Damage, repair: bool) -> Found:
    is_repaired = False
    if repair and damage.repair is not None:
        damage.repair()
        is_repaired = True
    can = damage.repair is not None
    return Found(str(damage.path), damage.what, damage.todo, can, is_repaired)


def _line(found: Found) -> str:
    return f"{found.path}: {found.what}; {'done' if found.repaired else found.todo}\n"


def _counts(store: Store, found: list[Found], left: int) -> str:
    if not found:
        return f"{store.root}: nothing is damaged"
    sessions = counted(len(store.ids()), "session")
    return f"{store.root}: {sessions}, {len(found):,} damaged, {left:,} left"
