"""Values of options, from their text: what is no such value is said with what is."""

from __future__ import annotations

import math
from collections.abc import Callable

from pane_cli.errors import PaneError

#: More is nobody's wish, and numbers beyond the machine's are trouble.
_MOST = 1_000_000_000


def whole(option: str, least: int) -> Callable[[object], int]:
    """Reads whole numbers from `least` up; raises PaneError for all else."""

    def number(text: object) -> int:
        said = str(text)
        is_number = said.isascii() and said.isdigit() and len(said) <= len(str(_MOST))
        if not is_number or not least <= int(said) <= _MOST:
            allowed = f"a whole number from {least} to {_MOST:,}"
            raise PaneError(f"{option} {said}: no such number", f"{option}: {allowed}")
        return int(said)

    return number


def seconds(option: str) -> Callable[[object], float]:
    """Reads seconds, more than none; raises PaneError for all else."""

    def duration(text: object) -> float:
        try:
            found = float(str(text))
        except ValueError:
            found = math.nan
        if not 0 < found <= _MOST:
            allowed = "a number of seconds above 0, such as 0.3 or 5"
            raise PaneError(f"{option} {text}: no such time", f"{option}: {allowed}")
        return found

    return duration


def moment(text: str) -> str:
    """The text of `--now`; raises PaneError where it is no time."""
    from pane_cli.commands.shared.clock import now  # most command lines have none

    now(text)
    return text
