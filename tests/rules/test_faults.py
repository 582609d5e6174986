"""What is wrong with a rules file is named by file, line and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from pane_cli.errors import PaneError
from pane_cli.rules.layers import Environment
from pane_cli.rules.load import load, read_setting, read_text
from pane_cli.rules.merge import Fault


def faults(text: str | bytes) -> list[str]:
    raw = text if isinstance(text, bytes) else text.encode()
    return [
        str(row) for row in read_text(raw, "r.yaml", "file") if isinstance(row, Fault)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "version: 1\nevict:\n  shar: 0.3\n",
            "r.yaml:3: evict.shar: unknown key; the nearest known one is `evict.share`",
            id="unknown key",
        ),
        pytest.param(
            "evcit: {share: 0.3}\n",
            "r.yaml:1: evcit: unknown key; the nearest known one is `evict`",
            id="unknown section",
        ),
        pytest.param(
            "share: 0.3\n",
            "r.yaml:1: share: unknown key; the nearest known one is `evict.share`",
            id="a key without its section",
        ),
        pytest.param(
            "summary:\n  sections:\n    - {name: pins}\n    - {name: task, line: 3}\n",
            "r.yaml:4: summary.sections[1].line: unknown key; the nearest known one is "
            "`summary.sections[1].lines`",
            id="unknown key in an item",
        ),
        pytest.param(
            "evict:\n\n  share: half\n",
            "r.yaml:3: evict.share: expected a number from 0 to 1, not 'half'",
            id="wrong type",
        ),
        pytest.param(
            "evict:\n  share: 1.5\n",
            "r.yaml:2: evict.share: expected a number from 0 to 1, not 1.5",
            id="out of range",
        ),
        pytest.param(
            "evict: {share: .nan}\n",
            "r.yaml:1: evict.share: expected a number from 0 to 1, not nan",
            id="not a number",
        ),
        pytest.param(
            "recall: {limit: 2.5}\n",
            "r.yaml:1: recall.limit: expected a whole number above 0, not 2.5",
            id="no whole number",
        ),
        pytest.param(
            "recall: {limit: yes}\n",
            "r.yaml:1: recall.limit: expected a whole number above 0, not True",
            id="true is no number",
        ),
        pytest.param(
            "check: {ignore: [no]}\n",
            "r.yaml:1: check.ignore[0]: expected text, not False",
            id="unquoted no is no text",
        ),
        pytest.param(
            "check: {ignore: damaged}\n",
            "r.yaml:1: check.ignore: expected a list, each item text, not 'damaged'",
            id="one where a list is needed",
        ),
        pytest.param(
            "evict: [share]\n",
            "r.yaml:1: evict: expected a mapping of",
            id="list for a section",
        ),
        pytest.param(
            "redact:\n  extra:\n    - {name: a, pattern: '('}\n",
            "r.yaml:3: redact.extra[0].pattern: expected a regular expression, not '('",
            id="broken regex",
        ),
        pytest.param(
            "redact:\n  extra:\n    - {name: a}\n",
            "r.yaml:3: redact.extra[0]: needs a `pattern`",
            id="a field is missing",
        ),
        pytest.param(
            "evict: {share: 0.1}\nrecall: {limit: 1}\nevict: {share: 0.2}\n",
            "r.yaml:3: evict: given twice, first on line 1",
            id="section given twice",
        ),
        pytest.param(
            "evict:\n  share: 0.1\n  share: 0.1\n",
            "r.yaml:3: evict.share: given twice, first on line 2",
            id="key given twice",
        ),
        pytest.param(
            "version: 2\n", "r.yaml:1: version: expected 1, not 2", id="other version"
        ),
        pytest.param("evict: {\n", "r.yaml:2: no YAML: ", id="broken YAML"),
        pytest.param(b"a: 1\nb: \xff\n", "r.yaml:2: no YAML: ", id="no UTF-8"),
        pytest.param("a: 1\n---\nb: 2\n", "r.yaml:2: no YAML: ", id="two documents"),
        pytest.param(
            "evict: {share: !!python/name:os.system ''}\n",
            "r.yaml:1: evict.share: no YAML: could not determine a constructor",
            id="names no code",
        ),
        pytest.param(
            "stats: {tz: 2026-13-45}\n",
            "r.yaml:1: stats.tz: no YAML: month must be in 1..12",
            id="no date",
        ),
        pytest.param(
            "check: {ignore: &a [*a]}\n",
            "r.yaml:1: check.ignore[0]: no YAML: a value within itself",
            id="a list in itself",
        ),
        pytest.param(
            "evict:\n  <<: {share: 0.1}\n",
            "r.yaml:2: evict.<<: unknown key",
            id="merge keys are none of ours",
        ),
        pytest.param(
            "just words\n", "r.yaml:1: expected a mapping of version,", id="no mapping"
        ),
    ],
)
def test_each_fault_is_named(text: str | bytes, expected: str) -> None:
    assert faults(text)[0].startswith(expected)


@pytest.mark.parametrize(
    "text",
    ["", "# nothing\n", "version: 1\n", "{}", "evict:\n", "recall: {limit: 1_0}\n"],
)
def test_nothing_wrong(text: str) -> None:
    assert faults(text) == []


def test_every_fault_of_a_file_is_found() -> None:
    assert faults("evict: {share: 2, shar: 1}\nrecall: {limit: 0}\n") == [
        "r.yaml:1: evict.share: expected a number from 0 to 1, not 2",
        "r.yaml:1: evict.shar: unknown key; the nearest known one is `evict.share`",
        "r.yaml:2: recall.limit: expected a whole number above 0, not 0",
    ]


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("evict.share", "--set: evict.share: has no value: write --set KEY=VALUE"),
        (
            "evict.shar=1",
            "--set: evict.shar: unknown key; the nearest known one is `evict.share`",
        ),
        (
            "evict.share=",
            "--set: evict.share: expected a number from 0 to 1, not null",
        ),
        (
            "evict={share: 7}",
            "--set: evict.share: expected a number from 0 to 1, not 7",
        ),
    ],
)
def test_settings_are_held_to_the_same(setting: str, expected: str) -> None:
    assert [str(row) for row in read_setting(setting)] == [expected]


def test_shared_values_cost_nothing() -> None:
    # Nine levels of nine aliases each: 387 million items, were they copied.
    levels = ["l0: &l0 [x, x, x, x, x, x, x, x, x]"]
    levels += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 9)]
    found = faults("\n".join([*levels, "check: {ignore: *l8}"]))
    assert found[-1] == "r.yaml:8: check.ignore[8]: expected text, not a list"


def test_the_first_fault_stops_a_command(tmp_path: Path) -> None:
    file = tmp_path / "r.yaml"
    file.write_text("evict: {share: 2}\nrecall: {limit: 0}\n")
    with pytest.raises(PaneError) as caught:
        load(Environment(), file)
    assert str(caught.value).startswith(f"{file}:1: evict.share: expected")
    assert caught.value.hint == f"and 1 more; see: pane rules check {file}"
