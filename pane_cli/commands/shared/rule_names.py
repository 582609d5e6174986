"""Names in rules that only the commands know: blocks, sections, stemmers, zones, ...

Rules files are held to the schema where they are read. These names are looked up where
they are used; `pane rules check` looks them up at once, to say the file and the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pane_cli.errors import PaneError
from pane_cli.rules.merge import Fault, Setting


def name_faults(rows: Iterable[Setting | Fault]) -> Iterator[Fault]:
    """A fault for each setting that names something that is not there."""
    for row in rows:
        if not isinstance(row, Setting):
            continue
        key = ".".join(row.path)
        look = _NAMED.get(key) or _NAMED.get(".".join(row.path[:2]))
        try:
            if look is not None:
                look(row)
        except PaneError as error:
            message = str(error).removeprefix(f"{key}: ")
            said = "; ".join(filter(None, (message, error.hint)))
            yield Fault(row.file, row.line, key, said)


def _blocks(row: Setting) -> None:
    from pane_cli.agents.blocks import OWN
    from pane_cli.assemble.blocks import BLOCKS, LAID_OUT, never_cut
    from pane_cli.rules.schema import Section

    is_hook = row.path[0] == "hook"
    known = {*BLOCKS, *(OWN if is_hook else LAID_OUT)}
    whole = ("pins",) if is_hook else ("pins", "turns")
    for item in row.value:
        section = Section(**item)
        if section.name not in known:
            there = f"blocks: {', '.join(sorted(known))}"
            raise PaneError(f"no block {section.name}", there)
        if section.name in whole:
            never_cut(".".join(row.path), section)


def _sections(row: Setting) -> None:
    from pane_cli.summarize.sections import section_of

    for item in row.value:
        section_of(item["name"])


def _language(row: Setting) -> None:
    from pane_cli.text.stems import languages

    if row.value not in languages():
        there = f"one of {', '.join(languages())}"
        raise PaneError(f"no stemmer for {row.value}", there)


def _zone(row: Setting) -> None:
    from pane_cli.commands.shared.zones import zone_of

    zone_of(row.value)


def _encoder(row: Setting) -> None:
    from importlib.metadata import entry_points

    from pane_cli.search.encoders import ENCODERS, GROUP

    known = {*ENCODERS, *entry_points(group=GROUP).names}
    if row.value and row.value not in known:
        there = f"installed: {', '.join(sorted(known))}"
        raise PaneError(f"no encoder {row.value}", there)


def _findings(row: Setting) -> None:
    from pane_cli.check.row import unknown
    from pane_cli.check.ruled import named
    from pane_cli.check.table import ROWS

    for part in unknown(ROWS, named(row)):
        raise PaneError(f"no finding is called {part}", "see: pane check --list")


_NAMED: dict[str, Callable[[Any], None]] = {
    "assemble.blocks": _blocks,
    "hook.prompt": _blocks,
    "hook.compacted": _blocks,
    "hook.started": _blocks,
    "summary.sections": _sections,
    "recall.language": _language,
    "search.encoder": _encoder,
    "stats.tz": _zone,
    "check.severity": _findings,
    "check.select": _findings,
    "check.ignore": _findings,
}
