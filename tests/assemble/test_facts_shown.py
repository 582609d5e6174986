"""Facts in a context: the user's own stand with the pins, others change behind it."""

from __future__ import annotations

import json

import pytest
from assemble.test_assemble import ask
from msgspec import structs
from story_lines import session

from pane_cli.assemble.assemble import assemble
from pane_cli.errors import PaneError
from pane_cli.rules.schema import DEFAULT, Section
from pane_cli.session.types import Mark

TURN = "\nuser: request {n}, about the ferry\nsay: Done.\\n\\n{block}"
ROLE = Mark("fact", 1, entity="user", name="role", text="runs the harbour " * 12)
PORT = Mark("fact", 2, entity="ferry", name="port", text="9 " * 200)


def block(**facts: str) -> str:
    rows = [{"entity": "ferry", "key": k, "value": v} for k, v in facts.items()]
    body = json.dumps({"entities": ["ferry"], "categories": ["review"], "facts": rows})
    return f"```turn.json\\n{body}\\n```"


QUAY = '```turn.json\\n{"entities": ["quay"], "categories": ["planning"]}\\n```'


def text(count: int) -> str:
    return "".join(TURN.format(n=n, block=block(port=str(n))) for n in range(count))


def test_a29_what_agents_say_does_not_move_what_stands() -> None:
    before = ""
    for count in range(1, 12):
        made = session(text(count), DEFAULT, ROLE)
        context = assemble(ask(made, tokens=12_000)).context
        stable = "\n".join(part.text for part in context.stable)
        assert stable.startswith(before)
        assert "- role: runs the harbour" in stable
        assert f'"value": "{count - 1}"' in stable
        before = stable


def test_what_the_user_set_is_never_cut() -> None:
    made = session(text(3), DEFAULT, ROLE, PORT)
    shown = assemble(ask(made, tokens=12_000)).text
    assert f"- role: {ROLE.text}" in shown
    assert f"- ferry.port: {PORT.text} (user" in shown


def test_facts_of_topics_that_are_not_loaded_are_left_out() -> None:
    left = Mark("evict", 1, entries=((1, 2),), after=14)
    other = "".join(
        f"\nuser: request {n}, about the quay\nsay: Done.\\n\\n{QUAY}" for n in range(6)
    )
    near, far = (session(text(1) + then, DEFAULT, left) for then in ("", other))
    assert "- ferry.port: 0 (" in assemble(ask(near, tokens=12_000)).text
    asked = ask(far, tokens=12_000)
    assert "ferry.port" not in assemble(asked).text
    assert "- ferry.port: 0 (" in assemble(asked._replace(query="the ferry")).text


def test_a_fact_is_not_told_beside_the_reply_that_tells_it() -> None:
    made = session(text(1), DEFAULT)
    shown = assemble(ask(made, tokens=12_000)).text
    assert '"key": "port"' in shown
    assert "# Facts" not in shown


def test_the_budget_comes_before_the_users_facts() -> None:
    role = Mark("fact", 1, entity="user", name="role", text="word " * 400)
    made = session(text(3), DEFAULT, role)
    assert "# The user" not in assemble(ask(made, tokens=200)).text


def test_the_users_block_takes_no_cap() -> None:
    blocks = (Section("user-facts", lines=1), Section("turns"))
    assembling = structs.replace(DEFAULT.assemble, blocks=blocks)
    made = session(text(1), structs.replace(DEFAULT, assemble=assembling), ROLE)
    with pytest.raises(PaneError, match="user-facts takes no lines"):
        assemble(ask(made, tokens=900))
