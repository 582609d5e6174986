"""Few candidates, are they enough? `tests/bench/agreement.py STORE [COUNT [SEED...]]`.

The best ten of every engine, as recall finds them, beside the best ten of all that
match. The queries are drawn from the entries of the store: a few words that one of them
has near each other, words that many have, one word alone. The same store gives the same
queries for a seed. Names every query that differs, and where.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

from pane_cli.recall.ranked import WORDS, Ranked
from pane_cli.rules.schema import Recall
from pane_cli.search.corpus import Shelf
from pane_cli.search.engines import ENGINES
from pane_cli.search.library import Library, open_library
from pane_cli.search.places import Source
from pane_cli.search.rank import Scored, question_of, rank
from pane_cli.search.upkeep import update
from pane_cli.text.stopwords import STOP_WORDS
from pane_cli.text.terms import Terms

TERMS = Terms()
RULES = Recall()
TEN = 10
SEED = 5

Hit = tuple[str, int, float]
"""A session, the number of an entry, its score."""


def main() -> None:
    """Print a line an engine and seed, and a line a query that differs."""
    store, count = Path(sys.argv[1]), int((sys.argv[2:] or ["40"])[0])
    seeds = list(map(int, sys.argv[3:])) or [SEED]
    paths = sorted((store / "sessions").glob("*.jsonl"))
    sources = [Source(p.stem, p, Shelf(p.stem, None, str)) for p in paths]
    by_seed = drawn(Library(sources, TERMS), count, seeds)
    every = [query for asked in by_seed.values() for query in asked]
    whole = best_of_all(Library(sources, TERMS), every)
    for engine in ENGINES:
        if engine != "whoosh" and find_spec(engine) is None:
            print(f"{engine}: not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            update(Path(folder), sources, TERMS, engine=engine)
            library = open_library(Path(folder), sources, TERMS, engine)
            found = {query: best(library, query) for query in every}
        for seed, asked in by_seed.items():
            other = [query for query in asked if found[query] != whole[query]]
            same = f"{len(asked) - len(other)} of {len(asked)}"
            print(f"{engine}, seed {seed}: {same} first tens as of all that match")
            for query in other:
                print(f"  {query!r}: {difference(whole[query], found[query])}")


def drawn(library: Library, count: int, seeds: list[int]) -> dict[int, list[str]]:
    """By seed, queries whose words stand in entries."""
    texts = [_words(text.body) for text in library.texts()]
    texts = [words for words in texts if len(words) > 3]
    spread = Counter(word for words in texts for word in set(words))
    common = [word for word, _ in spread.most_common(60)]
    return {seed: _drawn(random.Random(seed), texts, common, count) for seed in seeds}


def _drawn(
    some: random.Random, texts: list[list[str]], common: list[str], count: int
) -> list[str]:
    asked: dict[str, None] = {}
    while len(asked) < count:
        words = some.choice(texts)
        start = some.randrange(len(words))
        near = words[start : start + 8]
        length = some.choice((1, 2, 3, 3, 4))
        picked = some.sample(near, min(length, len(near)))
        if some.random() < 0.3:
            picked = some.sample(common, length)
        elif some.random() < 0.3:
            picked.append(some.choice(common))
        asked[" ".join(picked)] = None
    return list(asked)


def _words(text: str) -> list[str]:
    words = [word.strip(".,:;()[]{}'\"`") for word in text[:20_000].split()]
    return [
        word
        for word in words
        if 2 < len(word) < 25 and word.isalpha() and word.casefold() not in STOP_WORDS
    ]


def best_of_all(library: Library, asked: list[str]) -> dict[str, list[Hit]]:
    """The first ten of each query, everything that matches ranked in full."""
    questions = {query: question_of(query, TERMS) for query in asked}
    engine = library.engine(questions.values())
    order = list(library.shelves()).index
    return {
        query: _hits(library, rank(question, engine, RULES, order))
        for query, question in questions.items()
    }


def best(library: Library, query: str) -> list[Hit]:
    """The first ten as recall ranks them."""
    question = question_of(query, TERMS)
    engine = library.engine([question])
    ranked = Ranked(library, RULES, WORDS)
    scored, _ = ranked.best(query, question, engine, RULES.limit, None)
    return _hits(library, scored)


def _hits(library: Library, scored: list[Scored]) -> list[Hit]:
    return [
        (
            library.source(one.document).id,
            library.entry(one.document).n,
            round(one.score, 6),
        )
        for one in scored[:TEN]
    ]


def difference(whole: list[Hit], found: list[Hit]) -> str:
    """The first place where they differ."""
    for place, (one, other) in enumerate(zip(whole, found, strict=False), 1):
        if one != other:
            return f"at {place}: {one[0][:8]}#{one[1]} {one[2]} is {other}"
    return f"{len(found)} hits instead of {len(whole)}"


if __name__ == "__main__":
    main()
