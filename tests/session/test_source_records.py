"""Bytes to records: the rules of formats.md section 0, one by one."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from pane_cli.session.documents import document_records
from pane_cli.session.records import NULS, SAVED, TORN, Record, read_records
from pane_cli.transcripts.shape import source_records
from pane_cli.transcripts.source import unpack


def records(data: bytes, final: bool = True) -> list[Record]:
    return list(read_records(io.BytesIO(data), final=final))


def values(data: bytes) -> list[Any]:
    return [record.value for record in records(data)]


PLACES = [
    pytest.param(b'{"a":1}\n{"b":2}\n', [(0, 7, 1), (8, 7, 2)], id="lines"),
    pytest.param(b'{"a":1}\n{"b":2}', [(0, 7, 1), (8, 7, 2)], id="no last newline"),
    pytest.param(b'{"a":1}\r\n{"b":2}\r\n', [(0, 7, 1), (9, 7, 2)], id="CRLF"),
    pytest.param(
        b'\xef\xbb\xbf{"a":1}\n{"b":2}\n', [(3, 7, 1), (11, 7, 2)], id="byte order mark"
    ),
    pytest.param(
        b'\n \t\r\n{"a":1}\n\n  {"b":2}  \n', [(5, 7, 3), (16, 7, 5)], id="blanks"
    ),
    pytest.param(b'{"a":1}{"b":2}\n', [(0, 7, 1), (7, 7, 1)], id="two on a line"),
    pytest.param(
        '{"a":"é"} {"b":2}\n'.encode(), [(0, 10, 1), (11, 7, 1)], id="behind UTF-8"
    ),
]


@pytest.mark.parametrize(("data", "expected"), PLACES)
def test_where_records_are(data: bytes, expected: Any) -> None:
    found = records(data)
    assert [(r.offset, r.length, r.line) for r in found] == expected
    assert [r.problem for r in found] == [None, None]
    for record in found:
        place = slice(record.offset, record.offset + record.length)
        assert json.loads(data[place]) == record.value


SEPARATORS = ["\u2028", "\u2029", "\u0085", "\v", "\f", "\r", "\x1c"]


@pytest.mark.parametrize(
    "inside", SEPARATORS, ids=[f"{ord(c):04x}" for c in SEPARATORS]
)
def test_only_a_newline_ends_a_line(inside: str) -> None:
    data = f'{{"a":"x{inside}y"}}\n{{"b":2}}\n'.encode()
    assert values(data) == [{"a": f"x{inside}y"}, {"b": 2}]


DEEP = 5000
VALUES = [
    pytest.param(b'{"a":NaN}', {"a": float("nan")}, id="NaN"),
    pytest.param(b'{"a":[Infinity,-Infinity]}', {"a": [float("inf"), float("-inf")]},
                 id="infinity"),
    pytest.param(b'{"a":1,"a":2}', {"a": 2}, id="a key twice: the last wins"),
    pytest.param(b'{"id":7}', {"id": 7}, id="an integer for an id"),
    pytest.param(b'{"a":18446744073709551615}', {"a": 18446744073709551615}, id="u64"),
    pytest.param(b'{"a":' + b"9" * 6000 + b"}", {"a": "9" * 6000}, id="6000 digits"),
    pytest.param(rb'{"a":"\ud99c"}', {"a": "\ufffd"}, id="a lone surrogate"),
    pytest.param(rb'{"\udc00":1}', {"\ufffd": 1}, id="a lone surrogate in a key"),
    pytest.param(rb'{"a":"\ud83d\ude00"}', {"a": "\U0001f600"}, id="a pair of them"),
    pytest.param(b'{"a":"x\xff\xfey"}', {"a": "x\ufffd\ufffdy"}, id="invalid UTF-8"),
    pytest.param(b'{"a":"x\x01\ty"}', {"a": "x\x01\ty"}, id="raw control characters"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), VALUES)
def test_what_a_value_may_be(line: bytes, expected: Any) -> None:
    [record] = records(line + b"\n")
    assert repr(record.value) == repr(expected)
    assert (record.length, record.problem) == (len(line), None)
    json.dumps(record.value).encode("utf-8")


@pytest.mark.parametrize("number", [1 << 64, -(1 << 63) - 1, 10**40])
@pytest.mark.parametrize("beside", ["", r"\ud800"], ids=["fast", "slow"])
def test_an_integer_past_64_bits_is_one(number: int, beside: str) -> None:
    line = f'{{"a":[{number}],"b":"{beside}"}}\n'
    [record] = records(line.encode())
    assert record.value is not None and record.value["a"] == [number]
    assert msgspec.json.decode(msgspec.json.encode(record.value)) == record.value


@pytest.mark.parametrize("depth", [100, 900, 5000, 200_000])
def test_deep_nesting_is_read_or_named(depth: int) -> None:
    line = b'{"a":' * depth + b"1" + b"}" * depth
    first, second = records(line + b'\n{"b":2}\n')
    assert (first.length, second.value) == (len(line), {"b": 2})
    is_read = first.value is not None and "a" in first.value
    assert is_read == (first.problem is None)


GLUED = b'{"timestamp":"1","payload":{"text":"ab{"type":"x","n":{"a":1}}'
DAMAGE = [
    pytest.param(b'{"a":1\n{"b":2}\n', [(None, "JSON"), ({"b": 2}, None)], id="cut"),
    pytest.param(b"42\n", [(None, "not an object but int")], id="a number"),
    pytest.param(b'"text"\n', [(None, "not an object but str")], id="a string"),
    pytest.param(b'[{"a":1}]\n', [(None, "not an object but list")], id="a list"),
    pytest.param(b"null\n", [(None, "not an object but NoneType")], id="null"),
    pytest.param(b"\0\0\0\n", [(None, NULS)], id="only NULs"),
    pytest.param(b'\0\0{"a":1}\n', [({"a": 1}, SAVED)], id="NULs in front"),
    pytest.param(b'{"a":1}\0\0\n', [({"a": 1}, SAVED)], id="NULs behind"),
    pytest.param(b'{"a":\0\0 1}\n', [({"a": 1}, SAVED)], id="NULs inside"),
    pytest.param(GLUED + b"\n", [({"type": "x", "n": {"a": 1}}, SAVED)], id="glued"),
    pytest.param(b'{"a":{"x":1}\n', [(None, "JSON")], id="what is nested is no record"),
    pytest.param(
        b'{"a":{"role":"user"}\n', [({"role": "user"}, SAVED)], id="a nested record"
    ),
    pytest.param(b'{"a":[{"type":"x"},\n', [(None, "JSON")], id="part of a list"),
    pytest.param(b'{"a":1} tail\n', [({"a": 1}, SAVED)], id="rubbish behind"),
    pytest.param(b'pre {"type":"x"}\n', [({"type": "x"}, SAVED)], id="in front"),
    pytest.param(b'{"a":1}7{"b":2}\n', [({"a": 1}, SAVED), ({"b": 2}, SAVED)],
                 id="a number between"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "expected"), DAMAGE)
def test_damage_is_named_and_what_is_whole_is_saved(data: bytes, expected: Any) -> None:
    found = records(data + b'{"last":1}\n')
    assert found[-1].value == {"last": 1}
    assert [r.value for r in found[:-1]] == [value for value, _ in expected]
    for record, (_, problem) in zip(found, expected, strict=False):
        assert (record.problem is None) == (problem is None)
        assert (problem or "") in (record.problem or "")


def test_a_hostile_line_costs_no_more_than_its_length() -> None:
    [record] = records(b'{"a":' * 100_000 + b"\n")
    assert record.value is None


def test_a_torn_last_line_is_held_until_it_is_whole() -> None:
    data = b'{"a":1}\n{"b":"\xc3\xa9"}'
    for cut in range(8, len(data)):
        assert [r.value for r in records(data[:cut], final=False)] == [{"a": 1}]
        *_, last = records(data[:cut] + b" ")
        if cut > 8:
            assert (last.value, last.problem, last.offset) == (None, TORN, 8)
    assert [r.value for r in records(data, final=False)] == [{"a": 1}, {"b": "é"}]


def test_reading_goes_on_where_it_was() -> None:
    data = b'\xef\xbb\xbf{"a":1}\n{"b":2}\n{"c":3}'
    first, *rest = records(data)
    start = first.offset + first.length
    resumed = read_records(io.BytesIO(data[start:]), offset=start, line=0)
    assert [(r.value, r.offset) for r in resumed] == [(r.value, r.offset) for r in rest]


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda data: gzip.compress(data),
    "zstd": lambda data: zstandard.compress(data),
    "zstd in frames": lambda data: (
        zstandard.compress(data[:9]) + zstandard.compress(data[9:])
    ),
    "UTF-16 LE": lambda data: b"\xff\xfe" + data.decode().encode("utf-16-le"),
    "UTF-16 BE": lambda data: b"\xfe\xff" + data.decode().encode("utf-16-be"),
}


@pytest.mark.parametrize("packing", PACKED)
def test_what_is_packed_says_the_same(packing: str) -> None:
    data = '{"a":"é"}\n{"b":"\U0001f600"}\n'.encode()
    packed: bytes = PACKED[packing](data)
    stream = io.BufferedReader(io.BytesIO(packed))
    assert list(read_records(unpack(stream))) == records(data)


PRETTY = b'{\n "a": {\n  "x": "\xc3\xa9"\n }\n}\n{\n "b": 2\n}\n'


def test_pretty_printed_objects_in_a_file_of_lines() -> None:
    found = list(source_records(io.BytesIO(PRETTY)))
    assert [r.value for r in found] == [{"a": {"x": "é"}}, {"b": 2}]
    assert [(r.offset, r.line) for r in found] == [(0, 1), (27, 6)]
    for record in found:
        place = slice(record.offset, record.offset + record.length)
        assert json.loads(PRETTY[place]) == record.value


def test_a_document_is_its_own_record_and_those_of_its_list() -> None:
    body = b'{"model":"m", "messages":[{"a":1}, 7, {"b":"\xc3\xa9"}], "end":true}'
    found = list(document_records(body))
    assert [(r.value, r.offset, r.length) for r in found] == [
        ({"model": "m", "end": True}, 0, len(body)),
        ({"a": 1}, 26, 7),
        (None, 35, 1),
        ({"b": "é"}, 38, 10),
    ]


def test_a_document_that_breaks_off_gives_what_is_before_the_break() -> None:
    body = b'[{"a":1},{"b":2},{"c":'
    *found, last = document_records(body)
    assert [r.value for r in found] == [{"a": 1}, {"b": 2}]
    assert last.value is None and last.problem is not None


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=8) | st.integers(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.lists(st.dictionaries(st.text(max_size=4), JSON, max_size=3), max_size=4))
def test_every_json_object_is_one_record(objects: Any) -> None:
    data = "".join(json.dumps(value) + "\n" for value in objects).encode()
    found = records(data)
    assert len(found) == len(objects)
    assert all(r.problem is None and isinstance(r.value, dict) for r in found)


@given(st.binary(max_size=60))
def test_any_bytes_are_records_or_damage(data: bytes) -> None:
    for record in records(data):
        assert record.value is not None or record.problem is not None
        assert 0 <= record.offset <= record.offset + record.length <= len(data)
