"""`pane recall` behind its command line: what was asked, in; hits, printed."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pane_cli.commands.answering import Printing, form_of, is_coloured
from pane_cli.commands.asking import Asking, asked_for, manner_of
from pane_cli.commands.clock import now as clock
from pane_cli.commands.rendering import redactor
from pane_cli.commands.searching import Scope
from pane_cli.commands.settings import rules_for
from pane_cli.commands.zones import zone_of
from pane_cli.errors import PaneError
from pane_cli.recall.answer import Manner
from pane_cli.recall.filters import Filter, kinds_of, roles_of, tools_of
from pane_cli.recall.hits import Page
from pane_cli.rules.schema import Rules


class Asked(msgspec.Struct, frozen=True):
    """The command line: the parameters of `recall`, by the same names."""

    query: str | None = None
    files: list[Path] | None = None
    session: str | None = None
    regex: bool = False
    literal: bool = False
    role: list[str] | None = None
    kind: list[str] | None = None
    tool: list[str] | None = None
    since: str | None = None
    until: str | None = None
    project: str | None = None
    scope: str = "all"
    limit: int | None = None
    page: int = 1
    context: int = 0
    files_with_matches: bool = False
    null: bool = False
    count: bool = False
    sessions: bool = False
    touched: bool = False
    queries: Path | None = None
    json: bool = False
    ndjson: bool = False
    fzf: bool = False
    color: str = "auto"
    explain: bool = False
    no_redact: bool = False
    tz: str | None = None
    agent: str | None = None
    store: Path | None = None
    rules_file: Path | None = None
    settings: list[str] | None = None
    out: Path | None = None
    now: str | None = None
    quiet: bool = False


def recalled(asked: Asked) -> int:
    """Print what was found; returns the exit status."""
    rules = rules_for(asked.store, asked.rules_file, asked.settings).rules
    wanted = _filter(asked, rules)
    where = Scope(asked.session, asked.project).within(asked.scope)
    form = form_of(asked.json, asked.ndjson, asked.fzf)
    if asked.sessions or asked.touched:
        if asked.count or asked.files_with_matches:
            option = "--count" if asked.count else "--files-with-matches"
            name = "--sessions" if asked.sessions else "--touched"
            raise PaneError(f"{name} takes no {option}", "--json has `total`")
        return _listed(asked, rules, wanted, where, form)
    files, queries = asked_for(asked.query, asked.files, asked.queries, wanted.is_empty)
    manner = _manner(asked, rules, wanted, where, form)
    asking = Asking(queries, manner, rules)
    printing = Printing(
        zone_of(asked.tz or rules.stats.tz),
        form,
        manner.page.limit,
        asked.queries is not None,
        asked.out,
        asked.quiet,
        is_coloured(asked.color, asked.out),
        "\0" if asked.null else "\n",
    )
    if files:
        return printing.show(asking.in_files(files, where, asked.agent, asked.quiet))
    return printing.show(asking.in_store(asked.store, where))


def _filter(asked: Asked, rules: Rules) -> Filter:
    begin = end = None
    if asked.since or asked.until:
        from pane_cli.recall import times  # who names no time needs none

        zone, moment = zone_of(asked.tz or rules.stats.tz), clock(asked.now)
        begin = times.since(asked.since, moment, zone) if asked.since else None
        end = times.until(asked.until, moment, zone) if asked.until else None
    roles, kinds = roles_of(asked.role or []), kinds_of(asked.kind or [])
    return Filter(roles, kinds, tools_of(asked.tool or []), begin, end)


def _manner(
    asked: Asked, rules: Rules, wanted: Filter, where: Scope, form: str
) -> Manner:
    moment = clock(asked.now)
    shown = Page(
        asked.page,
        asked.limit or rules.recall.limit,
        asked.context,
        rules.recall.snippet_chars,
        rules.recall.alike,
        moment if form != "text" else None,
        rules.facts.refusals,
    )
    only = "sessions" if asked.files_with_matches else ""
    return manner_of(rules, asked.regex, asked.literal)._replace(
        filter=wanted,
        page=shown,
        redact=redactor(rules, asked.no_redact),
        only="count" if asked.count else only,
        explain=asked.explain,
        branch=where.branch,
    )


def _listed(asked: Asked, rules: Rules, wanted: Filter, where: Scope, form: str) -> int:
    from pane_cli.commands.lists import Listing  # lists of sessions and files

    listing = Listing(
        where,
        wanted,
        asked.limit or rules.recall.limit,
        asked.page,
        rules,
        redactor(rules, asked.no_redact),
        zone_of(asked.tz or rules.stats.tz),
        form,
        asked.out,
        asked.store,
        asked.agent,
        asked.quiet,
    )
    first = [Path(asked.query)] if asked.query is not None else []
    return listing.show(first + (asked.files or []), asked.sessions, asked.touched)
