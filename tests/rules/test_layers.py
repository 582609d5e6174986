"""Which layer wins, where each value came from, and what a project may not say."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from pane_cli.errors import PaneError
from pane_cli.rules.layers import Environment
from pane_cli.rules.load import load
from pane_cli.rules.merge import Loaded, Origin

OLD = 1_700_000_000
PLACES = {
    "user": "config/rules.yaml",
    "store": "store/rules.yaml",
    "project": "work/.pane/rules.yaml",
    "file": "mine.yaml",
}


def write(path: Path, text: str, age: int = OLD) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (age, age))
    return path


def environment(root: Path) -> Environment:
    folder = root / "work" / "deep" / "er"
    folder.mkdir(parents=True, exist_ok=True)
    store = root / "store"
    return Environment(folder, root / "config", store, store / "cache")


def loaded(root: Path, layers: dict[str, str], settings: list[str]) -> Loaded:
    for name, text in layers.items():
        write(root / PLACES[name], text)
    file = root / PLACES["file"] if "file" in layers else None
    return load(environment(root), file, settings)


@pytest.mark.parametrize(
    ("layers", "settings", "share", "origin"),
    [
        pytest.param({}, [], 0.5, ("default", "", 0), id="no layer: the default"),
        pytest.param(
            {"user": "evict: {share: 0.1}"},
            [],
            0.1,
            ("user", "config/rules.yaml", 1),
            id="the user's over the default",
        ),
        pytest.param(
            {"user": "evict: {share: 0.1}", "store": "\nevict:\n  share: 0.2\n"},
            [],
            0.2,
            ("store", "store/rules.yaml", 3),
            id="the store's over the user's",
        ),
        pytest.param(
            {
                "store": "evict: {share: 0.2}",
                "project": "version: 1\nevict: {share: 0}",
            },
            [],
            0.0,
            ("project", "work/.pane/rules.yaml", 2),
            id="the project's over the store's, found from below",
        ),
        pytest.param(
            {"project": "evict: {share: 0}", "file": "# mine\nevict: {share: 0.4}"},
            [],
            0.4,
            ("file", "mine.yaml", 2),
            id="--rules over the project's",
        ),
        pytest.param(
            {"file": "evict: {share: 0.4}"},
            ["evict.share=0.6", "evict.share=0.7"],
            0.7,
            ("set", "--set", 0),
            id="--set over all, the last of them",
        ),
        pytest.param(
            {"user": "evict: {share: 0.1}", "project": "recall: {limit: 9}"},
            ["evict={pointer_chars: 50}"],
            0.1,
            ("user", "config/rules.yaml", 1),
            id="mappings merge by key",
        ),
        pytest.param(
            {"user": "evict: {share: 0.1}", "project": "evict:\nrecall:\n"},
            [],
            0.1,
            ("user", "config/rules.yaml", 1),
            id="an empty section says nothing",
        ),
    ],
)
def test_later_wins(
    tmp_path: Path,
    layers: dict[str, str],
    settings: list[str],
    share: float,
    origin: tuple[str, str, int],
) -> None:
    result = loaded(tmp_path, layers, settings)
    assert result.rules.evict.share == share
    layer, file, line = origin
    name = str(tmp_path / file) if line else file
    assert result.layers["evict.share"] == Origin(share, layer, name, line)  # type: ignore[arg-type]


def test_lists_replace(tmp_path: Path) -> None:
    layers = {
        "user": "check: {ignore: [a, b], select: [c]}",
        "project": "check: {ignore: [d]}",
    }
    check = loaded(tmp_path, layers, []).rules.check
    assert (check.ignore, check.select) == (("d",), ("c",))


def test_a_project_cant_let_secrets_through(tmp_path: Path) -> None:
    with pytest.raises(PaneError) as caught:
        loaded(tmp_path, {"project": "redact:\n  allow: ['.*']\n"}, [])
    assert str(caught.value) == (
        f"{tmp_path}/work/.pane/rules.yaml:2: redact.allow: a project's rules can't "
        "set this: it could let secrets through. Set it in the user's rules.yaml, the "
        "store's rules.yaml, a --rules FILE or --set"
    )


@pytest.mark.parametrize("layer", ["user", "store", "file"])
def test_others_can(tmp_path: Path, layer: str) -> None:
    result = loaded(tmp_path, {layer: "redact: {allow: [EXAMPLE]}"}, [])
    assert result.rules.redact.allow == ("EXAMPLE",)


@pytest.mark.parametrize(
    ("project", "names"),
    [
        ("redact: {extra: []}", ["u"]),
        ("redact: {extra: [{name: p, pattern: q}]}", ["u", "p"]),
    ],
    ids=["an empty list takes none away", "its own come on top"],
)
def test_a_project_adds_to_what_is_secret(
    tmp_path: Path, project: str, names: list[str]
) -> None:
    user = "redact: {extra: [{name: u, pattern: x}]}"
    result = loaded(tmp_path, {"user": user, "project": project}, [])
    assert [pattern.name for pattern in result.rules.redact.extra] == names


@pytest.mark.parametrize("folder", ["work", "work/deep", "elsewhere"])
def test_a_store_in_a_project_is_trusted_no_more(tmp_path: Path, folder: str) -> None:
    write(tmp_path / "work" / ".pane" / "rules.yaml", "redact: {allow: ['.*']}")
    write(tmp_path / "work" / "deep" / ".pane" / "rules.yaml", "version: 1")
    store = tmp_path / "work" / ".pane"
    with pytest.raises(PaneError, match="a project's rules can't set this"):
        load(Environment(tmp_path / folder, None, store, None))


def test_a_shipped_file_needs_no_path(tmp_path: Path) -> None:
    rules = load(environment(tmp_path), Path("small-window")).rules
    assert rules.tokens.window == 32_000


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PaneError, match=r"nope\.yaml: no such rules file"):
        load(environment(tmp_path), tmp_path / "nope.yaml")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_a_folder_that_may_not_be_entered_holds_no_rules(tmp_path: Path) -> None:
    write(tmp_path / PLACES["user"], "evict: {share: 0.1}")
    (tmp_path / "config").chmod(0)
    try:
        if os.access(tmp_path / "config", os.X_OK):
            pytest.skip("root may enter every folder")
        assert load(environment(tmp_path)).rules.evict.share == 0.5
    finally:
        (tmp_path / "config").chmod(0o700)
