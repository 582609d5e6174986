"""What may be added to a window, block by block; what stands in it already is left out.

The blocks are those of the context (`assemble/blocks.py`), but for two of the hook's
own: pins by their names alone, and the handoff of the session before.
"""

from __future__ import annotations

import shlex
from collections.abc import (
    Callable,
    Collection,
    Container,
    Iterable,
    Iterator,
    Sequence,
)
from dataclasses import dataclass

import msgspec

from pane_cli.agents.fit import Block
from pane_cli.agents.memory import sum_of
from pane_cli.assemble.blocks import BLOCKS, LAID_OUT, Material, pins
from pane_cli.assemble.context import Recalled
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Section
from pane_cli.session.types import Entry
from pane_cli.text.clip import clip, one_line
from pane_cli.view.view import View

OWN = ("pins", "handoff")
#: Which command prints all of a block, where `summarize` does not.
_TOLD_BY = {
    "pins": "pin --list",
    "facts": "facts",
    "user-facts": "facts",
    "topics": "topics",
}


@dataclass(frozen=True)
class Scene:
    """All that the blocks are made from."""

    view: View
    """The session; without an entry where it is not stored yet."""
    fetch: Callable[[int], Entry]
    """Entries without secrets."""
    clean: Callable[[str], str]
    """Takes secrets out."""
    window: Container[int] = ()
    """Entries that stand in the window."""
    recalled: Sequence[Recalled] = ()
    room: int = 0
    """Characters that `recalled` may take."""
    query: str = ""
    handoff: Callable[[], Block | None] = lambda: None
    store: str = ""
    """Behind a command that reads the store."""
    absent: Sequence[str] = ()
    """Identifiers of the prompt that no earlier entry has."""

    def command(self, what: str) -> str:
        """What prints all of a block: `pane pin --list -s ID`."""
        return f"pane {what} -s {self.view.header.id}{self.store}"


#: Characters of a prompt in the command that recalls more for it.
_ASKED_CHARS = 80


def blocks_of(
    layouts: Iterable[tuple[str, Iterable[Section]]],
    scene: Scene,
    shown: Collection[int],
) -> list[Block]:
    """The blocks of layouts, each once, that have something new to say.

    A layout comes with the name of the rule that it stands in.
    """
    made: dict[str, Block | None] = {}
    for rule, sections in layouts:
        for section in sections:
            if section.name not in made:
                made[section.name] = _block(rule, section, scene)
    fresh = (_fresh(block, shown) for block in made.values() if block is not None)
    return [block for block in fresh if block.items]


def _fresh(block: Block, shown: Collection[int]) -> Block:
    items = tuple(item for item in block.items if sum_of(item) not in shown)
    return msgspec.structs.replace(block, items=items)


def _block(rule: str, section: Section, scene: Scene) -> Block | None:
    if section.name == "handoff":
        return _capped(scene.handoff(), section)
    if section.name == "recalled" and not scene.recalled:
        # Nothing was found, and that is no reason to clean the prompt.
        absent = tuple(_nowhere(scene))
        return Block("# Recalled", absent, _again(scene)) if absent else None
    make = _pins if section.name == "pins" else BLOCKS.get(section.name)
    if make is None:
        known = ", ".join(sorted({*BLOCKS, *OWN}.difference(LAID_OUT)))
        raise PaneError(f"{rule}: no block {section.name}", f"blocks: {known}")
    lines = make(_material(scene, rule), section)
    if not lines:
        return None
    command = scene.command(_TOLD_BY.get(section.name, "summarize"))
    if section.name == "recalled":
        lines[1:1] = _nowhere(scene)
        command = _again(scene)
    return Block(lines[0], tuple(lines[1:]), command)


def _pins(material: Material, section: Section) -> list[str]:
    # That one holds for every session is nothing to the agent of this one.
    return pins(material, section, lambda pin: pin.name)


def _nowhere(scene: Scene) -> Iterator[str]:
    """What quotes of other words must not be taken for."""
    for name in scene.absent:
        yield f"- no earlier entry has `{scene.clean(name)}`"


def _again(scene: Scene) -> str:
    """What recalls more for the prompt."""
    asked = one_line(scene.clean(scene.query), _ASKED_CHARS)
    return f"pane recall {shlex.quote(asked)}{scene.store}"


def _material(scene: Scene, rule: str) -> Material:
    return Material(
        view=scene.view,
        fetch=scene.fetch,
        clean=scene.clean,
        recalled=scene.recalled,
        recalled_chars=scene.room,
        whole=scene.window,
        query=scene.query,
        tokens_left=None,  # agents say nothing of their windows
        rule=rule,
    )


def _capped(block: Block | None, section: Section) -> Block | None:
    if block is None:
        return None
    kept = block.items[: section.lines]
    if section.chars is not None:
        kept = tuple(clip(item, section.chars) for item in kept)
    return msgspec.structs.replace(block, items=kept)
