"""What agents are told to end a reply with, and how much of it is done."""

from __future__ import annotations

import io
import re

import msgspec
from check.made import entry, found, session
from check.metadata_cases import reply, with_
from running import ROOT, run

from pane_cli.check.check import check
from pane_cli.check.limits import Limits
from pane_cli.check.table import ROWS
from pane_cli.rules.instructions import metadata_instructions
from pane_cli.rules.schema import DEFAULT
from pane_cli.rules.topics import Category
from pane_cli.view.metadata import own_metadata

TOLD = (ROOT / "rules" / "metadata.md").read_text("utf-8")
EXAMPLE = re.search(r"```turn\.json\n.*?\n```", TOLD, re.DOTALL)


def test_a_reply_that_follows_the_instructions_passes() -> None:
    assert EXAMPLE is not None
    text = f"The lifetime was compared in local time.\n\n{EXAMPLE.group()}"
    assert found(session(entry(1, role="assistant", text=text))) == []
    given = own_metadata(text)
    assert given is not None
    assert [(fact.entity, fact.key) for fact in given.facts] == [
        ("ferry", "refresh lifetime"),
        ("user", "preferred test runner"),
    ]


def test_the_instructions_name_the_categories_of_the_rules() -> None:
    words = " ".join(TOLD.split())
    assert ", ".join(DEFAULT.topics.categories) in words
    kinds = {"rowing": Category(), "sailing": Category()}
    topics = msgspec.structs.replace(DEFAULT.topics, categories=kinds)
    told = metadata_instructions(msgspec.structs.replace(DEFAULT, topics=topics))
    assert "of these: rowing, sailing." in told
    assert "architecture" not in told
    assert metadata_instructions(DEFAULT) == TOLD


def test_they_are_printed_from_any_folder(tmp_path: object) -> None:
    from pathlib import Path

    done = run(["pane", "rules", "metadata"], Path(str(tmp_path)))
    assert (done.status, done.out.decode()) == (0, TOLD)


def test_the_share_that_follows_is_measured() -> None:
    body = session(
        reply(1, 1), reply(2, 2, with_(entities=["code"])), reply(3, 3, None)
    )
    (one,) = (f for f in found(body) if f.name == "metadata-share")
    assert one.message == (
        "turn.json: 1 of 3 turns follow the instructions, 1 has no block"
    )


def test_kinds_of_work_are_rules() -> None:
    body = session(reply(1, 1, with_(categories=["rowing"])))
    limits = Limits(kinds=frozenset({"rowing"}))
    assert check(io.BytesIO(body), "in.jsonl", ROWS, limits=limits) == []
