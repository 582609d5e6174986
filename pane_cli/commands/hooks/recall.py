"""What a prompt recalls: entries that hold its rare words and are not in the window.

A prompt is no query. Most of its words are everywhere, and what holds only those has
nothing to do with it; so only rare words are looked for, and an entry must hold some.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import NamedTuple

import msgspec

from pane_cli.agents.asked import Asking
from pane_cli.agents.memory import address_of, sum_of
from pane_cli.agents.recalled import Answered
from pane_cli.assemble.context import Recalled
from pane_cli.commands.hits.searching import Scope, stored_corpus
from pane_cli.commands.shared.indexing import usable
from pane_cli.errors import PaneError
from pane_cli.recall.hits import Page, Shower
from pane_cli.recall.matches import Found, Match, once
from pane_cli.recall.ranked import WORDS, Ranked
from pane_cli.recall.words import word_spans
from pane_cli.rules.schema import HookRecall, Rules, Section
from pane_cli.search.documents import Document, body_of, role_of, session_of
from pane_cli.search.engine import Engine, Unusable
from pane_cli.search.library import Library
from pane_cli.search.rank import Question
from pane_cli.store.store import Store
from pane_cli.text.clip import snippet
from pane_cli.text.entries import clean_entry
from pane_cli.text.pieces import compose
from pane_cli.text.terms import Terms

#: Entries that are wanted beside those that are shown: some stand in the window.
_SPARE = 20
#: Entries that are ranked in full: of rare words there are few.
_RANKED = 100
_QUOTE_CHARS = 400
_DAY_CHARS = len("2026-02-10")


class Asked(NamedTuple):
    """What is looked for, and where."""

    asking: Asking
    terms: Terms
    folder: str
    """Sessions of this folder are searched."""


class Window(NamedTuple):
    """What the agent sees of its session."""

    id: str
    boundary: int
    """Earlier entries left it when it was compacted; 0: none did."""
    off: frozenset[int]
    """Entries that were taken back."""
    shown: frozenset[int]
    """Sums of the addresses that were recalled into it."""


def recall_for(
    asked: Asked,
    store: Store,
    rules: Rules,
    clean: Callable[[str], str],
    window: Window,
) -> Answered:
    """The best entries of the folder's sessions; raises PaneError where none can be."""
    scope = Scope(project=asked.folder, without=None if window.boundary else window.id)
    named = usable(rules.search.engine)
    try:
        corpus = stored_corpus(store, None, scope, asked.terms, named)
        if corpus.waiting > rules.hook.recall.waiting:
            waits = f"{corpus.waiting >> 20} MB are not indexed, nothing is recalled"
            raise PaneError(waits, "index them: pane ingest on any transcript")
        engine = corpus.engine([Question(asked.asking.words)])
        absent = _absent(asked.asking, engine)
        lost = {term for name in absent for term in asked.asking.names[name][1]}
        words = tuple(word for word in asked.asking.words if word not in lost)
        found = _found(corpus, engine, words, asked, rules, window)
        hits = _shown(corpus, found, rules, clean, window.shown)
        seen = _in_file(store.path(window.id), absent)
        return Answered(hits, tuple(name for name in absent if name not in seen))
    except Unusable as error:
        raise PaneError(
            f"the index: {error}", "pane recall WORD makes it anew"
        ) from error


def _absent(asking: Asking, engine: Engine) -> list[str]:
    """Identifiers that no entry has: what has parts of them is about others."""
    if not engine.documents:
        return []  # nothing was looked at
    return [
        name
        for name, (whole, _) in asking.names.items()
        if whole in asking.words and not engine.frequency(whole)
    ]


def _in_file(path: Path, names: list[str]) -> set[str]:
    """Names that a session's file has: the one in the window is not searched."""
    if not (names and path.is_file() and path.stat().st_size):
        return set()
    with path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as body:
        return {name for name in names if body.find(name.encode()) >= 0}


def _found(
    corpus: Library,
    engine: Engine,
    words: tuple[str, ...],
    asked: Asked,
    rules: Rules,
    window: Window,
) -> Found:
    """Entries outside the window that hold enough of the rare words, best first."""
    least = rules.hook.recall.terms
    rare = _rare(words, engine, rules.hook.recall)
    spans = word_spans(rare, asked.terms, _QUOTE_CHARS)
    if len(rare) < least:
        return Found([], spans)
    limit = _section(rules).lines or 0
    few = msgspec.structs.replace(rules.recall, candidates=_RANKED)
    ranking = Ranked(corpus, few, WORDS)
    scored, _ = ranking.best("", Question(tuple(rare)), engine, limit + _SPARE, None)
    held = _held(rare, engine, {one.document.key for one in scored})
    matches = [
        Match(one.document, one.score, "terms")
        for one in scored
        if held.get(one.document.key, 0) >= least
        and _is_outside(one.document, corpus, window)
    ]
    return Found(once(matches, corpus.shelves()), spans)


def _rare(words: tuple[str, ...], engine: Engine, rules: HookRecall) -> list[str]:
    """The rarest words that are there at all."""
    most = max(rules.few, int(rules.rare * engine.documents))
    counts = [(engine.frequency(word), word) for word in words]
    return [word for count, word in sorted(counts) if 0 < count <= most][: rules.most]


def _held(rare: list[str], engine: Engine, keys: set[int]) -> dict[int, int]:
    """How many different of the words each entry holds."""
    held: dict[int, int] = {}
    for word in rare:
        for key in {occurrence[0] for occurrence in engine.postings(word, keys)}:
            held[key] = held.get(key, 0) + 1
    return held


def _is_outside(document: Document, corpus: Library, window: Window) -> bool:
    id, n = corpus.source(document).id, corpus.entry(document).n
    if sum_of(address_of(id, n)) in window.shown:
        return False
    return id != window.id or (n < window.boundary and n not in window.off)


def _shown(
    corpus: Library,
    found: Found,
    rules: Rules,
    clean: Callable[[str], str],
    shown: Collection[int],
) -> tuple[Recalled, ...]:
    """The best, near-copies behind what they are copies of, and no text twice.

    What came of them later is not looked up: that would read their sessions whole.
    """
    section = _section(rules)
    width = section.chars or _QUOTE_CHARS
    recall, refusals = rules.recall, rules.facts.refusals
    page = Page(1, section.lines or _SPARE, 0, width, recall.alike, refusals=refusals)
    shelves = corpus.shelves()
    hits: list[Recalled] = []
    told = set(shown)
    for match in Shower(corpus, clean, page).matches(found, ""):
        entry = corpus.entry(match.document)
        text = compose(body_of(clean_entry(entry, clean)))
        digest = sum_of(text)
        if digest in told:
            continue
        told.add(digest)
        tool, day = match.document.tool or entry.tool, (entry.ts or "")[:_DAY_CHARS]
        head = " ".join(filter(None, (role_of(entry), tool, day)))
        shelf = shelves[session_of(match.document.key)]
        address = f"{shelf.short}#{entry.n}"
        quote = snippet(text, found.spans(text), width)
        hits.append(Recalled(shelf.id, entry.n, address, head, quote, digest=digest))
    return tuple(hits)


def _section(rules: Rules) -> Section:
    named = (s for s in rules.hook.prompt if s.name == "recalled")
    return next(named, Section("recalled"))
