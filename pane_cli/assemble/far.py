"""How far back lines are looked for: a session may be larger than memory.

All that is newer than `FAR` is looked at line by line. Of what is older only requests
are: the first, and the newest in as much room again. The rest keeps its pointer, and
`recall` finds it; its names and numbers have no say in what things are worth.
"""

from __future__ import annotations

from collections.abc import Iterable

from pane_cli.view.view import View

#: Characters of text and arguments. The largest windows hold a million tokens, about
#: four million characters: so this is two of them. An entry's lines and things take up
#: to twenty times its characters, so it also means 160 MB.
FAR = 8_000_000


def near(view: View, shown: Iterable[int], far: int = FAR) -> list[int]:
    """Those of the entries `shown`, in order, whose lines are looked at.

    All of them where they hold no more than `far` characters. However large they are,
    the newest entry is always among them, and so are the first and a newest request.
    """
    numbers = list(shown)
    start = _start(view, numbers, far)
    requests = set(view.requests)
    older = [n for n in numbers[:start] if n in requests]
    newest = older[_start(view, older, far) :]
    # What the session began with holds its constraints.
    first = older[:1] if len(newest) < len(older) else []
    return [*first, *newest, *numbers[start:]]


def is_far(view: View, numbers: Iterable[int], size: int) -> bool:
    """Whether entries are too much to be rendered just to see if `size` holds them."""
    return _chars(view, numbers) > max(FAR, 2 * size)


def _chars(view: View, numbers: Iterable[int]) -> int:
    return sum(view.row(n).chars for n in numbers)


def _start(view: View, numbers: list[int], far: int) -> int:
    """Index of the oldest with which the newest hold at most `far` characters."""
    left = far
    for index in range(len(numbers) - 1, -1, -1):
        left -= view.row(numbers[index]).chars
        if left < 0:
            return min(index + 1, len(numbers) - 1)
    return 0
