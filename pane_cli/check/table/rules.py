"""P9: rules files, which `pane check` reads when they are named."""

from __future__ import annotations

from pane_cli.check import ruled
from pane_cli.check.row import Row

ROWS = (
    Row(
        "P901",
        "rules-fault",
        "error",
        ("rules",),
        ruled.rules_fault,
        means="A rules file has a key that does not exist, a value that does not fit, "
        "or is no YAML.",
        why="Every command that reads the file stops with an error.",
        example="evict: {shar: 0.3}",
        todo="`pane rules explain` lists all keys, and what they take.",
    ),
    Row(
        "P902",
        "rules-no-finding",
        "warning",
        ("rules",),
        ruled.rules_no_finding,
        means="`check.select`, `check.ignore` or `check.severity` names no finding.",
        why="What you meant to silence or to raise is neither.",
        example="check: {ignore: [P999]}",
        todo="`pane check --list` prints every id and name.",
    ),
)
