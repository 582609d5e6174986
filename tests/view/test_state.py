"""What folds make of lines, pinned: kept folds of another version are stale."""

from __future__ import annotations

import zlib

from story_evict import STORY
from story_lines import session

from pane_cli.view.state import VERSION, pack

MADE = {4: 3258231742}


def test_other_folds_have_another_version() -> None:
    """Where this fails, raise VERSION and write its number and sum here instead."""
    assert zlib.crc32(pack(session("\n".join(STORY)).view)) == MADE[VERSION]
