"""What `assemble --query` recalls: from the sessions at hand, or from the store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pane_cli.assemble.context import Recalled
from pane_cli.commands.hits.asking import Asking
from pane_cli.commands.hits.searching import Scope, held_corpus, time_limit
from pane_cli.commands.shared.inputs import Session
from pane_cli.recall.answer import Manner, Query
from pane_cli.recall.filters import Filter
from pane_cli.recall.hits import Page
from pane_cli.recall.results import Hit
from pane_cli.rules.schema import Rules, Section

#: Hits asked for beside those shown: some stand whole in the context already.
_SPARE = 20
_QUOTE_CHARS = 4_000


def recalled_here(
    query: str,
    sessions: Sequence[Session],
    rules: Rules,
    clean: Callable[[str], str],
    only: frozenset[int] = frozenset(),
) -> tuple[Recalled, ...]:
    """The best hits in sessions at hand; of a single one, `only` among some entries."""
    asking = _asking(query, rules, clean, Filter(only=only))
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
    parts = (hit.role, hit.tool, (hit.ts or "")[:10])
    # A prompt believes what it reads: what came of it later stands beside it.
    later = "".join(f" [{note}]" for note in hit.annotations)
    head = " ".join(part for part in parts if part) + later
    sure = 1.0 if hit.sure is None else hit.sure
    return Recalled(hit.session, hit.n, hit.address, head, hit.snippet, hit.score, sure)


def _asking(
    query: str,
    rules: Rules,
    clean: Callable[[str], str],
    filter_: Filter = Filter(),  # noqa: B008 - it is frozen
) -> Asking:
    section = next(
        (s for s in rules.assemble.blocks if s.name == "recalled"), Section("recalled")
    )
    limit, width = (section.lines or 0) + _SPARE, section.chars or _QUOTE_CHARS
    page = Page(1, limit, 0, width, rules.recall.alike, None, rules.facts.refusals)
    seconds = rules.recall.regex_seconds
    manner = Manner("terms", filter_, page, lambda: time_limit(seconds), clean)
    return Asking([Query(query)], manner, rules)
