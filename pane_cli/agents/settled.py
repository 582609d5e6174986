"""What an agent's settings say of the calls of pane that are in them.

A call that is there can still do nothing: the agent gives up before pane answers, or
never calls it at some of its sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from pane_cli.agents.merging import calls
from pane_cli.agents.table import AGENTS, When
from pane_cli.agents.wiring import Wiring

#: Times as much as it is wired with from which seconds and milliseconds are confused.
_CONFUSED = 100


class Odd(NamedTuple):
    """Something that is not as pane needs it."""

    text: str
    loses: bool
    """What pane answers is lost; else it may be meant so."""


def odd(settings: dict[str, Any], wiring: Wiring, deadline: float) -> Iterator[Odd]:
    """What is odd; `deadline` is what the hook may take, in seconds."""
    for event, when in AGENTS[wiring.agent].events.items():
        (wired,) = wiring.hooks[event][0]["hooks"]
        for group, handler in calls(settings, event):
            yield from _timeout(event, when, handler, wired["timeout"], deadline)
            yield from _matcher(event, when, group.get("matcher"))


def _timeout(
    event: str, when: When, handler: dict[str, Any], wired: float, deadline: float
) -> Iterator[Odd]:
    given = handler.get("timeout")
    if given is None:
        return  # the agent's own, which is longer
    name = f"timeout of {event}"
    if isinstance(given, bool) or not isinstance(given, int | float):
        yield Odd(f"{name} is no number, {wired} is meant", True)
        return
    unit = "ms" if wired > when.timeout * _CONFUSED else "s"
    seconds = given / 1000 if unit == "ms" else given
    if when.moment != "quiet" and seconds < deadline:
        what = f"less than hook.deadline ({deadline:g} s): what pane answers is lost"
        yield Odd(f"{name} is {given:g} {unit}, {what}; {wired} is meant", True)
    elif when.moment == "quiet" and seconds < int(when.timeout):
        what = "a long transcript is not read in one go"
        yield Odd(f"{name} is {given:g} {unit}: {what}; {wired} is meant", False)
    elif given > wired * _CONFUSED:
        yield Odd(f"{name} is {given:g} {unit}; {wired} is meant", False)


def _matcher(event: str, when: When, given: object) -> Iterator[Odd]:
    if not when.matcher or given in (None, "", "*"):
        return
    try:
        pattern = re.compile(str(given))
    except re.error as error:
        yield Odd(f"matcher of {event} is no expression: {error}", True)
        return
    sources = when.matcher.split("|")
    without = [source for source in sources if not pattern.fullmatch(source)]
    if without:
        what = f"does not call it at {event} of {', '.join(without)}"
        yield Odd(f'{what}; "{when.matcher}" is meant', False)
