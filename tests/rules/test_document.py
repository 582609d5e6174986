"""What is generated from the schema is current, and the shipped files are sound."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pane_cli.rules.document import default_yaml, json_schema, merged_yaml
from pane_cli.rules.keys import knobs, sections
from pane_cli.rules.layers import SHIPPED, Environment, shipped_folder
from pane_cli.rules.load import load, read_text, to_yaml
from pane_cli.rules.merge import Fault, Setting, build
from pane_cli.rules.schema import DEFAULT

FILES = sorted(shipped_folder().glob("*.yaml"))


def test_default_yaml_is_current() -> None:
    shipped = (shipped_folder() / "default.yaml").read_text(encoding="utf-8")
    assert shipped == default_yaml(), (
        "stale: python -m pane_cli.rules.document > rules/default.yaml"
    )


def test_default_yaml_says_the_defaults() -> None:
    found = read_text(default_yaml().encode(), "default.yaml", "user")
    settings_ = [row for row in found if isinstance(row, Setting)]
    assert [row for row in found if isinstance(row, Fault)] == []
    assert build(settings_) == DEFAULT
    # An empty mapping sets no key.
    keys = {key for key, knob in knobs().items() if knob.default != {}}
    assert {_knob_of(row) for row in settings_} == keys


def _knob_of(row: Setting) -> str:
    """The key of the knob that a value belongs to: a free mapping is one knob."""
    parts = [".".join(row.path[:size]) for size in range(1, len(row.path) + 1)]
    return next(key for key in parts if key in knobs())


def test_every_key_has_a_doc() -> None:
    rows = [*knobs().values(), *(f for knob in knobs().values() for f in knob.fields)]
    assert [row.key for row in rows if not row.doc] == []
    assert [row.key for row in sections().values() if not row.doc] == []


def test_schema_is_valid_json_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_shipped_files_fit_the_schema(file: Path) -> None:
    validator = jsonschema.Draft202012Validator(json_schema())
    document = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert [error.message for error in validator.iter_errors(document)] == []
    found = read_text(file.read_bytes(), file.name, "file")
    assert [str(row) for row in found if isinstance(row, Fault)] == []


def test_the_schema_refuses_what_the_loader_refuses() -> None:
    validator = jsonschema.Draft202012Validator(json_schema())
    for bad in ({"evict": {"shar": 1}}, {"evict": {"share": 2}}, {"version": 2}):
        assert not validator.is_valid(bad)


def test_the_shipped_names_are_the_shipped_files() -> None:
    assert {file.stem for file in FILES} == {"default", *SHIPPED}


@pytest.mark.parametrize("key", ["assemble.blocks"])
def test_small_window_forgets_no_part(key: str) -> None:
    found = load(Environment(), Path("small-window")).layers[key]
    default = [part["name"] for part in knobs()[key].default]
    assert [part["name"] for part in found.value] == default


PINNED = ("pane-0.1", "pane-head")
"""Rule files that say all of it, whatever the defaults and the layers below say."""


@pytest.mark.parametrize("name", [name for name in SHIPPED if name not in PINNED])
def test_each_shipped_value_differs_from_the_default(name: str) -> None:
    found = load(Environment(), Path(name)).settings
    same = {".".join(row.path) for row in found if row.value == default(row)}
    assert same == {"version"}


@pytest.mark.parametrize("name", PINNED)
def test_a_published_version_says_all_that_groups(name: str) -> None:
    found = {".".join(row.path) for row in load(Environment(), Path(name)).settings}
    told = {"topics.registry", "topics.categories", "topics.entities"}
    assert found - {"version"} == {k for k in knobs() if k.startswith("topics.")} - told


def default(row: Setting) -> Any:
    return knobs()[".".join(row.path)].default


def test_what_show_prints_is_a_rules_file() -> None:
    loaded = load(
        Environment(),
        Path("small-window"),
        ["stats.tz='on'", "check.ignore=['#', 'é']"],
    )
    found = read_text(merged_yaml(loaded).encode(), "shown", "file")
    assert build([row for row in found if isinstance(row, Setting)]) == loaded.rules


@given(st.text(st.characters(exclude_categories=["Cs"])))
@settings(max_examples=300)
def test_any_text_survives_yaml(text: str) -> None:
    assert yaml.safe_load(to_yaml([text])) == [text]
    assert yaml.safe_load(f"key: {to_yaml(text)}  # layer") == {"key": text}
