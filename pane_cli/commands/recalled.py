"""What `assemble --query` recalls: from the sessions at hand, or from the store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pane_cli.assemble.context import Recalled
from pane_cli.commands.asking import Asking
from pane_cli.commands.inputs import Session
from pane_cli.commands.searching import Scope, held_corpus, time_limit
from pane_cli.recall.answer import Manner, Query
from pane_cli.recall.filters import Filter
from pane_cli.recall.hits import Page
from pane_cli.recall.results import Hit
from pane_cli.rules.schema import Rules, Section

#: Hits asked for beside those shown: some stand whole in the context already.
_SPARE = 20
_QUOTE_CHARS = 4_000


def recalled_here(
    query: str, sessions: Sequence[Session], rules: Rules, clean: Callable[[str], str]
) -> tuple[Recalled, ...]:
    """The best hits in sessions that were read from FILEs or a pipe."""
    asking = _asking(query, rules, clean)
    logs = [(s.log, s.view.shape.last_ts or "") for s in sessions]
    replies = asking.in_corpus(lambda terms: held_corpus(logs, terms))
    return _recalled(hit for reply in replies for hit in reply.answer.hits)


def recalled_stored(
    query: str, store: Path | None, rules: Rules, clean: Callable[[str], str]
) -> tuple[Recalled, ...]:
    """The best hits in all sessions of the store."""
    # A prompt waits for this: indexing is left to `ingest` and `recall`.
    replies = _asking(query, rules, clean).in_store(store, Scope(), index=False)
    return _recalled(hit for reply in replies for hit in reply.answer.hits)


def _recalled(hits: Iterable[Hit]) -> tuple[Recalled, ...]:
    # A word that is nearly the same is no reason to remember: it would look found.
    return tuple(_one(hit) for hit in hits if hit.tier != "fuzzy")


def _one(hit: Hit) -> Recalled:
    head = " ".join(part for part in (hit.role, hit.tool, (hit.ts or "")[:10]) if part)
    return Recalled(hit.session, hit.n, hit.address, head, hit.snippet)


def _asking(query: str, rules: Rules, clean: Callable[[str], str]) -> Asking:
    section = next(
        (s for s in rules.assemble.blocks if s.name == "recalled"), Section("recalled")
    )
    limit, width = (section.lines or 0) + _SPARE, section.chars or _QUOTE_CHARS
    page = Page(1, limit, 0, width, rules.recall.alike)
    seconds = rules.recall.regex_seconds
    manner = Manner("terms", Filter(), page, lambda: time_limit(seconds), clean)
    return Asking([Query(query)], manner, rules)
