"""P1: bytes that are damaged, or can't be."""

from __future__ import annotations

from pane_cli.check import broken
from pane_cli.check.row import Row

ROWS = (
    Row(
        "P101",
        "damaged-line",
        "error",
        ("skip",),
        broken.damaged_line,
        means="A line is no whole JSON object, so what it said is lost to every "
        "reader.",
        why="Some readers stop at the first such line and lose all that follows it.",
        example='{"type":"us',
        todo="Restore it from a backup, or delete the line; the other lines are whole.",
        fix="deletes the line",
    ),
    Row(
        "P102",
        "nul-bytes",
        "error",
        ("skip",),
        broken.nul_bytes,
        means="A run of NUL bytes stands where a record was: the machine stopped in a "
        "write.",
        why="The record is gone, and some readers stop here.",
        example=r"\0\0\0\0\0\0\0\0",
        todo="Restore it from a backup, or delete the line; the other lines are whole.",
        fix="deletes the line",
    ),
    Row(
        "P103",
        "torn-last-line",
        "warning",
        ("skip",),
        broken.torn_last_line,
        means="The last line has no end. An agent that is still writing will finish "
        "it.",
        why="What is appended to it later is glued to half a record, and lost with it.",
        example='{"type":"user","uu',
        todo="Nothing while the agent runs; once it has ended, the record is lost.",
        fix="deletes the line",
    ),
    Row(
        "P104",
        "saved-record",
        "warning",
        ("skip",),
        broken.saved_record,
        means="A record was saved out of a damaged line; other tools may lose it.",
        why="Most readers skip the whole line, the record that is whole with it.",
        example='{"type":"us{"type":"user","uuid":"u-2",...}',
        todo="Ingest the file, so that the store keeps the record.",
        fix="leaves the whole records of the line, each on a line of its own",
    ),
    Row(
        "P105",
        "lone-surrogate",
        "warning",
        ("bytes",),
        broken.lone_surrogate,
        means="Half of a UTF-16 pair: no text can hold it, and some readers crash on "
        "it.",
        why="APIs refuse a request with it, so an agent that resumes is stuck for "
        "good.",
        example=r'{"text":"\ud99c"}',
        todo="pane shows U+FFFD in its place; other readers may need the escape "
        "replaced.",
        fix=r"writes \ufffd in its place, which has the same length",
    ),
    Row(
        "P106",
        "invalid-utf8",
        "warning",
        ("bytes",),
        broken.invalid_utf8,
        means="Bytes that are no UTF-8, though the format says all is.",
        why="Readers in strict languages refuse the file.",
        example=r'{"text":"caf\xe9"}',
        todo="pane shows U+FFFD in their place; find out what wrote another encoding.",
    ),
    Row(
        "P107",
        "carriage-returns",
        "info",
        ("bytes", "end"),
        broken.carriage_returns,
        means="Lines end in a carriage return and a newline: an editor or a checkout "
        "on Windows rewrote the file.",
        why="Every offset moved, so readers that remember one read the file again.",
        example=r'{"type":"user",...}\r\n',
        todo="Nothing for pane. In git, say `*.jsonl -text` in .gitattributes.",
        fix="takes the carriage returns out",
    ),
    Row(
        "P108",
        "byte-order-mark",
        "info",
        ("bytes",),
        broken.byte_order_mark,
        means="The file begins with a byte order mark, which UTF-8 does not need.",
        why="Readers that take line 1 as it stands refuse the file, or the folder.",
        example=r'\xef\xbb\xbf{"type":"user",...}',
        todo="Nothing for pane; save the file without it for other readers.",
        fix="takes it out",
    ),
)
