"""P3 and P4: records, their ids, parents and types; times."""

from __future__ import annotations

from pane_cli.check import clock, links
from pane_cli.check.row import Row

ENTRIES = ("text", "thinking", "call", "result", "image", "note")
"""Lines that are entries."""

ROWS = (
    Row(
        "P301",
        "duplicate-id",
        "warning",
        ENTRIES,
        links.duplicate_id,
        means="A record with this id came before: a copy (an info), or another record.",
        why="Usage of copies is counted twice, and a parent's id means two records.",
        example="record u-2, record u-3, record u-2",
        todo="Nothing for a copy: it is counted and shown once. Else report it to the "
        "agent's makers.",
    ),
    Row(
        "P302",
        "dangling-parent",
        "warning",
        ("end",),
        links.dangling_parent,
        means="A record's parent is not in the file, so readers that follow parents "
        "stop.",
        why="A resume shows what stands behind the gap and nothing before it.",
        example='{"uuid":"u-9","parentUuid":"u-8",...}, and no u-8',
        todo="pane goes on in the order of the file; look for the missing part in a "
        "backup.",
    ),
    Row(
        "P303",
        "cyclic-parent",
        "error",
        ENTRIES,
        links.cyclic_parent,
        means="A record is among its own parents: readers that follow them never end.",
        why="An agent that resumes such a file hangs.",
        example="u-1 has the parent u-2, u-2 has the parent u-1",
        todo="Set the `parentUuid` (or `parentId`) of one record of the circle to "
        "null.",
    ),
    Row(
        "P304",
        "unknown-record",
        "info",
        ("end",),
        links.unknown_record,
        means="Records of a type that pane does not know: a newer agent, or a plugin.",
        why="What they say is in no summary and no context; their numbers are kept, so "
        "a better reader gives them back.",
        example='{"type":"new-thing",...}',
        todo="Look at one, and report the type if it matters.",
    ),
    Row(
        "P305",
        "unreadable-record",
        "warning",
        ("end",),
        links.unreadable_record,
        means="Records of a known type and of a shape that no reader expects.",
        why="What they say is in no summary and no context.",
        example='{"type":"user","message":17}',
        todo="Report the shape; if a tool of yours wrote it, mend that.",
    ),
    Row(
        "P401",
        "time-backwards",
        "info",
        ("end",),
        clock.time_backwards,
        means="Records are older than the one before them, as with parallel tools and "
        "forks.",
        why="Tools that sort by time show another conversation than there was.",
        example="09:00:02, then 09:00:01",
        todo="Nothing: the order of the file is the order that counts.",
    ),
    Row(
        "P402",
        "time-missing",
        "info",
        ("end",),
        clock.time_missing,
        means="Entries have no time: `--since` can't see them.",
        why="They are left out of what is counted by day.",
        example='{"role":"user","content":"hello"}',
        todo="Ask who wrote the file; formats that know no times are not told.",
    ),
    Row(
        "P403",
        "time-impossible",
        "warning",
        ("record", "end"),
        clock.time_impossible,
        means="A time that is none, or is before 2015, or more than a day from now.",
        why="`--since`, the order of sessions and counts by day go wrong with it.",
        example='"timestamp":"1970-01-01T00:00:00Z"',
        todo="Look at the clock of the machine that wrote it.",
    ),
)
