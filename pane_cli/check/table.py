"""Every finding there is: one row each, with the small function that finds it.

To add one, write the function beside its kin and a row here. Ids and names are for
ever: people write them into `--ignore`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from pane_cli.check import broken, calls, links, lossless, metadata, ours
from pane_cli.check.finding import Hit
from pane_cli.check.seen import Seen
from pane_cli.rules.schema import Severity


class Row(NamedTuple):
    """One sort of finding."""

    id: str
    name: str
    severity: Severity
    places: tuple[str, ...]
    """What `find` is shown: `skip`, `bytes`, lines by kind, `end`, or `lossless`."""
    find: Callable[[Any, Seen], Iterable[Hit]]
    means: str
    """What it is."""
    todo: str
    """What to do about it."""

    def matches(self, part: str) -> bool:
        """Whether `part` begins its id or its name."""
        part = part.lower()
        return self.id.lower().startswith(part) or self.name.startswith(part)


_ENTRIES = ("text", "thinking", "call", "result", "image", "note")

ROWS = (
    Row(
        "P101",
        "damaged-line",
        "error",
        ("skip",),
        broken.damaged_line,
        "A line is no whole JSON object, so what it said is lost to every reader.",
        "Restore it from a backup, or delete the line; the other lines are whole.",
    ),
    Row(
        "P102",
        "nul-bytes",
        "error",
        ("skip",),
        broken.nul_bytes,
        "A run of NUL bytes stands where a record was: the machine stopped in a write.",
        "Restore it from a backup, or delete the line; the other lines are whole.",
    ),
    Row(
        "P103",
        "torn-last-line",
        "warning",
        ("skip",),
        broken.torn_last_line,
        "The last line has no end. An agent that is still writing will finish it.",
        "Nothing while the agent runs; once it has ended, the record is lost.",
    ),
    Row(
        "P104",
        "saved-record",
        "warning",
        ("skip",),
        broken.saved_record,
        "A record was saved out of a damaged line; other tools may lose it.",
        "Ingest the file, so that the store keeps the record.",
    ),
    Row(
        "P105",
        "lone-surrogate",
        "warning",
        ("bytes",),
        broken.lone_surrogate,
        "Half of a UTF-16 pair: no text can hold it, and some readers crash on it.",
        "pane shows U+FFFD in its place; other readers may need the escape replaced.",
    ),
    Row(
        "P106",
        "invalid-utf8",
        "warning",
        ("bytes",),
        broken.invalid_utf8,
        "Bytes that are no UTF-8, though the format says all is.",
        "pane shows U+FFFD in their place; find out what wrote another encoding.",
    ),
    Row(
        "P201",
        "unpaired-call",
        "error",
        ("end",),
        calls.unpaired_call,
        "A call has no result, and model APIs refuse that. In the newest step it may "
        "be running still: a warning. Cursor's transcripts keep no results: an info.",
        "Nothing for pane, which writes that there is no result; before you resume the "
        "transcript itself, rewind to before the call.",
    ),
    Row(
        "P202",
        "result-without-call",
        "error",
        ("result", "end"),
        calls.result_without_call,
        "A result whose call is nowhere in the session. Model APIs refuse it.",
        "Look for the missing line in a backup; pane leaves it out of messages.",
    ),
    Row(
        "P203",
        "duplicate-result",
        "error",
        ("result",),
        calls.duplicate_result,
        "A call has a second result. Model APIs refuse it.",
        "pane uses the first; delete the other before you resume the transcript.",
    ),
    Row(
        "P204",
        "misplaced-result",
        "error",
        ("call",),
        calls.misplaced_result,
        "A result stands before its call. Model APIs refuse it.",
        "pane pairs them; swap the lines before you resume the transcript.",
    ),
    Row(
        "P205",
        "duplicate-call",
        "error",
        ("call",),
        calls.duplicate_call,
        "Two calls have one id, so a result can't tell whose it is.",
        "pane gives the result to the first; report it to the agent's makers.",
    ),
    Row(
        "P301",
        "duplicate-id",
        "warning",
        _ENTRIES,
        links.duplicate_id,
        "A record with this id came before: a copy (an info), or another record.",
        "Nothing for a copy: it is counted and shown once. Else report it to the "
        "agent's makers.",
    ),
    Row(
        "P302",
        "dangling-parent",
        "warning",
        ("end",),
        links.dangling_parent,
        "A record's parent is not in the file, so readers that follow parents stop.",
        "pane goes on in the order of the file; look for the missing part in a backup.",
    ),
    Row(
        "P303",
        "cyclic-parent",
        "error",
        _ENTRIES,
        links.cyclic_parent,
        "A record is among its own parents: readers that follow them never end.",
        "Set the `parentUuid` (or `parentId`) of one record of the circle to null.",
    ),
    Row(
        "P401",
        "time-backwards",
        "info",
        ("end",),
        links.time_backwards,
        "Records are older than the one before them, as with parallel tools and forks.",
        "Nothing: the order of the file is the order that counts.",
    ),
    Row(
        "P402",
        "time-missing",
        "info",
        ("end",),
        links.time_missing,
        "Entries have no time, and none came before: `--since` can't see them.",
        "Nothing, where the format has no times.",
    ),
    Row(
        "P501",
        "header-missing",
        "error",
        (*_ENTRIES, "mark", "amend"),
        ours.header_missing,
        "Session lines stand before any `session` line: nobody knows whose they are.",
        "Put the header back as the first line, or ingest the transcript again.",
    ),
    Row(
        "P502",
        "header-repeated",
        "error",
        ("session",),
        ours.header_repeated,
        "One session begins twice in a file.",
        "Delete the second header, or keep one of the two copies.",
    ),
    Row(
        "P503",
        "number-repeated",
        "error",
        _ENTRIES,
        ours.number_repeated,
        "Two entries have one number, so an address means both.",
        "Ingest the transcript again; nothing that pane writes repeats a number.",
    ),
    Row(
        "P504",
        "number-order",
        "error",
        _ENTRIES,
        ours.number_order,
        "An entry stands behind one with a higher number.",
        "Put the lines back in order: a session file is only ever appended to.",
    ),
    Row(
        "P505",
        "number-gap",
        "warning",
        _ENTRIES,
        ours.number_gap,
        "Entries are missing: a filter took them out, or lines were lost.",
        "Nothing, if you filtered; else ingest the transcript again.",
    ),
    Row(
        "P506",
        "missing-address",
        "error",
        ("mark", "amend"),
        ours.missing_address,
        "A mark or amend is about entries or marks that do not exist.",
        "Delete the line, or find out which lines before it were lost.",
    ),
    Row(
        "P507",
        "mark-repeated",
        "error",
        ("mark",),
        ours.mark_repeated,
        "Two marks have one number, so `undo` means both.",
        "Number the later mark on.",
    ),
    Row(
        "P601",
        "lost-original",
        "error",
        ("lossless",),
        lossless.lost_original,
        "An entry's source bytes are not in the original, or are no record any more.",
        "Ingest its transcript again, if there still is one.",
    ),
    Row(
        "P602",
        "changed-entry",
        "error",
        ("lossless",),
        lossless.changed_entry,
        "Read again, the source bytes give another entry than the session has.",
        "If the session was edited, ingest it anew; else report it: it is our bug.",
    ),
    Row(
        "P603",
        "not-compared",
        "info",
        ("lossless",),
        lossless.not_compared,
        "Entries whose source is not at hand, so nothing can be said of them.",
        "`pane check --lossless -s ID` compares with what the store keeps.",
    ),
    Row(
        "PT01",
        "metadata-json",
        "warning",
        ("text",),
        metadata.finder("json"),
        "A reply ends with a turn.json block that is no JSON object: it says nothing.",
        "Give the agent the instructions of `pane rules metadata`.",
    ),
    Row(
        "PT02",
        "metadata-fields",
        "warning",
        ("text",),
        metadata.finder("fields"),
        "A turn.json block lacks `entities` or `categories`, or a field is no list "
        "or text.",
        "Give the agent the instructions of `pane rules metadata`.",
    ),
    Row(
        "PT03",
        "metadata-entities",
        "warning",
        ("text",),
        metadata.finder("entities"),
        "A turn.json block names no entity, or one that could be any (facts.generic).",
        "Ask for files, functions, services, tickets: names that come back.",
    ),
    Row(
        "PT04",
        "metadata-categories",
        "warning",
        ("text",),
        metadata.finder("categories"),
        "A category is no kind of work that the rules know, or there are too many.",
        "Name the kinds of work in the instructions, or add yours to facts.categories.",
    ),
    Row(
        "PT05",
        "metadata-facts",
        "warning",
        ("text",),
        metadata.finder("facts"),
        "A fact has no key or no value and is not kept, or its key is a sentence.",
        "Ask for a short `key`, a `value`, and the `entity` it is about.",
    ),
    Row(
        "PT06",
        "metadata-summary",
        "warning",
        ("text",),
        metadata.finder("summary"),
        "A summary is too long for the turns that it covers (facts.summary_chars), or "
        "too short (facts.summary_tokens: an info).",
        "Ask for 50 to 100 tokens a turn, only where the subject changes.",
    ),
    Row(
        "PT07",
        "metadata-place",
        "warning",
        ("text",),
        metadata.finder("place"),
        "Words follow a turn.json block: it may be a quote, so its facts are not "
        "taken.",
        "Ask for the block as the last thing in the reply.",
    ),
    Row(
        "PT08",
        "metadata-share",
        "info",
        ("end",),
        metadata.share,
        "Of a session with turn.json blocks some turns have none, or a faulty one.",
        "Nothing: such a turn is read without it. Repeat the instructions if many do.",
    ),
)
