"""`pane recall` behind its command line: what was asked, in; hits, printed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from pane_cli.commands.hits.answering import Printing, form_of, is_coloured
from pane_cli.commands.hits.asking import Asking, Reply, asked_for, manner_of
from pane_cli.commands.hits.searching import Scope
from pane_cli.commands.shared.asked import Asked as Common
from pane_cli.commands.shared.clock import now as clock
from pane_cli.commands.shared.rendering import redactor
from pane_cli.commands.shared.settings import kept_files, rules_for
from pane_cli.commands.shared.terminal import say
from pane_cli.commands.shared.zones import zone_of
from pane_cli.errors import PaneError
from pane_cli.recall.answer import Manner
from pane_cli.recall.filters import Filter, kinds_of, roles_of, tools_of
from pane_cli.recall.hits import Page
from pane_cli.rules.schema import Rules

#: Characters from which a word may be meant as a session.
_LEAST_OF_ID = 6


class Asked(Common, frozen=True):
    """The command line: the parameters of `recall`, by the same names."""

    query: str | None = None
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
    deadline: float | None = None
    json: bool = False
    ndjson: bool = False
    fzf: bool = False
    color: str = "auto"
    tz: str | None = None


def recalled(asked: Asked) -> int:
    """Print what was found; returns the exit status."""
    rules = rules_for(asked.store, asked.rules_file, asked.settings).rules
    wanted = _filter(asked, rules)
    where = Scope(asked.session, asked.project).within(asked.scope)
    form = form_of(asked.json, asked.ndjson, asked.fzf)
    if asked.deadline is not None and asked.regex:
        hint = "--set recall.regex_seconds=1 is the limit of an expression"
        raise PaneError("--regex takes no --deadline", hint)
    if asked.sessions or asked.touched:
        _refuse_others(asked)
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
        return _from_files(asked, asking, files, where, printing)
    if asked.deadline is not None:
        status = printing.show(_in_time(asked, asked.deadline, asking, where))
    else:
        status = printing.show(asking.in_store(asked.store, where))
    if status:
        _say_why(asked, where.project)
    return status


def _from_files(
    asked: Asked, asking: Asking, files: list[Path], where: Scope, printing: Printing
) -> int:
    """Print the answers, then keep what was read: no deadline counts that."""
    kept = kept_files(asking.rules.search.transcribed)
    replies = asking.in_files(files, where, asked.agent, asked.quiet, kept)
    if asked.deadline is None:
        status = printing.show(replies)
    else:
        from pane_cli.commands.shared.degrading import LEVELS, in_time

        full = LEVELS[:1]
        found = in_time(asked.deadline, lambda _: list(replies), full, asked.quiet)
        status = printing.show(found)
    if kept is not None:
        kept.close()
    return status


def _say_why(asked: Asked, project: str | None) -> None:
    """Of a store in which nothing was found: that it is empty, or what was meant."""
    from pane_cli.commands.shared.stored import is_known, none_of, open_store

    store, query = open_store(asked.store), (asked.query or "").strip()
    if not store.ids() or (project and not is_known(store, project)):
        say(none_of(store, project), asked.quiet)
    elif len(query) >= _LEAST_OF_ID and " " not in query:
        with suppress(PaneError):
            name = store.short(store.find(query))
            say(f"{query} is a session: pane show -s {name}", asked.quiet)


def _in_time(asked: Asked, seconds: float, asking: Asking, where: Scope) -> list[Reply]:
    """The store's answers before the deadline; nothing is indexed behind them."""
    from pane_cli.commands.shared.degrading import RECALL_LEVELS, Level, in_time

    def at(level: Level) -> list[Reply]:
        here = asking._replace(rules=level.rules(asking.rules))
        return list(here.in_store(asked.store, where, index=False, reads=level.reads))

    full, words, indexed = RECALL_LEVELS
    looks_twice = asking.rules.search.encoder or asking.rules.recall.variants
    levels = [full, words, indexed] if looks_twice else [full, indexed]
    return in_time(seconds, at, levels, asked.quiet)


def _refuse_others(asked: Asked) -> None:
    """Raise for what a list of sessions or files has no use for."""
    name = "--sessions" if asked.sessions else "--touched"
    if asked.deadline is not None:
        raise PaneError(f"{name} takes no --deadline", "-n 20 lists less")
    if asked.count or asked.files_with_matches:
        option = "--count" if asked.count else "--files-with-matches"
        raise PaneError(f"{name} takes no {option}", "--json has `total`")
    first = asked.query
    if first not in (None, "-") and not Path(str(first)).exists():
        said = f"{first}: no such file, and {name} takes no QUERY"
        raise PaneError(said, "pane recall -l QUERY lists the sessions that have it")


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
    from pane_cli.commands.hits.lists import Listing  # lists of sessions and files

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
