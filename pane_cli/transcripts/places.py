"""Where the sessions of agents are on a machine, by its platform and environment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pane_cli.transcripts.agents import AGENTS, BASES, Agent, Base


class Place(NamedTuple):
    """A base as it is on this machine, whether it is there or not."""

    agent: Agent
    folder: Path
    files: tuple[str, ...]

    @property
    def root(self) -> Path:
        """The folder to search: what all the globs have in common."""
        heads = {_head(name) for name in self.files}
        return self.folder / heads.pop() if len(heads) == 1 else self.folder


def agent_of(format: str) -> Agent:
    """The row of a format; KeyError where there is none."""
    return {agent.format: agent for agent in AGENTS}[format]


def files_of_format(format: str, platform: str) -> str:
    """Where its sessions are by default, in words."""
    found = [
        f"{_folder(base, {}, Path('~'), platform).as_posix()}/{name}"
        for base in _bases((format,), platform)
        for name in base.files.split()
    ]
    return ", ".join(filter(None, [*found, agent_of(format).elsewhere]))


def places(
    formats: tuple[str, ...], environ: Mapping[str, str], home: Path, platform: str
) -> Iterator[Place]:
    """Every base of these formats as the environment has it."""
    for base in _bases(formats, platform):
        folder = _folder(base, environ, home, platform)
        yield Place(agent_of(base.format), folder, tuple(base.files.split()))


def _bases(formats: tuple[str, ...], platform: str) -> list[Base]:
    rows = (base for base in BASES if base.on in ("", platform))
    return [base for base in rows if base.format in formats]


def _folder(base: Base, environ: Mapping[str, str], home: Path, platform: str) -> Path:
    named = environ.get(base.variable, "") if base.variable else ""
    if named:
        known = home / named[2:] if named.startswith("~/") else Path(named)
        return known / base.below
    head, _, rest = base.folder.partition("/")
    return _heads(environ, home, platform)[head] / rest


def _heads(environ: Mapping[str, str], home: Path, platform: str) -> dict[str, Path]:
    config = _named(environ, "XDG_CONFIG_HOME") or home / ".config"
    app = config
    if platform == "darwin":
        app = home / "Library" / "Application Support"
    elif platform == "win32":
        app = _named(environ, "APPDATA") or home / "AppData" / "Roaming"
    data = _named(environ, "XDG_DATA_HOME") or home / ".local" / "share"
    return {"~": home, "{data}": data, "{config}": config, "{app}": app}


def _named(environ: Mapping[str, str], variable: str) -> Path | None:
    """The folder that a variable names; a relative one must be ignored (XDG)."""
    path = Path(environ.get(variable, ""))
    return path if path.is_absolute() else None


def _head(name: str) -> str:
    """The folders of a glob before the first that is one."""
    parts = name.split("/")[:-1]
    stop = next((i for i, part in enumerate(parts) if "*" in part), len(parts))
    return "/".join(parts[:stop])
