"""What folds make of lines, pinned: kept folds of another version are stale."""

from __future__ import annotations

import zlib

import pytest
from story_evict import STORY
from story_lines import session

from pane_cli.rules.schema import DEFAULT
from pane_cli.view.state import VERSION, pack, unpack
from pane_cli.view.view import View

MADE = {5: 3258231742}


def test_other_folds_have_another_version() -> None:
    """Where this fails, raise VERSION and write its number and sum here instead."""
    assert zlib.crc32(pack(session("\n".join(STORY)).view)) == MADE[VERSION]


SAID = """
user: fix `auth_session` in src/auth_session.py
Edit src/auth_session.py
say: first a look at `token_store`
say: done; `queue_worker` is next
user: what is `token_store` in src/token_store.py?
say: a store, used by `lease_table`
user: change `lease_table`, and `queue_worker`
say: done
user: and `queue_worker` once more
say: done
"""


@pytest.mark.parametrize("step", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_folds_that_were_kept_go_on_as_those_that_were_not(
    first: int, step: int
) -> None:
    made = session(SAID.strip())
    view = View(made.log.header, DEFAULT)
    for number, line in enumerate(made.log.entries()):
        view.step(line)
        if number % step == first:
            view = unpack(pack(view), view.header, DEFAULT)
    assert view.settled.moves == made.view.settled.moves
    assert pack(view) == pack(made.view)
    assert len({move.topic for move in view.settled.moves}) > 1
