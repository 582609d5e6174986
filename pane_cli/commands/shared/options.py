"""Options that mean the same in every command, defined once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pane_cli.commands.shared.values import moment, seconds, whole


def number(option: str, *letters: str, least: int, help: str) -> Any:
    """An option that takes whole numbers from `least` up."""
    reads = whole(option, least)
    return typer.Option(option, *letters, parser=reads, metavar="N", help=help)


def time(option: str, help: str) -> Any:
    """An option that takes seconds."""
    reads = seconds(option)
    return typer.Option(option, parser=reads, metavar="SECONDS", help=help)


Files = Annotated[
    list[Path] | None,
    typer.Argument(help="Transcripts or sessions; `-` is stdin.", show_default=False),
]
SessionId = Annotated[
    str | None,
    typer.Option("--session", "-s", help="Session of the store, by any unique part."),
]
From = Annotated[
    str | None,
    typer.Option("--from", help="Transcript format, when it can't be told."),
]
Store = Annotated[
    Path | None,
    typer.Option("--store", help="Folder of sessions (else $PANE_STORE, else XDG)."),
]
RulesFile = Annotated[
    Path | None, typer.Option("--rules", help="Rules that win over all other layers.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", help="One rule: `evict.share=0.3`. May be repeated."),
]
NoLearned = Annotated[
    bool, typer.Option("--no-learned", help="Without what was learned from use.")
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", help="Write here, not to stdout.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say less on stderr.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Say more on stderr.")]
MinCalls = Annotated[
    int,
    number("--min-calls", least=0, help="Sessions with fewer calls are left out."),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
NoRedact = Annotated[
    bool, typer.Option("--no-redact", help="Show secrets as they stand.")
]
Role = Annotated[
    list[str] | None,
    typer.Option("--role", help="Only user, assistant, tool or system."),
]
Kind = Annotated[
    list[str] | None,
    typer.Option("--kind", help="Only text, thinking, call, result or note."),
]
Tool = Annotated[
    list[str] | None,
    typer.Option("--tool", help="Only calls of this tool, and their results."),
]
Since = Annotated[
    str | None, typer.Option("--since", help="2026-02-10, 3d, yesterday, ...")
]
Until = Annotated[
    str | None, typer.Option("--until", help="The same; a day is included.")
]
At = Annotated[
    str | None, typer.Option("--at", help="As it was at an entry: `ID#120`, `#120`.")
]
Now = Annotated[
    str | None,
    typer.Option(
        "--now",
        parser=moment,
        metavar="TIME",
        help="The clock, for output that repeats.",
    ),
]
Explain = Annotated[
    bool, typer.Option("--explain", help="Say why each item is in or out, on stderr.")
]
