"""Where `pane` begins.

A plain `recall` is an agent's every second breath, and reading its command line with
Typer takes longer than answering it: what `quick.py` can read goes past Typer.
"""

from __future__ import annotations

import os
import sys

_COMPLETING = "_PANE_COMPLETE"


def main() -> None:
    """Run a command line; every way out of pane goes through here."""
    sys.exit(_run(sys.argv[1:]))


def _run(words: list[str]) -> int:
    if words[:1] == ["recall"] and not _needs_typer():
        from pane_cli.commands.quick import RECALL, read

        given = read(words[1:], RECALL)
        if given is not None:
            from pane_cli.commands.recalling import Asked, recalled
            from pane_cli.endings import status_of

            return status_of(lambda: recalled(Asked(**given)))
    from pane_cli.app import run

    return run()


def _needs_typer() -> bool:
    """Where it completes words, or stands in for a shell that expands no patterns."""
    return _COMPLETING in os.environ or os.name == "nt"
