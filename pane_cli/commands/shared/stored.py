"""Sessions as the command line names them, and the commands that name them again."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path

from pane_cli.commands.shared.inputs import Decided, Session
from pane_cli.commands.shared.settings import store_folder
from pane_cli.commands.shared.terminal import say
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Rules
from pane_cli.session.address import USER_SESSION
from pane_cli.session.log import Log
from pane_cli.session.types import Header, Mark
from pane_cli.store import folds
from pane_cli.store.naming import Unfinished
from pane_cli.store.store import Store
from pane_cli.store.user import carried_marks
from pane_cli.view.view import View

_PROJECTS = 8
"""Names of folders that are named where none was meant."""


def open_store(folder: Path | None) -> Store:
    """The store that `--store` names, or the one in force here."""
    return Store(store_folder(folder))


def stored_session(
    store: Store, part: str, rules: Rules, at: int | None = None
) -> Session:
    """A stored session by any unique part of its id.

    With it come the user's decisions that hold for every session of the store.
    """
    if part == USER_SESSION:
        return user_session(store, rules, at)
    session = store.find(part)
    reading = folds.read(store.path(session), store.folds_path(session), rules, at)
    reading.log.name = store.short(session)
    if session != USER_SESSION:
        reading.view.carried = carried_marks(store)
    return Session(reading.log, reading.view)


def user_session(store: Store, rules: Rules, at: int | None = None) -> Session:
    """The store's own session, which is empty until something is written into it."""
    try:
        reading = folds.read(
            store.path(USER_SESSION), store.folds_path(USER_SESSION), rules, at
        )
    except (FileNotFoundError, Unfinished):
        header = Header("session", 1, USER_SESSION, "pane")
        return Session(Log(header), View(header, rules, at))
    return Session(reading.log, reading.view)


def none_of(store: Store, project: str | None = None) -> str:
    """What to say where no session of the store is shown; `project` was asked for."""
    count = len(store.ids())
    if not count:
        return f"no sessions in {store.root}; save some: pane ingest PATH"
    if project is None or is_known(store, project):
        return f"none of the {count:,} sessions in {store.root} fits"
    return f"none of the {count:,} sessions is in --project {project}: " + (
        ", ".join(_alike(store, project)[:_PROJECTS])
        or "it takes a folder, or a name in its path"
    )


def _alike(store: Store, project: str) -> list[str]:
    """Names in the paths of the store's folders that hold what was asked for."""
    paths = {(row.cwd or "").replace("\\", "/") for row in store.sessions()}
    names = {name for path in paths for name in path.split("/")}
    return sorted(name for name in names if project.lower() in name.lower())


def is_known(store: Store, project: str) -> bool:
    """Whether the store has a session of this project."""
    return bool(store.sessions(limit=1, project=project))


def refuse_files(files: list[Path] | None, session: str) -> None:
    """Raise where FILEs are named beside `-s`, which alone would be looked at."""
    if files:
        raise PaneError(
            f"both {files[0]} and -s {session}: of which?",
            "-s ID alone is a session of the store, FILE alone is read",
        )


def named_alone(
    folder: Path | None, part: str, rules: Rules, files: list[Path] | None
) -> tuple[Store, Session]:
    """The store, and the session of it that `-s` names; raises beside FILEs."""
    refuse_files(files, part)
    store = open_store(folder)
    return store, stored_session(store, part, rules)


def append(
    store: Store, session: Session, decide: Callable[[Session], Decided], quiet: bool
) -> Mark | None:
    """Write what was decided behind a stored session, and only then say it."""
    mark, message = decide(session)
    if mark is not None:
        store.append_marks(session.log.header.id, [mark])
    say(f"{session.log.name}: {message}", quiet)
    return mark


def recall_command(log: Log, store: Path | None = None) -> str:
    """What prints a range of this session, with `{span}` where the range goes.

    It works from where the session came: its FILE, the store, or the same pipe again.
    """
    words = f"pane recall {_word(log.name)}{{span}}"
    if log.stored:
        return words + (f" --store {_word(str(store))}" if store else "")
    path = log.source
    if path is None and log.header.source and Path(log.header.source).exists():
        path = log.header.source
    return f"{words} {_word(path) if path else '-'}"


def place_of(log: Log, store: Path | None = None) -> str:
    """What tells a command where a session is: ` -s ID`, ` FILE`; a pipe: nothing."""
    if log.stored:
        named = f" --store {shlex.quote(str(store))}" if store else ""
        return f" -s {shlex.quote(log.name)}{named}"
    return f" {shlex.quote(log.source)}" if log.source else ""


def _word(text: str) -> str:
    """Quoted for the shell, and its braces kept from `str.format`."""
    return shlex.quote(text).replace("{", "{{").replace("}", "}}")
