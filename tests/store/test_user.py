"""The session `user`: what the user decided for every session, and nobody else."""

from __future__ import annotations

from pathlib import Path

from entries_made import entry, session_bytes
from hypothesis import given, settings
from hypothesis import strategies as st

from pane_cli.commands.shared.stored import stored_session, user_session
from pane_cli.rules.schema import DEFAULT
from pane_cli.session.address import USER_SESSION
from pane_cli.session.types import Mark
from pane_cli.store.store import Store
from pane_cli.store.user import carried_marks
from pane_cli.view.carried import in_time

ID = "harbour-session-1"


def store_with(folder: Path, *marks: Mark) -> Store:
    store = Store(folder / "store")
    store.append_marks(USER_SESSION, marks)
    body = session_bytes(ID, [entry(1, "hello", ts="2026-03-02T08:00:00Z")])
    store.path(ID).write_bytes(body)
    return store


def test_only_what_the_user_named_is_carried(tmp_path: Path) -> None:
    store = store_with(
        tmp_path,
        Mark("pin", 0, name="sso", text="never touch SSO"),
        Mark("pin", 0, text="nameless"),
        Mark("pin", 0, name="mine", text="the agent's", by="agent"),
        Mark("pin", 0, name="hosts", text="the host's", by="host:pi"),
        Mark("fact", 0, entity="user", name="name", text="Nora"),
        Mark("fact", 0, entity="user", name="name", text="Olaf", by="agent"),
        Mark("evict", 0, entries=((1, 1),)),
    )
    view = stored_session(store, ID, DEFAULT).view
    assert [(pin.name, pin.is_carried) for pin in view.pins] == [("sso", True)]
    (fact,) = view.facts
    assert fact.standing is not None and fact.standing.value == "Nora"
    assert [told.value for told in fact.told] == ["Nora"]
    assert view.out == {}


def test_damage_and_a_torn_end_lose_no_other_decision(tmp_path: Path) -> None:
    store = store_with(tmp_path, Mark("pin", 0, name="a", text="one"))
    with store.path(USER_SESSION).open("ab") as stream:
        stream.write(b'{"kind":"pin","mark":\n')
    store.append_marks(USER_SESSION, [Mark("pin", 0, name="b", text="two")])
    with store.path(USER_SESSION).open("ab") as stream:
        stream.write(b'{"kind":"pin","mark":9,"name":"c"')
    assert [mark.name for mark in carried_marks(store)] == ["a", "b"]


def test_nothing_is_made_by_reading(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    assert carried_marks(store) == ()
    assert user_session(store, DEFAULT).view.pins == []
    assert not store.root.exists()


def test_the_user_session_does_not_carry_to_itself(tmp_path: Path) -> None:
    store = store_with(tmp_path, Mark("pin", 0, name="a", text="one"))
    view = stored_session(store, USER_SESSION, DEFAULT).view
    assert [(pin.name, pin.is_carried) for pin in view.pins] == [("a", False)]


def test_a_later_pin_of_the_session_replaces_one_that_is_carried(
    tmp_path: Path,
) -> None:
    """As sessions hold named pins that were written through a pipe, or long ago."""
    early, late = "2026-03-02T07:00:00Z", "2026-03-02T09:00:00Z"
    for own, carried, expected in ((late, early, "own"), (early, late, "carried")):
        store = store_with(
            tmp_path / own, Mark("pin", 0, name="a", text="carried", ts=carried)
        )
        store.append_marks(ID, [Mark("pin", 0, name="a", text="own", ts=own)])
        (pin,) = stored_session(store, ID, DEFAULT).view.pins
        assert pin.text == expected


TIMES = st.lists(st.none() | st.sampled_from("abcdefg"), max_size=8)


@settings(deadline=None)
@given(TIMES, st.lists(st.sampled_from("abcdefg"), max_size=5).map(sorted))
def test_carried_marks_come_between_and_change_no_order(
    own: list[str | None], carried: list[str]
) -> None:
    marks = [Mark("pin", n, name=str(n), ts=ts) for n, ts in enumerate(carried)]
    items = list(enumerate(own))
    found = in_time(items, marks, lambda item: item[1])
    assert [item for item, is_carried in found if not is_carried] == items
    assert [item for item, is_carried in found if is_carried] == marks
