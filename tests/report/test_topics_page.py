"""Topics as they are printed: bars, titles, and never a secret."""

from __future__ import annotations

import json

import pytest
from story_lines import HEADER, session

from pane_cli.commands.shared.rendering import cleaned, redactor
from pane_cli.report.replay import lines, numbers, records, replay
from pane_cli.report.style import PLAIN
from pane_cli.report.topics import Bar, bar_lines, page, record
from pane_cli.rules.schema import DEFAULT
from pane_cli.view.wording import Wording

KEY = "sk-" + "ant-" + "api03-" + "aB3dE5gH7jK9mN1pQ3sT5vW7" * 4


@pytest.mark.parametrize(
    ("ttl", "life", "drawn"),
    [
        (5, 5, "[#####] TTL=5"),
        (2, 5, "[##...] TTL=2"),
        (1, 1, "[#] TTL=1"),
        (50, 100, "[##########..........] TTL=50"),
        (1, 100, "[#...................] TTL=1"),
    ],
)
def test_bars(ttl: int, life: int, drawn: str) -> None:
    one = Bar(1, "auth,cpp", ("testing",), ttl, life, "active")
    assert list(bar_lines([one], PLAIN)) == [f"{drawn}  auth,cpp  active"]


def test_a_category_stands_where_titles_are_the_same() -> None:
    made = [
        Bar(2, "auth", ("testing",), 5, 5, "active"),
        Bar(1, "auth", ("review",), 4, 5, "decaying"),
    ]
    assert [line[14:] for line in bar_lines(made, PLAIN)] == [
        " auth (testing)  active",
        " auth (review)   decaying",
    ]


SECRETS = [
    pytest.param(f'user: the key is "{KEY}" in token_store.py', id="quoted"),
    pytest.param(f"user: look at token_store.py\nsay: {KEY}", id="in a reply"),
    pytest.param(
        "user: look at token_store.py\n"
        f"call: Bash {json.dumps({'command': f'curl -H x-api-key:{KEY} a/b_c.py'})}",
        id="in a command",
    ),
    pytest.param(
        'user: token_store.py\nsay: so\\n\\n```turn.json\\n{"entities": ["token_store",'
        f' "{KEY}"], "categories": ["{KEY}"], "summary": "{KEY}"}}\\n```',
        id="in metadata",
    ),
]


@pytest.mark.parametrize("text", SECRETS)
def test_no_secret_is_printed(text: str) -> None:
    made = session(f"{text}\nsay: Done.\nuser: next `other thing`\nsay: {KEY}")
    clean = redactor(DEFAULT)
    wording = Wording(made.view, cleaned(made.log.entry, clean), clean)
    printed = "\n".join(page("x", made.view, wording, PLAIN))
    printed += json.dumps(record(made.view, wording))
    frames = list(replay(HEADER, made.log.entries(), DEFAULT, wording))
    printed += "\n".join(lines(frames, wording, PLAIN))
    printed += json.dumps(records(frames, wording))
    printed += "\n".join(numbers(frame, wording, DEFAULT) for frame in frames)
    squashed = printed.lower().replace("-", "").replace("_", "")
    assert KEY.lower().replace("-", "")[8:24] not in squashed
    assert "token" in printed


def test_a_title_names_what_most_turns_have() -> None:
    names = [f"thing-{n}" for n in range(9)]
    text = "\n".join(
        f"user: go\nsay: x\\n```turn.json\\n{json.dumps({'entities': found, 'categories': []})}\\n```"  # noqa: E501
        for found in (names, names[7:])
    )
    made = session(text)
    title = Wording(made.view, made.log.entry, str).title(made.view.settled.topics[0])
    assert title == "thing-0,thing-1,thing-7,thing-8 +5"
