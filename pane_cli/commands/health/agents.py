"""Which agents call pane, by their settings: a check of `pane doctor`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from pane_cli.agents.merging import missing, read_settings
from pane_cli.agents.settled import odd
from pane_cli.agents.wiring import WIRINGS, Wiring, rendered
from pane_cli.commands.shared.settings import rules_for
from pane_cli.commands.shared.wiring import place_of
from pane_cli.errors import PaneError

FINE, NOTE, FAILS = "ok", "note", "FAIL"


class Place(msgspec.Struct, frozen=True):
    """What the options say."""

    store: Path | None = None
    rules_file: Path | None = None
    settings: list[str] | None = None


class Row(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    check: str
    state: str
    """`ok`, `FAIL`, or `note`: it is so, and may be meant so."""
    text: str


def wired(wiring: Wiring) -> list[Path]:
    """The files in which an agent is told to call pane: the user's, this folder's."""
    paths = dict.fromkeys((place_of(wiring, False), place_of(wiring, True)))
    return [path for path in paths if path.is_file() and _calls(wiring, path)]


def _calls(wiring: Wiring, path: Path) -> bool:
    text = path.read_text("utf-8", "replace")
    if wiring.text:
        return "pane" in text
    events = missing(read_settings(text, str(path)), wiring.hooks, str(path))
    return len(events) < len(wiring.hooks)


def agents(place: Place) -> Iterator[Row]:
    """Each agent: whether it is wired, and as pane needs it."""
    for wiring in WIRINGS.values():
        try:
            yield from _states_of(wiring, place)
        except PaneError as error:  # of one agent: the others are still looked at
            said = " - ".join(filter(None, [str(error), error.hint]))
            yield Row("agents", FAILS, f"{wiring.title}: {said}")


def _states_of(wiring: Wiring, place: Place) -> Iterator[Row]:
    paths = wired(wiring)
    if not paths:
        how = f"pane init --agent {wiring.agent}"
        yield Row("agents", NOTE, f"{wiring.title} is not wired: {how}")
    for path in paths:
        yield _state_of(wiring, path)
        if wiring.hooks:
            rules = rules_for(place.store, place.rules_file, place.settings).rules
            settings = read_settings(path.read_text("utf-8", "replace"), str(path))
            for one in odd(settings, wiring, rules.hook.deadline):
                state = FAILS if one.loses else NOTE
                yield Row("agents", state, f"{wiring.title}: {path}: {one.text}")


def _state_of(wiring: Wiring, path: Path) -> Row:
    text = path.read_text("utf-8", "replace")
    how = f"pane init --agent {wiring.agent} --write"
    if wiring.text:
        if text == rendered(wiring):
            return Row("agents", FINE, f"{wiring.title}: {path}")
        is_other = f"{path} is not as this version writes it: {how}"
        return Row("agents", NOTE, f"{wiring.title}: {is_other}")
    events = missing(read_settings(text, str(path)), wiring.hooks, str(path))
    if events:
        without = f"{path} does not call it at {', '.join(events)}: {how}"
        return Row("agents", NOTE, f"{wiring.title}: {without}")
    return Row("agents", FINE, f"{wiring.title}: {path}")
