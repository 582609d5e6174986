"""Decisions that a Pi session tells, as marks: Pi's own edits, and those of extensions.

Pi takes an entry out of the context, or puts other words in its place, with a record of
its own. keel, and under its earlier names omp-vcc and pi-vcc, keeps pins and evictions
in custom records, and says of a compaction that it was its own. What such a record
addresses is named by record id, or by its place among the messages, from 0.

What extensions call the fields of pins and evictions is a guess, made from what their
documentation says they do: no file of theirs was seen. A record that does not fit it
decides nothing, and stays a note with all that it holds. Pi's edits and the details of
compactions are as their writers' sources have them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pane_cli.session.types import TOLD, Mark, MarkKind, Range
from pane_cli.transcripts.content import as_text, list_of_dicts, text_of

Record = dict[str, Any]
#: A record id or a place among the messages to the entries of that record.
Find = Callable[[Any], Range | None]

MAKERS = ("keel", "omp-vcc", "pi-vcc")
_OUT = ("evict", "evicted", "drop", "dropped", "out")
_BACK = ("restore", "restored")
_SAYING = ("action", "op", "kind")
_ADDRESSES = ("entries", "ids", "entryIds", "ranges")
_ENDS = (("from", "to"), ("first", "last"), ("start", "end"))


def told_marks(record: Record, find: Find, last: int) -> tuple[Mark, ...]:
    """The marks of one record; none where it decides nothing that is understood."""
    kind = record.get("type")
    if kind == "context_edit":
        return tuple(_edit(record, find))
    if kind == "compaction":
        return tuple(_compaction(record, find, last))
    if kind == "custom":
        maker, what = custom_of(record)
        data = record.get("data")
        if maker and isinstance(data, dict):
            read = {"pin": _pin, "unpin": _pin, "evict": _evict}.get(what)
            return tuple(read(data, what, TOLD + maker, find)) if read else ()
    return ()


def custom_of(record: Record) -> tuple[str, str]:
    """Who made a custom record and what it is of: `keel`, `pin`; else nothing."""
    maker, _, what = (as_text(record.get("customType")) or "").rpartition(".")
    return (maker, what) if maker in MAKERS else ("", "")


def _edit(record: Record, find: Find) -> Iterator[Mark]:
    span = find(record.get("targetId"))
    replacement = record.get("replacement")
    if span is None or "replacement" not in record:
        return
    words = replacement.get("content") if isinstance(replacement, dict) else None
    note = text_of(words) or None
    yield _mark("evict", f"{TOLD}pi", entries=(span,), note=note)


def _compaction(record: Record, find: Find, last: int) -> Iterator[Mark]:
    """A summary of what is before the first record that stayed."""
    details = record.get("details")
    maker = as_text(details.get("compactor")) if isinstance(details, dict) else None
    if maker not in MAKERS:
        return
    kept = find(record.get("firstKeptEntryId"))
    before = kept[0] - 1 if kept else last
    entries = ((1, before),) if before > 0 else ()
    text = text_of(record.get("summary"))
    yield _mark("summary", f"{TOLD}{maker}", text=text, entries=entries)


def _pin(data: Record, what: str, by: str, find: Find) -> Iterator[Mark]:
    name = as_text(data.get("name"))
    text = text_of(data.get("note") or data.get("text"))
    is_removed = what == "unpin" or data.get("remove") is True
    if is_removed and name:
        yield _mark("unpin", by, name=name)
    elif text and not is_removed:
        yield _mark("pin", by, name=name, text=text)


def _evict(data: Record, what: str, by: str, find: Find) -> Iterator[Mark]:
    said = next((data[key] for key in _SAYING if as_text(data.get(key))), "")
    for kind, words in (("restore", _BACK), ("evict", _OUT)):
        lists = [data.get(word) for word in words]
        if said in words:
            lists += [data.get(key) for key in _ADDRESSES]
        spans = tuple(span for items in lists for span in _spans(items, find))
        if spans:
            note = as_text(data.get("note")) if kind == "evict" else None
            yield _mark(kind, by, entries=spans, note=note)  # type: ignore[arg-type]


def _spans(items: Any, find: Find) -> Iterator[Range]:
    for item in items if isinstance(items, list) else []:
        span = find(item)
        if isinstance(item, list) and len(item) == 2:
            span = _between(item[0], item[1], find)
        for one in list_of_dicts([item]):
            ends = (e for e in _ENDS if e[0] in one)
            span = next((_between(one[a], one.get(b), find) for a, b in ends), None)
        if span is not None:
            yield span


def _between(first: Any, last: Any, find: Find) -> Range | None:
    begin, end = find(first), find(last)
    if begin is None or end is None or end[1] < begin[0]:
        return None
    return begin[0], end[1]


def _mark(kind: MarkKind, by: str, **more: Any) -> Mark:
    return Mark(kind, 0, by=by, **more)
