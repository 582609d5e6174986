"""`pane stats`: what sessions add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import tzinfo
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec
import typer

from pane_cli.commands.shared import options
from pane_cli.commands.shared.at import at_entry, scope_among
from pane_cli.commands.shared.clock import now as clock
from pane_cli.commands.shared.inputs import no_header
from pane_cli.commands.shared.rendering import redactor
from pane_cli.commands.shared.settings import rules_for
from pane_cli.commands.shared.sources import Skips, input_lines
from pane_cli.commands.shared.stored import none_of, open_store
from pane_cli.commands.shared.terminal import output, say, write_document, write_text
from pane_cli.commands.shared.zones import zone_of
from pane_cli.errors import PaneError
from pane_cli.recall import times
from pane_cli.report.counting import Counting
from pane_cli.report.stats import BY, Stats
from pane_cli.report.table import render
from pane_cli.report.tally import Report
from pane_cli.rules.schema import Rules
from pane_cli.session.address import matches_id, short_id
from pane_cli.session.times import parse_time
from pane_cli.session.types import Entry, Header, Line
from pane_cli.view.view import View


def stats(
    files: options.Files = None,
    session: options.SessionId = None,
    by: Annotated[
        str | None,
        typer.Option("--by", help="day, project, tool, model or session."),
    ] = None,
    tz: Annotated[
        str | None, typer.Option("--tz", help="Zone of days: a name, local or UTC.")
    ] = None,
    since: options.Since = None,
    until: options.Until = None,
    at: options.At = None,
    json: options.Json = False,
    no_redact: options.NoRedact = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    now: options.Now = None,
    quiet: options.Quiet = False,
) -> int:
    """Count tokens by kind, usage once an answer, source bytes, calls and failures.

    Counts the sessions of the store; with FILEs, or - for stdin, only those. What a
    fork copied from an earlier session is counted once.

    Examples:

      pane stats -s 4d5611e5

      pane stats --by day --tz Europe/Berlin --since 7d

      pane stats --by tool transcript.jsonl
    """
    rules = rules_for(store, rules_file, settings).rules
    if by is not None and by not in BY:
        raise PaneError(f"--by {by}: unknown", "one of: " + ", ".join(BY))
    zone = zone_of(tz or rules.stats.tz)
    begin = times.since(since, clock(now), zone) if since else None
    end = times.until(until, clock(now), zone) if until else None
    part, entry = at_entry(at)
    skips = Skips(quiet)
    with output(out) as stream:
        if files:
            sources = _in_files(files, session or part, agent, skips)
        else:
            sources = _in_store(store, session or part)
        counted = Stats(by, _day_in(zone))
        found = _count(counted, sources, rules, entry, _keeping(begin, end))
        if not (found or files):
            say(none_of(open_store(store)), quiet)
        scope_among(found, session or part, entry)
        _print(stream, counted.report(skips.count), json, redactor(rules, no_redact))
    return 0


def _in_files(
    files: list[Path], part: str | None, agent: str | None, skips: Skips
) -> Iterator[Line]:
    """Lines of the sessions in FILEs, or of those that `part` names."""
    header: Header | None = None
    for (_, line), path in input_lines(files, agent, skips):
        if isinstance(line, Header):
            header = line
        elif header is None:
            raise no_header(path)
        if header and (part is None or matches_id(header.id, part)):
            yield line


def _in_store(folder: Path | None, part: str | None) -> Iterator[Line]:
    """Lines of one stored session, or of all, the oldest first."""
    store = open_store(folder)
    if part is not None:
        yield from store.lines(store.find(part))
        return
    for row in sorted(store.sessions(), key=lambda row: (row.started or "", row.id)):
        yield from store.lines(row.id)


def _count(
    counted: Stats,
    lines: Iterator[Line],
    rules: Rules,
    at: int | None,
    keep: Callable[[Entry], bool],
) -> list[tuple[str, int]]:
    """Count every session; the short name and the last entry of each."""
    session: Counting | None = None
    found: list[tuple[str, int]] = []
    for line in lines:
        if isinstance(line, Header):
            if session is not None:
                counted.add(session)
            session = counted.start(View(line, rules, at), keep)
            found.append((short_id(line.id), 0))
        elif session is not None:
            session.step(line)
            if isinstance(line, Entry):
                found[-1] = (found[-1][0], line.n)
    if session is not None:
        counted.add(session)
    return found


def _day_in(zone: tzinfo) -> Callable[[str], str]:
    def day(ts: str) -> str:
        when = parse_time(ts)
        return when.astimezone(zone).date().isoformat() if when else "no time"

    return day


def _keeping(begin: int | None, end: int | None) -> Callable[[Entry], bool]:
    def keep(entry: Entry) -> bool:
        when = parse_time(entry.ts) if entry.ts else None
        if when is None:
            return begin is None and end is None
        moment = int(when.timestamp() * 1000)
        return (begin is None or moment >= begin) and (end is None or moment < end)

    return (lambda entry: True) if begin is None and end is None else keep


def _print(
    stream: BinaryIO, report: Report, json: bool, clean: Callable[[str], str]
) -> None:
    if not json:
        for line in render(report, clean):
            write_text(stream, line + "\n")
        return
    found = msgspec.to_builtins(report)
    for table in ("kinds", "tools", "groups"):
        for group in found[table]:
            group["title"] = clean(group["title"])
            group.update(group.pop("tally"))
    write_document(stream, found)
