"""What the command lines say that are read without Typer, too: what is in all."""

from __future__ import annotations

from pathlib import Path

import msgspec


class Asked(msgspec.Struct, frozen=True):
    """A command line: the parameters of its command, by the same names."""

    files: list[Path] | None = None
    session: str | None = None
    explain: bool = False
    no_redact: bool = False
    agent: str | None = None
    store: Path | None = None
    rules_file: Path | None = None
    settings: list[str] | None = None
    out: Path | None = None
    now: str | None = None
    quiet: bool = False
