"""P7: how much there is, and whether it adds up."""

from __future__ import annotations

from pane_cli.check import figures, sized
from pane_cli.check.row import Row
from pane_cli.check.table.records import ENTRIES

ROWS = (
    Row(
        "P701",
        "large-record",
        "warning",
        ENTRIES,
        sized.large_record,
        means="A record is larger than `check.large`, 5 MB unless the rules say "
        "otherwise.",
        why="Readers with a cap on lines (64 KB, 1 MB and 10 MB are common) lose the "
        "record, or the file.",
        example="a tool result of 12 MB on one line",
        todo="Nothing for pane. Have the tool write to a file, and print less.",
    ),
    Row(
        "P702",
        "base64",
        "info",
        ("end",),
        sized.base64,
        means="Images and long runs of base64 take more than `check.base64`, 1 MB "
        "unless the rules say otherwise.",
        why="The file is slow to load; as text they cost tokens in every request.",
        example="40 screenshots in a session",
        todo="Nothing in a store, which keeps stubs; paste smaller pictures.",
    ),
    Row(
        "P703",
        "repeated-image",
        "info",
        ("end",),
        sized.repeated_image,
        means="The same image is stored again, byte for byte.",
        why="It is sent, and paid for, each time.",
        example="one screenshot in three results",
        todo="Nothing in a store, which keeps stubs.",
    ),
    Row(
        "P704",
        "usage-sum",
        "warning",
        ("record",),
        figures.usage_sum,
        means="Figures of usage are below zero, are no sum of their parts, or a "
        "running "
        "total falls: an info, as Codex counts anew when it resumes.",
        why="Costs that are counted from the file are wrong.",
        example='"usage":{"input_tokens":100,"output_tokens":20,"total_tokens":900}',
        todo="Count from the provider's bill; report it to the agent's makers.",
    ),
)
