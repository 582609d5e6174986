"""`pane check --fix` over all inputs: what is mended, what is left, and why."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pane_cli.check.table import Row
from pane_cli.commands.findings.checking import RULES, as_named
from pane_cli.commands.findings.fixing import Fix, Fixed, fix
from pane_cli.commands.findings.run import Asked
from pane_cli.commands.shared.clock import now
from pane_cli.commands.shared.rendering import redactor
from pane_cli.commands.shared.terminal import output, say
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Rules
from pane_cli.text.counts import counted
from pane_cli.transcripts.transcribe import UnknownFormat


def mend_all(asked: Asked, rules: Rules, rows: Sequence[Row]) -> int:
    """Mend every input, or print what would change: 1 if anything, 0; 2 errors."""
    plan = Fix(
        {row.id for row in rows if row.fix},
        now(asked.now),
        rules.check.live_minutes,
        _roots(),
        asked.force,
        asked.diff,
    )
    clean = redactor(rules, asked.no_redact)
    status = 0
    with output(asked.out if asked.diff else Path("-")) as stream:
        for path, shown, is_named in _inputs(asked):
            try:
                fixed = fix(path, shown, plan, asked.agent)
            except UnknownFormat as error:
                if is_named and asked.diff:  # --fix checks what it leaves
                    say(str(error))
                    say(error.hint)
                    status = 2
                continue
            except OSError as error:
                say(f"{shown}: not mended: {error.strerror or error}")
                status = 2
                continue
            # Of what is found in a folder, most needs no mending.
            if fixed.counts or is_named or asked.verbose:
                _say(fixed, shown, asked.quiet)
            text = fixed.diff.decode("utf-8", "surrogateescape")
            stream.write(clean(text).encode("utf-8", "surrogateescape"))
            status = max(status, int(bool(fixed.diff)))
    return status


def _say(fixed: Fixed, shown: str, quiet: bool) -> None:
    lines = ", ".join(f"{id} in {counted(n, 'line')}" for id, n in fixed.counts.items())
    if fixed.refused:
        say(f"{shown}: not mended: {fixed.refused}", quiet)
    elif fixed.backup is not None:
        kept = as_named(fixed.backup)
        say(f"{shown}: mended {lines}; as it was: {kept}", quiet)
    elif fixed.diff:
        say(f"{shown}: --fix would mend {lines}", quiet)


def _inputs(asked: Asked) -> Iterator[tuple[Path, str, bool]]:
    """The files to mend, and whether each was named; what is missing, check tells."""
    if asked.session is not None:
        from pane_cli.commands.shared.stored import open_store

        store = open_store(asked.store)
        path = store.path(store.find(asked.session))
        yield path, as_named(path), True
        return
    from pane_cli.store.walk import Missing, walk

    if not asked.files or Path("-") in asked.files:
        raise PaneError("--fix mends files, and stdin is none", "name a FILE, or -s ID")
    for found in walk(asked.files):
        if not isinstance(found, Missing) and found.path.suffix not in RULES:
            yield found.path, as_named(found.shown), found.is_named


def _roots() -> list[Path]:
    """Folders in which agents keep their sessions on this machine."""
    from pane_cli.transcripts.formats import NAMES
    from pane_cli.transcripts.places import places

    try:
        home = Path.home()
    except RuntimeError:
        return []  # a user without a home has no agents there
    found = places(NAMES, os.environ, home, sys.platform)
    return sorted({place.root.resolve() for place in found})
