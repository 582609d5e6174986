"""Source bytes are shared out to the last one, each once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pane_cli.report.records import Records, Share
from pane_cli.session.types import Entry, Src


def entry(n: int, src: Src, text: str = "", **more: object) -> Entry:
    return Entry("text", n, 1, "user", text=text, src=src, **more)  # type: ignore[arg-type]


def shares(*entries: Entry) -> list[Share]:
    records = Records()
    found = [share for one in entries for share in records.step(one)]
    return [*found, *records.close()]


def test_one_block_has_it_all() -> None:
    assert shares(entry(1, (0, 0, 412)), entry(2, (0, 413, 90))) == [
        Share(1, 412, 0),
        Share(2, 90, 0),
    ]


def test_blocks_share_by_what_they_hold() -> None:
    found = shares(entry(1, (0, 0, 400), "a" * 99), entry(2, (0, 0, 400), "b" * 299))
    assert found == [Share(1, 100, 0), Share(2, 300, 0)]


def test_a_document_has_what_its_messages_leave() -> None:
    found = shares(
        entry(1, (0, 0, 1000)), entry(2, (0, 100, 300)), entry(3, (0, 500, 400))
    )
    assert sorted(found, key=lambda one: one.n) == [
        Share(1, 300, 0),
        Share(2, 300, 0),
        Share(3, 400, 0),
    ]


def test_an_image_is_most_of_its_record() -> None:
    image = Entry("image", 2, 1, "user", media="image/png", bytes=300, src=(0, 0, 1010))
    text, other = shares(entry(1, (0, 0, 1010), "a" * 99), image)
    assert text == Share(1, 201, 0)
    # 400 bytes of base64 in a block of 401: the record holds them twice.
    assert other == Share(2, 809, 806)


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 500)), max_size=12))
def test_nothing_is_lost_or_counted_twice(records: list[tuple[int, int]]) -> None:
    entries, offset = [], 0
    for blocks, length in records:
        for block in range(blocks):
            text = "x" * (37 * block)
            entries.append(entry(len(entries) + 1, (0, offset, length), text))
        offset += length + 1
    found = shares(*entries)
    assert sum(share.bytes for share in found) == sum(length for _, length in records)
    assert [share.n for share in found] == [one.n for one in entries]
