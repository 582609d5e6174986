"""Which sessions a folder names, on whatever system they were held."""

from __future__ import annotations

from pathlib import Path

import pytest

from pane_cli.session.address import is_in_folder


@pytest.mark.parametrize(
    "cwd, folder, is_in",
    [
        pytest.param("/home/nora/ferry", "/home/nora/ferry", True, id="itself"),
        pytest.param("/home/nora/ferry", "/home/nora/ferry/", True, id="slash behind"),
        pytest.param("/home/nora/ferry/web", "/home/nora/ferry", True, id="below"),
        pytest.param("/home/nora/ferry", "/home/nora/ferry/web", False, id="above"),
        pytest.param("/home/nora/ferryman", "/home/nora/ferry", False, id="longer"),
        pytest.param("/home/nora/ferry/web", "ferry", True, id="a name"),
        pytest.param("/home/nora/ferryman", "ferry", False, id="part of a name"),
        pytest.param("/home/nora", "/", True, id="root"),
        pytest.param(r"C:\nora\ferry\web", r"C:\nora\ferry", True, id="backslashes"),
        pytest.param(r"C:\nora\ferry\web", "ferry", True, id="name, backslashes"),
        pytest.param(None, "ferry", False, id="unknown"),
        pytest.param(None, "/", False, id="unknown, root"),
    ],
)
def test_a_folder_names_sessions(cwd: str | None, folder: str, is_in: bool) -> None:
    assert is_in_folder(cwd, folder) is is_in


@pytest.mark.parametrize("folder", [".", "./", "../ferry", "./web/..", "web/../"])
def test_a_relative_folder_is_from_here(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path.resolve() / "ferry"
    (here / "web").mkdir(parents=True)
    monkeypatch.chdir(here)
    assert is_in_folder(str(here / "docs"), folder)
    assert not is_in_folder(str(tmp_path / "kiosk"), folder)
