"""What an agent's own settings file says of its window, and of when it compacts.

pane must act before the host does: a host's compaction loses what an eviction keeps.
Each file is a layer of rules of its own, below whatever the user wrote for pane; a file
that can't be read says nothing. `HOSTS` is the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pane_cli.rules.knobs import TokenCount

_TOP_LEVEL = r"^\s*(\w+)\s*=\s*([\d_]+)\s*(?:#.*)?$"
_MOST = 1 << 20
"""Bytes of a settings file that is read: a larger one is none."""

Fields = dict[str, int | float]


class Host(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where one agent compacts by itself; `--auto` acts there at the latest."""

    window: Annotated[
        TokenCount | None, Meta(description="Its window; null: `tokens.window`.")
    ] = None
    limit: Annotated[
        TokenCount | None, Meta(description="It compacts at these tokens.")
    ] = None
    share: Annotated[
        Annotated[float, Meta(gt=0, le=1)] | None,
        Meta(description="It compacts at this share of the window."),
    ] = None
    reserve: Annotated[
        TokenCount | None,
        Meta(description="It compacts where these tokens of the window are left."),
    ] = None

    def compacts_at(self, window: int) -> int | None:
        """Tokens at which it compacts in such a window; None: nothing is known."""
        places = [
            self.limit,
            None if self.share is None else int(self.share * window),
            None if self.reserve is None else window - self.reserve,
        ]
        return min((at for at in places if at is not None and at > 0), default=None)


class Hosts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Agents by name, each as its own settings file says."""

    claude_code: Host = Host()
    codex: Host = Host()
    gemini: Host = Host()
    opencode: Host = Host()
    pi: Host = Host()

    def of(self, agent: str) -> Host:
        """The host of an agent by the name that sessions have for it."""
        found = getattr(self, agent.replace("-", "_"), None)
        return found if isinstance(found, Host) else Host()


class Home(msgspec.Struct, frozen=True):
    """The folder in which an agent keeps its settings."""

    folder: str
    """Below the user's home."""
    variable: str = ""
    """The variable of the environment that names another folder; "": none does."""
    below: str = ""
    """The folder below the one that the variable names."""

    def path(self, home: Path | None, variables: Mapping[str, str]) -> Path | None:
        """Where it is; None where neither a variable nor a user's home says so."""
        named = variables.get(self.variable, "") if self.variable else ""
        if named:
            return Path(named).expanduser() / self.below
        return home and home / self.folder


HOMES = {
    "claude-code": Home(".claude", "CLAUDE_CONFIG_DIR"),
    "codex": Home(".codex", "CODEX_HOME"),
    "gemini": Home(".gemini"),
    "opencode": Home(".config/opencode", "XDG_CONFIG_HOME", "opencode"),
    "pi": Home(".pi/agent"),
}
"""Agents to their folders, which their hooks stand in as well."""


class _Row(msgspec.Struct, frozen=True):
    """An agent's settings: the file, in its folder, and what it says there."""

    home: Home
    file: str
    fields: Callable[[str], Fields]


def read(path: Path, agent: str) -> Fields:
    """What the settings file of an agent says; nothing where it can't be read."""
    try:
        with path.open("rb") as stream:
            text = stream.read(_MOST).decode("utf-8")
        return HOSTS[agent].fields(text)
    except (OSError, ValueError, RecursionError):
        return {}


def files(home: Path | None, variables: Mapping[str, str]) -> list[tuple[str, Path]]:
    """Each agent with the path at which its settings would stand."""
    found = []
    for agent, row in HOSTS.items():
        folder = row.home.path(home, variables)
        if folder is not None:
            found.append((agent, folder / row.file))
    return found


def _claude_code(text: str) -> Fields:
    settings = _object(_json(text))
    told = _object(settings.get("env"))
    percent = _number(told.get("CLAUDE_AUTOCOMPACT_PCT_OVERRIDE"))
    window = _number(told.get("CLAUDE_CODE_AUTO_COMPACT_WINDOW"))
    return _given(
        window=window or _number(settings.get("autoCompactWindow")),
        share=percent / 100 if percent and percent <= 100 else None,
    )


def _codex(text: str) -> Fields:
    # Keys of the top level come before the first table; the rest is not for us.
    top = re.split(r"^\s*\[", text, maxsplit=1, flags=re.MULTILINE)[0]
    rows = re.findall(_TOP_LEVEL, top, flags=re.MULTILINE)
    numbers = {key: int(value.replace("_", "") or 0) for key, value in rows}
    return _given(
        window=numbers.get("model_context_window"),
        limit=numbers.get("model_auto_compact_token_limit"),
    )


def _gemini(text: str) -> Fields:
    model = _object(_object(_json(text)).get("model"))
    share = _number(model.get("compressionThreshold"))
    return _given(share=share if share and share <= 1 else None)


def _opencode(text: str) -> Fields:
    compaction = _object(_object(_json(text)).get("compaction"))
    if compaction.get("auto") is False:
        return {}
    return _given(reserve=_number(compaction.get("reserved")))


def _pi(text: str) -> Fields:
    compaction = _object(_object(_json(text)).get("compaction"))
    if compaction.get("enabled") is False:
        return {}
    return _given(reserve=_number(compaction.get("reserveTokens")))


HOSTS: dict[str, _Row] = {
    "claude_code": _Row(HOMES["claude-code"], "settings.json", _claude_code),
    "codex": _Row(HOMES["codex"], "config.toml", _codex),
    "gemini": _Row(HOMES["gemini"], "settings.json", _gemini),
    "opencode": _Row(HOMES["opencode"], "opencode.json", _opencode),
    "pi": _Row(HOMES["pi"], "settings.json", _pi),
}


def _json(text: str) -> Any:
    import json

    return json.loads(text)


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _number(value: Any) -> float | None:
    """A number above zero, also one that is written as text."""
    try:
        number = float(value) if isinstance(value, int | float | str) else 0.0
    except ValueError:
        return None
    return number if 0 < number < 1e9 and not isinstance(value, bool) else None


def _given(
    window: float | None = None,
    limit: float | None = None,
    share: float | None = None,
    reserve: float | None = None,
) -> Fields:
    """What is known, tokens as whole numbers."""
    whole = {"window": window, "limit": limit, "reserve": reserve}
    fields: Fields = {key: int(value) for key, value in whole.items() if value}
    return fields if share is None else {**fields, "share": share}
