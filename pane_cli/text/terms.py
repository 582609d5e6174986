"""Text becomes terms, the same way for what is indexed and for what is asked.

    Terms().counts("getUserName failed in src/auth/user_name.py")
    -> get, user, name, getusernam(e), fail, in, src, auth, py, ...

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
from typing import NamedTuple

from pane_cli.text.stopwords import STOP_WORDS

#: Scripts that write without spaces: kana, Hanzi, Hangul, Thai, Lao, Burmese, Khmer;
#: emoji are found one by one as well.
_PACKED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2600-\u27bf\u3005-\u3007"
    "\u3041-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f"
    "\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U0001f000-\U0003ffff"
)
#: Marks inside words of other scripts, which `\w` leaves out.
_MARKS = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u0900-\u0963\u0966-\u0dff\u200c\u200d"
)
_ASCII = re.compile(r"[A-Za-z0-9]+(?:[._-]+[A-Za-z0-9]+)*")
_LETTER = rf"(?:(?![{_PACKED}])[^\W_]|[{_MARKS}])"
_ANY = re.compile(rf"[{_PACKED}]+|{_LETTER}+(?:[._-]+{_LETTER}+)*")
_PACKED_RUN = re.compile(rf"[{_PACKED}]")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^A-Z\W\d]+|\d+|[^\W_]+")
_HEX = re.compile(r"(?=.*\d)[0-9a-f]{7,}")
_VERSION = re.compile(r"(?<![^\W_])[vV]?(\d+(?:\.\d+)+)(?![^\W_])")
_WORD_AND_NUMBER = re.compile(r"([^\W\d]{2,})\d+")

#: Bytes that end a token become spaces; what is not ASCII is looked at later.
_SPACED = bytes(
    byte if byte >= 128 or chr(byte).isalnum() or byte in b"._-" else 32
    for byte in range(256)
)

_REVISION = 1
_LONGEST = 64
"""Characters of a term: longer runs without a break are no words."""
_HASH_PREFIX = 7
"""What hashes are shortened to."""
_MEMO = 400_000
"""Tokens remembered before the memory is emptied."""

#: First code point after a script, and the stemmer of its words.
_SCRIPTS = (
    (0x370, ""),
    (0x400, "greek"),
    (0x530, "russian"),
    (0x590, "armenian"),
    (0x600, ""),
    (0x750, "arabic"),
    (0x900, ""),
    (0x980, "hindi"),
    (0xB80, ""),
    (0xC00, "tamil"),
)


class Token(NamedTuple):
    """A piece of text, and the terms it counts as."""

    start: int
    end: int
    terms: tuple[str, ...]


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
        memo = self._memo
        found: dict[str, int] = {}
        for piece, count in Counter(pieces_of(text)).items():
            for term in memo[piece]:
                found[term] = found.get(term, 0) + count
        return found

    def of(self, piece: bytes) -> tuple[str, ...]:
        """The terms of one piece."""
        return self._memo[piece]

    def question(self, text: str) -> tuple[str, ...]:
        """What to look for, in order, each once; stop words only where all are."""
        kept: dict[str, None] = {}
        stops: dict[str, None] = {}
        for token in _ANY.findall(compose(text)):
            into = stops if token.casefold() in STOP_WORDS else kept
            into.update(dict.fromkeys(self._asked(token)))
        return tuple(kept or stops)

    def tokens(self, text: str) -> Iterator[Token]:
        """Every token of `text`, which must be composed, with its place."""
        pattern = _ASCII if text.isascii() else _ANY
        for match in pattern.finditer(text):
            terms = self._memo[match.group().encode("utf-8", "replace")]
            yield Token(match.start(), match.end(), terms)

    def _asked(self, token: str) -> tuple[str, ...]:
        if len(token) > 1 and _PACKED_RUN.match(token):
            return tuple(a + b for a, b in zip(token, token[1:], strict=False))
        return self._memo[token.encode("utf-8", "replace")]


def pieces_of(text: str) -> list[bytes]:
    """A text between its spaces and signs: words, identifiers, runs of other scripts.

    Bytes, because translating and splitting them is four times as fast as a regex.
    """
    return text.encode("utf-8", "replace").translate(_SPACED).split()


def compose(text: str) -> str:
    """The one form of characters that can be written in several (NFC)."""
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return text
    return unicodedata.normalize("NFC", text)


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
            terms = (self._stem(piece.decode("ascii")),)  # by far the most
        else:
            terms = tuple(dict.fromkeys(self._terms(piece)))
        self[piece] = terms
        return terms

    def _terms(self, piece: bytes) -> Iterator[str]:
        for token in _ANY.findall(compose(piece.decode("utf-8", "replace"))):
            if _PACKED_RUN.match(token):
                yield from token
                yield from (a + b for a, b in zip(token, token[1:], strict=False))
                continue
            yield from (version[:_LONGEST] for version in _VERSION.findall(token))
            for group in _VERSION.sub("", token).split("."):
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
        return [_bare(self._stem(folded))]

    def _stem(self, word: str) -> str:
        language = _language(word[:1], self._language)
        if not language:
            return word
        stem = self._stemmers.get(language)
        if stem is None:
            stem = self._stemmers[language] = _stemmer(language)
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


def _language(first: str, latin: str) -> str:
    """The stemmer for words that begin with this letter; empty: none."""
    code = ord(first) if first else 0
    if code < 0x250:
        return latin
    for end, language in _SCRIPTS:
        if code < end:
            return language
    return latin if 0x1E00 <= code < 0x1F00 else ""


def _stemmer(language: str) -> Callable[[str], str]:
    """The stemmer of a language; PyStemmer answers where it is installed."""
    import snowballstemmer

    if language == "none":
        return str
    stemmer = snowballstemmer.stemmer(language)
    if hasattr(stemmer, "maxCacheSize"):
        stemmer.maxCacheSize = 0  # ours remembers more, and whole tokens
    stem: Callable[[str], str] = stemmer.stemWord
    return stem


def languages() -> tuple[str, ...]:
    """Names that `recall.language` may have."""
    import snowballstemmer

    return ("none", *sorted(snowballstemmer.algorithms()))
