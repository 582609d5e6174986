"""The Whoosh index in a folder: rows, and which of them a term is in.

The only file to import Whoosh, and all we use of it: term dictionary, postings,
segments and lock. Any damage is `Unusable`: the caller searches without an index, and
builds it anew.
"""

from __future__ import annotations

import pickle
import struct
import zlib
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from whoosh import analysis, columns, fields, formats, index, reading
from whoosh.filedb import filestore

from pane_cli.search.engine import Locked, Unusable

_TERMS, _FACTS, _NAME = "terms", "facts", "pane"
_MEMORY_MB = 512
"""Whoosh spills postings to disk beyond this; segments are committed long before."""

_SMALL_BYTES = 4 << 20
_MOST_SMALL = 8
"""Segments below that size are left alone up to so many: each costs every query."""

#: What reading a damaged index raises: Whoosh checks little of what it reads.
_DAMAGE = (
    index.IndexError,
    reading.CorruptIndexError,
    OSError,
    EOFError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    AssertionError,
    ImportError,
    MemoryError,
    pickle.UnpicklingError,
    struct.error,
    zlib.error,
)


class _Payload(formats.Format):
    """Postings with bytes of our own, and nothing else."""


class _Terms(fields.FieldType):
    """A field whose terms and payloads are worked out already."""

    def __init__(self) -> None:
        super().__init__(_Payload(), _analyzer())

    def index(
        self, value: Any, **_: Any
    ) -> Generator[tuple[bytes, int, float | int, bytes], Any, None]:
        for term, payload in value.items():
            yield _bytes(term), 1, 1.0, payload


class Segment:
    """A part of an index that was written at once."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self._facts = reader.column_reader(_FACTS, translate=False)
        self.rows: int = reader.doc_count_all()

    def postings(self, term: str) -> list[tuple[int, bytes]]:
        """Rows that a term is in, in order, each with its payload."""
        found = []
        with _damage():
            try:
                matcher = self._reader.postings(_TERMS, _bytes(term))
            except reading.TermNotFound:
                return []
            while matcher.is_active():
                found.append((matcher.id(), matcher.value()))
                matcher.next()
        return found

    def terms(self, prefix: str) -> list[str]:
        """Terms that begin with `prefix`, in order."""
        found = []
        with _damage():
            for field, term in self._reader.terms_from(_TERMS, _bytes(prefix)):
                if field != _TERMS or not term.startswith(_bytes(prefix)):
                    break
                found.append(term.decode("utf-8"))
        return found

    def facts(self, row: int) -> bytes:
        """What was stored beside a row."""
        with _damage():
            facts: bytes = self._facts[row]
        return facts


def open_index(folder: Path) -> tuple[int, list[Segment]]:
    """The generation of the index in `folder`, and its segments; raises Unusable."""
    with _damage():
        reader = _open(folder).reader()
        leaves = [leaf for leaf, _ in reader.leaf_readers()]
        return reader.generation(), [Segment(x) for x in leaves if x.doc_count_all()]


class Writer:
    """The one writer of an index: it is locked from here to `close`.

    Segments are committed one by one.
    """

    def __init__(self, folder: Path) -> None:
        """Make the index where there is none. Raises Locked, or Unusable."""
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            storage: Any = _storage(folder)
            self._lock = storage.lock(f"{_NAME}_WRITELOCK")
            if not self._lock.acquire():
                raise Locked("another process writes it")
        except OSError as error:
            raise Locked(str(error)) from error
        self._writer: Any = None
        try:
            with _damage():
                if not index.exists_in(str(folder), _NAME):
                    index.create_in(str(folder), _schema(), _NAME)
                self._index = _open(folder)
                self.generation: int = self._index.latest_generation()
        except Unusable:
            self._lock.release()
            raise

    def add(self, postings: Mapping[str, bytes], facts: bytes) -> None:
        """A row."""
        with _damage():
            if self._writer is None:
                self._writer = self._index.writer(limitmb=_MEMORY_MB, _lk=False)
            self._writer.add_document(**{_TERMS: postings, _FACTS: facts})

    def commit(self) -> None:
        """Write what was added as a segment; small ones are joined to it in time."""
        with _damage():
            self._writer.commit(mergetype=_join_small)
            self._writer = None
            self.generation = self._index.latest_generation()

    def close(self) -> None:
        """Drop what was not committed, release the lock."""
        if self._writer is not None and not self._writer.is_closed:
            self._writer.cancel()
        self._lock.release()


def _join_small(writer: Any, segments: list[Any]) -> list[Any]:
    """Whoosh's own way to merge goes by rows, and ours are of any size."""
    small = [s for s in segments if _size(writer.storage, s) < _SMALL_BYTES]
    if len(small) < _MOST_SMALL:
        return segments
    for segment in small:
        reader = reading.SegmentReader(writer.storage, writer.schema, segment)
        writer.add_reader(reader)
        reader.close()
    return [segment for segment in segments if segment not in small]


def _size(storage: Any, segment: Any) -> int:
    name = segment.make_filename(segment.COMPOUND_EXT)
    return int(storage.file_length(name))


def _open(folder: Path) -> Any:
    return _storage(folder).open_index(_NAME, schema=_schema())


def _storage(folder: Path) -> Any:
    # Mapped into memory, Whoosh would copy all of a segment when it is opened.
    return filestore.FileStorage(  # type: ignore[no-untyped-call]
        str(folder), supports_mmap=False
    )


def _analyzer() -> Any:
    return analysis.tokenizers.IDTokenizer()  # demanded, never asked


def _schema() -> Any:
    facts = fields.COLUMN(columns.VarBytesColumn())  # type: ignore[no-untyped-call]
    return fields.Schema(**{_TERMS: _Terms(), _FACTS: facts})


def _bytes(term: str) -> bytes:
    return term.encode("utf-8", "replace")


@contextmanager
def _damage() -> Iterator[None]:
    try:
        yield
    except _DAMAGE as error:
        raise Unusable(f"{type(error).__name__}: {error}") from error
