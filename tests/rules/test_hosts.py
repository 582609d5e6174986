"""What agents' own settings say of their windows, and that pane acts before they do."""

from __future__ import annotations

from pathlib import Path

import pytest

from pane_cli.rules.hosts import HOSTS, Host, files, read
from pane_cli.rules.layers import Environment
from pane_cli.rules.load import load

CODEX = """
model = "gpt-5.2-codex"
model_context_window = 400_000 # of the gateway
model_auto_compact_token_limit = 350000

[profiles.small]
model_context_window = 8000
"""


@pytest.mark.parametrize(
    ("agent", "text", "expected"),
    [
        pytest.param("codex", CODEX, {"window": 400_000, "limit": 350_000}, id="codex"),
        pytest.param("codex", "model = 'x'", {}, id="codex says nothing"),
        pytest.param(
            "claude_code",
            '{"env": {"CLAUDE_AUTOCOMPACT_PCT_OVERRIDE": "60"}}',
            {"share": 0.6},
            id="claude code, in percent",
        ),
        pytest.param(
            "claude_code",
            '{"autoCompactWindow": 500000}',
            {"window": 500_000},
            id="claude code, a window",
        ),
        pytest.param(
            "gemini",
            '{"model": {"compressionThreshold": 0.2}}',
            {"share": 0.2},
            id="gemini",
        ),
        pytest.param(
            "pi",
            '{"compaction": {"reserveTokens": 32768}}',
            {"reserve": 32_768},
            id="pi",
        ),
        pytest.param(
            "pi",
            '{"compaction": {"enabled": false, "reserveTokens": 32768}}',
            {},
            id="pi never compacts",
        ),
        pytest.param(
            "opencode",
            '{"compaction": {"reserved": 29491}}',
            {"reserve": 29_491},
            id="opencode",
        ),
        pytest.param("gemini", '{"model": "flash"}', {}, id="another type"),
        pytest.param("pi", '{"compaction": ', {}, id="half a file"),
        pytest.param("pi", "[" * 100_000, {}, id="nested without end"),
    ],
)
def test_read(
    agent: str, text: str, expected: dict[str, float], tmp_path: Path
) -> None:
    path = tmp_path / "settings"
    path.write_text(text, encoding="utf-8")
    assert read(path, agent) == expected


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        (Host(), None),
        (Host(limit=90_000), 90_000),
        (Host(share=0.5), 50_000),
        (Host(reserve=16_384), 83_616),
        (Host(reserve=200_000), None),
        (Host(limit=90_000, share=0.5), 50_000),
    ],
)
def test_compacts_at(host: Host, expected: int | None) -> None:
    assert host.compacts_at(100_000) == expected


def test_files_stand_where_the_environment_says(tmp_path: Path) -> None:
    found = dict(files(tmp_path, {"CODEX_HOME": "/elsewhere"}))
    assert found["codex"] == Path("/elsewhere/config.toml")
    assert found["pi"] == tmp_path / ".pi" / "agent" / "settings.json"
    assert found.keys() == HOSTS.keys()
    assert dict(files(None, {})) == {}


def test_hosts_are_a_layer_below_the_user(tmp_path: Path) -> None:
    settings, config = tmp_path / "config.toml", tmp_path / "config"
    settings.write_text(CODEX)
    places = Environment(config=config, hosts=(("codex", settings),))
    loaded = load(places)
    assert loaded.rules.hosts.codex == Host(window=400_000, limit=350_000)
    assert loaded.layers["hosts.codex.limit"].layer == "host"
    assert loaded.layers["hosts.codex.limit"].file == str(settings)
    config.mkdir()
    (config / "rules.yaml").write_text("hosts: {codex: {limit: null}}\n")
    assert load(places).rules.hosts.codex == Host(window=400_000)
