"""Session lines to bytes and back."""

from __future__ import annotations

from typing import Any

import msgspec

from pane_cli.session.types import (
    ENTRY_KINDS,
    MARK_KINDS,
    Amend,
    Entry,
    Header,
    Line,
    Mark,
    Other,
)

_encoder = msgspec.json.Encoder()
_decoders: dict[str, msgspec.json.Decoder[Any]] = {
    "session": msgspec.json.Decoder(Header),
    "amend": msgspec.json.Decoder(Amend),
}
_decoders.update(dict.fromkeys(ENTRY_KINDS, msgspec.json.Decoder(Entry)))
_decoders.update(dict.fromkeys(MARK_KINDS, msgspec.json.Decoder(Mark)))

_PREFIX = b'{"kind":"'


class _Kind(msgspec.Struct):
    kind: str


_kind_decoder = msgspec.json.Decoder(_Kind)


def kind_of(raw: bytes) -> str | None:
    """The `kind` of a session line; None where the bytes are no session line."""
    if raw.startswith(_PREFIX):
        end = raw.find(b'"', len(_PREFIX))
        return raw[len(_PREFIX) : end].decode("ascii", "replace")
    try:
        return _kind_decoder.decode(raw).kind
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def decode(raw: bytes) -> Line:
    """One line; raises msgspec.DecodeError where it is damaged."""
    kind = kind_of(raw)
    if kind is None:
        raise msgspec.DecodeError("not a session line: no `kind`")
    decoder = _decoders.get(kind)
    if decoder is None:
        msgspec.json.decode(raw)  # a line we pass through must still be JSON
        return Other(kind)
    line: Line = decoder.decode(raw)
    return line


def is_readable(raw: bytes) -> bool:
    """Whether `decode` reads the line, be it also of a kind that is unknown here."""
    try:
        decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return True


def encode(line: Header | Entry | Amend | Mark) -> bytes:
    r"""One line of UTF-8 with its `\n`."""
    return _encoder.encode(line) + b"\n"
