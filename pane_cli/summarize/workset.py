"""Section of what the next step works from, so that it is not fetched again.

The output of the newest open failure, the latest version of each file that was worked
on, and what recall finds for the newest request: in a budget of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, islice
from typing import Any

from pane_cli.rules.schema import Section
from pane_cli.session.address import format_range
from pane_cli.summarize.lines import Line, Material, limit_of, times
from pane_cli.summarize.runs import still_open
from pane_cli.text.clip import one_line
from pane_cli.text.tokens import estimate
from pane_cli.view.command_lines import command_line
from pane_cli.view.work import PATCH, FileUse

#: Arguments that hold a file's whole content, and those that hold what takes a place.
_WHOLE = ("content", "contents", "file_text", "new_source")
_PIECES = ("new_string", "newText", "new_str", "insert_text", "patch", "input")
_PATTERN = "pattern"
_INDENT = "    "
_NAME_CHARS = 160
#: The share of the budget that may stay unused.
_REST = 0.1

#: The entry that holds a text of a file, and the text.
Version = tuple[int, str]


def working_set(material: Material, section: Section) -> list[Line]:
    """Blocks worth most, as many as the budget holds; the rest is passed over."""
    if material.is_handoff:
        return []
    blocks = chain(
        _failure(material, section), _hits(material), _files(material, section)
    )
    left = whole = budget(material)
    kept = []
    for place, block in enumerate(islice(blocks, section.lines)):
        text = f"{block.text}\n{block.body}"
        cost = estimate(text, material.view.chars_per_token)
        if cost <= left:
            left -= cost
            block.worth = -place
            kept.append(block)
        if left < whole * _REST:  # a block costs more to make than it would show
            break
    return kept


def budget(material: Material) -> int:
    """Tokens: as the window allows, and never more than a share of what was removed."""
    view, rules = material.view, material.rules.working
    scale = view.rules.tokens.window / material.rules.window
    out = view.out
    removed = sum(row.tokens for row in material.rows if not out or row.n in out)
    return int(min(rules.tokens * scale, rules.share * removed))


def _failure(material: Material, section: Section) -> Iterator[Line]:
    for failure in still_open(material)[-1:]:
        if not _is_gone(material, failure.result):
            return
        name = one_line(material.failed_call(failure), _NAME_CHARS)
        output = material.text(failure.result)
        tail = _block(output, limit_of(section), from_end=True)
        yield _line(failure.result, f"{name} printed:", tail, "the newest open failure")


def _hits(material: Material) -> Iterator[Line]:
    view, running = material.view, material.view.newest
    query = material.query or _newest_request(material)
    most = material.rules.working.hits
    if material.hits is None or not query or not most or running is None:
        return
    hits = [
        hit
        for hit in material.hits(query)
        if hit.n < running.first
        and view.is_context(hit.n)
        and _is_gone(material, hit.n)
    ]
    for hit in hits[:most]:
        row = view.row(hit.n)
        who = " ".join(filter(None, (row.role, row.tool)))
        yield _line(hit.n, f"recalled, {who}:", _INDENT + hit.text, "recalled")


def _is_gone(material: Material, n: int) -> bool:
    """Whether an entry has left, or will: what is in context needs no copy."""
    return not material.view.out or n in material.view.out


def _line(n: int, head: str, body: str, why: str, last: int = 0) -> Line:
    return Line(n, last or n, partial(str, head), why, body=body)


def _newest_request(material: Material) -> str:
    running = material.view.newest
    asked = running.requests if running else []
    return "\n".join(material.request(n) for n in asked if n not in material.view.off)


def _files(material: Material, section: Section) -> Iterator[Line]:
    uses = [use for use in material.view.files if use.writes]
    for use in sorted(uses, key=lambda use: -use.last):
        base, edits = _version(material, use)
        numbers = [n for n, _ in (*filter(None, [base]), *edits)]
        if not numbers or numbers[-1] <= material.since:
            continue
        if not _is_gone(material, numbers[0]):
            continue
        head = f"{material.clean(use.path)}, latest version"
        if base is not None and edits:
            at = format_range(base[0], base[0])
            head += f" {at}, edited {times(len(edits))} since"
        body = _file(base, edits, limit_of(section))
        yield _line(numbers[0], f"{head}:", body, "a file worked on", numbers[-1])


def _version(material: Material, use: FileUse) -> tuple[Version | None, list[Version]]:
    """The newest whole text of a file, and what was written into it since."""
    edits: list[Version] = []
    for n in sorted((*use.reads, *use.writes), reverse=True):
        args = material.fetch(n).args or {}
        if n in use.reads:
            if _PATTERN in args:  # a search shows lines of the file, no version of it
                continue
            result = material.view.shape.results.get(n)
            return ((n, material.text(result)) if result else None), edits[::-1]
        whole = next((args[k] for k in _WHOLE if isinstance(args.get(k), str)), None)
        if whole is not None:
            return (n, whole), edits[::-1]
        pieces = _pieces(args)
        if pieces:
            edits.append((n, "\n".join(pieces)))
    return None, edits[::-1]


def _pieces(args: dict[str, Any]) -> list[str]:
    edits = args.get("edits")
    nested = edits if isinstance(edits, list) else []
    line = command_line(args)
    if PATCH in line:
        return [line[line.index(PATCH) :].removeprefix(PATCH).strip()]
    found = [args, *(edit for edit in nested if isinstance(edit, dict))]
    return [e[k] for e in found for k in _PIECES if isinstance(e.get(k), str)]


def _file(base: Version | None, edits: list[Version], limit: int) -> str:
    """Head of the file, then the newest of its edits; half the room each at most."""
    parts: list[str] = []
    for n, text in reversed(edits):
        room = limit // 2 - sum(map(len, parts))
        if room < len(_INDENT):
            break
        parts.insert(0, f"  then {format_range(n, n)}:\n{_block(text, room)}")
    if base is not None:
        parts.insert(0, _block(base[1], limit - sum(map(len, parts))))
    return "\n".join(parts)


def _block(text: str, limit: int, from_end: bool = False) -> str:
    """Whole lines of a text within a limit, and how many more there are."""
    lines = text.rstrip().split("\n")
    kept: list[str] = []
    for line in reversed(lines) if from_end else lines:
        limit -= len(line) + len(_INDENT) + 1
        if limit < 0 and kept:
            break
        kept.append(_INDENT + (line if limit >= 0 else one_line(line, -limit // 2)))
        if limit < 0:
            break
    left_out = len(lines) - len(kept)
    more = [f"{_INDENT}… ({left_out:,} more lines)"] if left_out else []
    return "\n".join([*more, *kept[::-1]] if from_end else [*kept, *more])
