"""Options of `pane check` alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Select = Annotated[
    list[str] | None,
    typer.Option(
        "--select",
        help="Only these: ids or names of --list, or how they begin (P4), by comma.",
        metavar="IDS",
    ),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option("--ignore", help="Not these, the same way.", metavar="IDS"),
]
FailOn = Annotated[
    str | None,
    typer.Option(
        "--fail-on", help="Exit 1 at error (as usual), warning or info, and above."
    ),
]
ExitZero = Annotated[
    bool, typer.Option("--exit-zero", help="Exit 0 whatever was found.")
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format", help="text (as usual), json, github, gitlab, sarif or junit."
    ),
]
BaselineFile = Annotated[
    Path | None,
    typer.Option("--baseline", help="Do not tell what this file knows already."),
]
WriteBaseline = Annotated[
    Path | None,
    typer.Option("--write-baseline", help="Write what is found as known, exit 0."),
]
Fix = Annotated[bool, typer.Option("--fix", help="Mend what is safe to mend.")]
Diff = Annotated[
    bool, typer.Option("--diff", help="Print what --fix would change, change nothing.")
]
Force = Annotated[
    bool, typer.Option("--force", help="Mend also what an agent may be writing to.")
]
Lossless = Annotated[
    bool,
    typer.Option(
        "--lossless", help="Read sources again: do they give the same entries?"
    ),
]
List = Annotated[
    bool,
    typer.Option(
        "--list", help="Print every finding there can be, and what --fix mends."
    ),
]
Explain = Annotated[
    str | None,
    typer.Option(
        "--explain", help="Say what it means and what to do; or all.", metavar="ID"
    ),
]


def split(names: list[str] | None) -> tuple[str, ...]:
    """Names that may be repeated, and separated by commas."""
    return tuple(
        part.strip() for name in names or () for part in name.split(",") if part.strip()
    )
