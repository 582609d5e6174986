"""Where agents' sessions are looked for, by platform and environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from pane_cli.transcripts.agents import AGENTS, BASES
from pane_cli.transcripts.formats import NAMES
from pane_cli.transcripts.places import files_of_format, places

HOME = Path("/home/me")


def roots(format: str, platform: str = "linux", **environ: str) -> list[str]:
    found = places((format,), environ, HOME, platform)
    return [place.root.as_posix() for place in found]


@pytest.mark.parametrize(
    ("format", "platform", "environ", "expected"),
    [
        ("amp", "linux", {}, ["/home/me/.local/share/amp/threads"]),
        ("amp", "linux", {"XDG_DATA_HOME": "/d"}, ["/d/amp/threads"]),
        (
            "amp",
            "linux",
            {"XDG_DATA_HOME": "relative"},
            ["/home/me/.local/share/amp/threads"],
        ),
        ("amp", "darwin", {}, ["/home/me/.local/share/amp/threads"]),
        ("grok", "linux", {"GROK_HOME": "/g"}, ["/g/sessions"]),
        ("grok", "linux", {"GROK_HOME": "~/g"}, ["/home/me/g/sessions"]),
        ("goose", "linux", {"GOOSE_PATH_ROOT": "/g"}, ["/g/data/sessions"]),
        (
            "goose",
            "win32",
            {"APPDATA": "/roaming"},
            [
                "/home/me/.local/share/goose/sessions",
                "/roaming/Block/goose/data/sessions",
            ],
        ),
        ("mini-swe-agent", "linux", {}, ["/home/me/.config/mini-swe-agent"]),
        (
            "mini-swe-agent",
            "darwin",
            {},
            ["/home/me/Library/Application Support/mini-swe-agent"],
        ),
        (
            "mini-swe-agent",
            "win32",
            {},
            ["/home/me/AppData/Roaming/mini-swe-agent"],
        ),
        ("sharegpt", "linux", {}, []),
    ],
)
def test_roots(
    format: str, platform: str, environ: dict[str, str], expected: list[str]
) -> None:
    assert roots(format, platform, **environ) == expected


def test_a_root_is_what_the_globs_share() -> None:
    (place,) = places(("opencode",), {}, HOME, "linux")
    assert place.root == place.folder == HOME / ".local/share/opencode"


def test_every_format_is_described_once() -> None:
    described = [agent.format for agent in AGENTS]
    assert len(described) == len(set(described))
    assert set(NAMES) <= set(described)
    assert {base.format for base in BASES} <= set(described)


@pytest.mark.parametrize("name", NAMES)
def test_every_format_says_where_its_files_are(name: str) -> None:
    assert files_of_format(name, "linux")
