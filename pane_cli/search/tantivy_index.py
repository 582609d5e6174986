"""The Tantivy index in a folder: what its documents hold, and how they are added.

Terms are worked out by us: Tantivy gets them between spaces, each with the code of
where and how often it is. So an occurrence can be worth what our ranking says. Each
document is an entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from json import loads
from pathlib import Path
from typing import Any

import tantivy

from pane_cli.search.documents import (
    BODY,
    DAY,
    KINDS,
    ROLES,
    Text,
    day_of,
    session_of,
)
from pane_cli.search.engine import DAY_MARK, MOST, Locked, Unusable, code_of
from pane_cli.text.terms import Terms

TERMS, KEY, SESSION, BLOCK = "terms", "key", "session", "block"
FACTS = (KEY, "offset", "chars", "code", "time", "tool", "copy")
"""What is kept of a document, each a column."""

BLOCK_BITS = 3
"""Documents beside each other whose keys differ in these bits alone are a block: they
are looked up at once."""
_MARK = "\x1f"
"""Between a term and its code; no space, and in no term."""

_HEAP = 64 << 20
_FULL = 100_000
"""Documents after which a commit is due: it saves the way so far."""
_COMMIT = 2
"""Operations that a commit counts as, in the numbers of generations."""


class TantivyWriter:
    """Adds documents to the index in a folder."""

    def __init__(self, folder: Path, terms: Terms) -> None:
        """Raises Locked, or Unusable."""
        self._terms = terms
        self._tools: dict[str, int] = {}
        self.waiting = 0
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise Locked(str(error)) from error
        with damage():
            index = tantivy.Index(_schema(), str(folder))
            self._writer = _writer(index)
            self.generation = generation_of(folder) if index.searcher().num_docs else 0
        self.next_generation = self.generation + _COMMIT
        self._folder = folder

    @property
    def is_full(self) -> bool:
        """Whether a commit is due."""
        return self.waiting >= _FULL

    def add(self, text: Text, tools: list[str]) -> None:
        """The next document; those of one session come in order."""
        with damage():
            operation = self._writer.add_document(self._packed(text, tools))
        self.next_generation = operation + _COMMIT
        self.waiting += 1

    def commit(self) -> None:
        """Make what was added found."""
        with damage():
            self.generation = self._writer.commit()
        self.waiting = 0

    def close(self) -> None:
        """Drop what was not committed, release the lock."""
        with damage():
            self._writer.rollback()
            self._writer.wait_merging_threads()

    def _packed(self, text: Text, tools: list[str]) -> Any:
        document = text.document()
        words = list(self._words(text))
        packed = tantivy.Document()
        packed.add_text(TERMS, " ".join(words))
        packed.add_unsigned(SESSION, session_of(document.key))
        packed.add_unsigned(BLOCK, document.key >> BLOCK_BITS)
        code = KINDS.index(document.kind) * 8 + ROLES.index(document.role)
        packed.add_integer("time", document.time)
        packed.add_unsigned(KEY, document.key)
        packed.add_unsigned("offset", document.offset)
        packed.add_unsigned("chars", document.chars)
        packed.add_unsigned("code", code)
        packed.add_unsigned("tool", self._tool(document.tool, tools))
        packed.add_unsigned("copy", document.copy)
        return packed

    def _words(self, text: Text) -> Iterator[str]:
        for field, content in ((BODY, text.body), *text.fields):
            codes = _Codes(field, len(content) if field == BODY else 0)
            for term, count in self._terms.counts(content).items():
                yield term + codes[count]
        day = day_of(text.entry.ts or "")
        if day:
            yield coded(DAY_MARK + day, code_of(DAY, 1))

    def _tool(self, name: str, tools: list[str]) -> int:
        if len(self._tools) < len(tools):
            self._tools = {tool: i for i, tool in enumerate(tools)}
        if name not in self._tools:
            self._tools[name] = len(tools)
            tools.append(name)
        return self._tools[name]


class _Codes(dict[int, str]):
    """What follows the terms of a text, by how often each occurs; few counts do."""

    def __init__(self, field: int, chars: int) -> None:
        super().__init__()
        self._field, self._chars = field, chars

    def __missing__(self, count: int) -> str:
        code = code_of(self._field, min(count, MOST), self._chars)
        self[count] = suffix = coded("", code)
        return suffix


def coded(term: str, code: int) -> str:
    """A term and its code as the word that is in the index."""
    return f"{term}{_MARK}{code:x}"


def term_of(word: str) -> str:
    """The term of a word that is in the index."""
    return word.partition(_MARK)[0]


def codes_of(searcher: Any, term: str) -> dict[int, int]:
    """The codes that a term has, and how many documents hold it with each."""
    head, codes = term + _MARK, dict[int, int]()
    for word, count in searcher.terms_with_prefix(TERMS, head):
        code = int(word[len(head) :], 16)
        codes[code] = codes.get(code, 0) + count
    return codes


def _schema() -> Any:
    made = tantivy.SchemaBuilder()
    made.add_text_field(TERMS, tokenizer_name="whitespace", index_option="basic")
    made.add_unsigned_field(SESSION, indexed=True)
    made.add_unsigned_field(BLOCK, indexed=True)
    for name in (KEY, "offset", "chars", "code", "tool", "copy"):
        made.add_unsigned_field(name, fast=True)
    made.add_integer_field("time", fast=True)
    return made.build()


def _writer(index: Any) -> Any:
    """One thread: documents of a session stay together."""
    try:
        return index.writer(_HEAP, 1)
    except ValueError as error:
        if "LockBusy" in str(error) or "Permission" in str(error):
            raise Locked(str(error)) from error
        raise


def generation_of(folder: Path) -> int:
    """The number of the last commit; OSError or ValueError where there is none."""
    return int(loads((folder / "meta.json").read_bytes())["opstamp"])


@contextmanager
def damage() -> Iterator[None]:
    """What a damaged index raises, panics of Rust too, as Unusable."""
    try:
        yield
    except (Locked, Unusable):
        raise
    except (ValueError, OSError, TypeError, LookupError) as error:
        raise Unusable(f"{type(error).__name__}: {error}") from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise Unusable(str(error)) from error
