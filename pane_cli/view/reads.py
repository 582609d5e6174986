"""Fold: what was read, so that a newer read can stand for an older one.

A read is a call that names one file and writes nothing, or a shell command that only
prints. `part` is what else the call says (offset, limit, a pattern): a newer read
stands for an older one of the same file if it reads the whole file, or the same part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from pane_cli.session.types import Entry
from pane_cli.view.command_lines import command_key, command_line
from pane_cli.view.work import WRITES

#: More than one program, output that goes elsewhere, or `sed -i`.
_CHANGES = re.compile(r"[|;&<>`]|\$\(| -\w*i| --in-place")


class Read(msgspec.Struct, array_like=True, gc=False):
    """One read: its call, its result, and which part was read (empty: all of it)."""

    call: int
    result: int
    part: str


class Reads(msgspec.Struct):
    """Reads that succeeded, by what was read: tool and path, or the command."""

    reads: dict[str, list[Read]] = {}
    pending: dict[str, tuple[int, str, str]] = {}
    """Call, key and part of reads that wait for their result, by call id."""

    def step(self, entry: Entry, commands: tuple[str, ...]) -> None:
        """Take one entry in; `commands` are programs that only print."""
        if entry.kind == "call":
            named = _named(entry, commands)
            if named is not None:
                self.pending[entry.call or ""] = (entry.n, *named)
        elif entry.kind == "result":
            call, key, part = self.pending.pop(entry.call or "", (0, "", ""))
            if call and not entry.error and not entry.exit:
                self.reads.setdefault(key, []).append(Read(call, entry.n, part))

    def superseded(self) -> Iterator[tuple[Read, Read]]:
        """Every read that a newer one stands for, and the newest that does."""
        for reads in self.reads.values():
            for index, read in enumerate(reads[:-1]):
                later = [q for q in reads[index + 1 :] if q.part in ("", read.part)]
                if later:
                    yield read, later[-1]

    def again(self) -> Iterator[tuple[str, Read, Read]]:
        """What was read, a read of it, and the next one that stands for it."""
        for key, reads in self.reads.items():
            for read, after in pairwise(reads):
                if after.part in ("", read.part):
                    yield key.partition("\0")[2], read, after


def _named(entry: Entry, commands: tuple[str, ...]) -> tuple[str, str] | None:
    """What a call reads and which part of it; None: it is no read."""
    args = entry.args or {}
    line = command_line(args)
    if line:
        key = command_key(line)
        program = key.split(" ", 1)[0]
        only_prints = program in commands and not _CHANGES.search(key)
        return (f"$\0{key}", "") if only_prints else None
    if len(entry.files) != 1 or WRITES.intersection(args):
        return None
    rest = {k: v for k, v in args.items() if v and v not in entry.files}
    part = msgspec.json.encode(rest, order="sorted").decode("utf-8") if rest else ""
    return f"{entry.tool}\0{entry.files[0]}", part
