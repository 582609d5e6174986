"""Text becomes terms, the same way for what is indexed and for what is asked.

    Terms().counts("getUserName failed in src/auth/user_name.py")
    -> getusername 1, get 1, user 2, name 2, username 1, fail 1, in 1, src 1, ...

Words are stemmed; identifiers count whole and in parts, so that `getUserName`,
`get_user_name` and `get-user-name` meet; scripts without spaces between words count as
single characters and pairs. Stop words are dropped from questions only: what is
indexed can always be found by any of its words.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, pairwise
from typing import NamedTuple

from pane_cli.text.pieces import compose, is_packed, pattern_for, pieces_of
from pane_cli.text.stems import language_of, stemmer
from pane_cli.text.stopwords import STOP_WORDS

_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^A-Z\W\d]+|\d+|[^\W_]+")
_HEX = re.compile(r"(?=.*\d)[0-9a-f]{7,}")
_VERSION = re.compile(r"(?<![^\W_])[vV]?(\d+(?:\.\d+)+)(?![^\W_])")
_WORD_AND_NUMBER = re.compile(r"([^\W\d]{2,})\d+")

_IDENTIFIER = re.compile(r"\w*[^\W_][_-]+[^\W_].*|\w*[^\W\dA-Z][A-Z]\w*")

_REVISION = 1
_LONGEST = 64
"""Characters of a term: longer runs without a break are no words."""
_HASH_PREFIX = 7
"""What hashes are shortened to."""
_MEMO = 400_000
"""Tokens remembered before the memory is emptied."""


class Token(NamedTuple):
    """A piece of text, and the terms it counts as."""

    start: int
    end: int
    terms: tuple[str, ...]


def identifiers(token: str) -> list[str]:
    """The identifiers in a word: `config.max_retries` has `max_retries`.

    Each is a word whose parts are joined by `_` or `-`, or stand at humps.
    """
    groups = _VERSION.sub(".", token).split(".")
    return [group for group in groups if _IDENTIFIER.fullmatch(group)]


class Terms:
    """An analyzer. `language` is the stemmer of words in Latin script."""

    def __init__(self, language: str = "english") -> None:
        self.language = language
        self._memo = _Memo(language)

    @property
    def version(self) -> str:
        """Changes when the same text would give other terms."""
        return f"{_REVISION}-{self.language}"

    def counts(self, text: str) -> dict[str, int]:
        """How often each term occurs in `text`."""
        return Counter(self.each(text))

    def each(self, text: str) -> Iterator[str]:
        """Every term of `text`, as often as it occurs."""
        return chain.from_iterable(map(self._memo.__getitem__, pieces_of(text)))

    def of(self, piece: bytes) -> tuple[str, ...]:
        """The terms of one piece."""
        return self._memo[piece]

    def of_name(self, identifier: str) -> tuple[str, ...]:
        """The terms of an identifier: the whole, then its parts."""
        return self.of(identifier.encode("utf-8", "replace"))

    def question(self, text: str) -> tuple[str, ...]:
        """What to look for, in order, each once; stop words only where all are."""
        asked = self.words(text).values()
        return tuple(dict.fromkeys(term for terms in asked for term in terms))

    def words(self, text: str) -> dict[str, tuple[str, ...]]:
        """The words of a question, each with its terms."""
        kept: dict[str, tuple[str, ...]] = {}
        stops: dict[str, tuple[str, ...]] = {}
        for token in pattern_for(text).findall(compose(text)):
            into = stops if token.casefold() in STOP_WORDS else kept
            into[token] = self._asked(token)
        return kept or stops

    def tokens(self, text: str) -> Iterator[Token]:
        """Every token of `text`, which must be composed, with its place."""
        for match in pattern_for(text).finditer(text):
            terms = self._memo[match.group().encode("utf-8", "replace")]
            yield Token(match.start(), match.end(), terms)

    def _asked(self, token: str) -> tuple[str, ...]:
        if len(token) > 1 and is_packed(token):
            return tuple(a + b for a, b in pairwise(token))
        return self._memo[token.encode("utf-8", "replace")]


class _Memo(dict[bytes, tuple[str, ...]]):
    """Pieces between spaces to terms, each worked out once."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language
        self._stemmers: dict[str, Callable[[str], str]] = {}

    def __missing__(self, piece: bytes) -> tuple[str, ...]:
        if len(self) > _MEMO:
            self.clear()
        if piece.isalpha() and piece.islower() and len(piece) <= _LONGEST:
            terms: tuple[str, ...] = (self._stem(piece.decode("ascii")),)
        else:
            terms = tuple(dict.fromkeys(self._terms(piece)))
        self[piece] = terms
        return terms

    def _terms(self, piece: bytes) -> Iterator[str]:
        text = compose(piece.decode("utf-8", "replace"))
        for token in pattern_for(text).findall(text):
            if is_packed(token):
                yield from token
                yield from (a + b for a, b in pairwise(token))
                continue
            yield from (version[:_LONGEST] for version in _VERSION.findall(token))
            for group in _VERSION.sub(".", token).split("."):
                yield from self._group(group)

    def _group(self, group: str) -> list[str]:
        """Terms of what `_` and `-` join: the parts, and the whole without joints."""
        parts = [part for part in re.split(r"[_-]+", group) if part]
        words = [word for part in parts for word in self._words(part)]
        if len(words) < 2:
            return self._word(words[0]) if words else []
        whole = "".join(_fold(part) for part in parts)[:_LONGEST]
        return [whole, *(term for word in words for term in self._word(word))]

    def _words(self, part: str) -> list[str]:
        """A part at its humps: `getHTTPUrl` -> get, HTTP, Url."""
        lower = part.lower()
        if part in (lower, part.upper(), part[:1] + lower[1:]) or len(part) > _LONGEST:
            return [part]
        if _HEX.fullmatch(lower):
            return [part]
        return _CAMEL.findall(part)

    def _word(self, word: str) -> list[str]:
        folded = _fold(word)[:_LONGEST]
        if folded.isdigit():
            return [folded]
        if folded.isascii() and _HEX.fullmatch(folded):
            return [folded, folded[:_HASH_PREFIX]]
        numbered = _WORD_AND_NUMBER.fullmatch(folded)
        if numbered:
            return [folded, self._stem(numbered.group(1))]
        # A lone accent is bare of nothing: it stands for itself.
        return [_bare(self._stem(folded)) or folded or word]

    def _stem(self, word: str) -> str:
        language = language_of(word[:1], self._language)
        if not language:
            return word
        stem = self._stemmers.get(language)
        if stem is None:
            stem = self._stemmers[language] = stemmer(language)
        return stem(word)


def _fold(word: str) -> str:
    """Lower case, wide forms narrow."""
    return (
        word.lower()
        if word.isascii()
        else unicodedata.normalize("NFKC", word.casefold())
    )


def _bare(word: str) -> str:
    """Latin, Greek and Cyrillic letters without their marks: `café` meets `cafe`."""
    if word.isascii() or ord(word[0]) >= 0x530:
        return word
    apart = unicodedata.normalize("NFD", word)
    return "".join(c for c in apart if not unicodedata.combining(c))
