"""What is still at hand though its turns are not: summaries of loaded topics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pane_cli.session.address import format_range
from pane_cli.view.inventory import OUT, Listed, inventory
from pane_cli.view.view import View, entries
from pane_cli.view.wording import Wording, spans

if TYPE_CHECKING:
    from pane_cli.assemble.blocks import Material

_RANGES = 3


def topic_lines(material: Material) -> Iterator[str]:
    """A line for each loaded topic none of whose entries stands in the context.

    The query loads those that it names, for this once. Longest time first.
    """
    view = material.view
    wording = Wording(view, material.fetch, material.clean)
    listed = [one for one in inventory(view, material.query) if one.state != OUT]
    for one in sorted(listed, key=lambda one: (-one.topic.ttl, -one.number)):
        if not _is_there(view, one, material):
            yield _line(view, one, wording)


def _is_there(view: View, one: Listed, material: Material) -> bool:
    turns = set(one.turns)
    return any(
        n in material.whole
        for turn in view.turns
        if turn.number in turns
        for n in entries(turn)
    )


def _line(view: View, one: Listed, wording: Wording) -> str:
    kinds = ",".join(wording.names(one.topic.categories))
    title = wording.title(one.topic) + (f" ({kinds})" if kinds else "")
    at = [format_range(*span) for span in spans(view, one)]
    more = f" (+{len(at) - _RANGES})" if len(at) > _RANGES else ""
    where = " ".join(at[:_RANGES])
    return f"- {title} [{where}{more}]: {wording.summary(one).text}"
