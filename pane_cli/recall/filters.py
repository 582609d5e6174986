"""Which documents may be hits: by role, kind, tool and time."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import NamedTuple

from pane_cli.errors import PaneError
from pane_cli.search.documents import KINDS, ROLES, Document


class Filter(NamedTuple):
    """Everything empty: all pass."""

    roles: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    """Names or globs, in lower case. A result has the tool of its call."""
    since: int | None = None
    until: int | None = None
    """Milliseconds since 1970; the end is not included."""
    only: frozenset[int] = frozenset()
    """Numbers of entries, of one session at hand; empty: all."""

    @property
    def is_empty(self) -> bool:
        """Whether everything passes."""
        return self == Filter()

    def passes(self, document: Document) -> bool:
        """Whether a document may be a hit; one without a time has no known time."""
        return (
            (not self.roles or document.role in self.roles)
            and (not self.kinds or document.kind in self.kinds)
            and (not self.tools or self._has_tool(document.tool.lower()))
            and (not self.only or document.offset in self.only)
            and self._is_in_time(document.time)
        )

    def _has_tool(self, tool: str) -> bool:
        return bool(tool) and any(fnmatchcase(tool, glob) for glob in self.tools)

    def _is_in_time(self, time: int) -> bool:
        if self.since is None and self.until is None:
            return True
        if not time or (self.since is not None and time < self.since):
            return False
        return self.until is None or time < self.until


def roles_of(names: list[str]) -> tuple[str, ...]:
    """`--role user,tool`; raises PaneError for what is no role."""
    return _known("--role", names, ROLES)


def kinds_of(names: list[str]) -> tuple[str, ...]:
    """`--kind call,result`; raises PaneError for what is no kind."""
    return _known("--kind", names, KINDS)


def tools_of(names: list[str]) -> tuple[str, ...]:
    """`--tool Edit,mcp__*`, in any case."""
    return tuple(name.lower() for name in _split(names))


def _known(option: str, names: list[str], known: tuple[str, ...]) -> tuple[str, ...]:
    chosen = tuple(name.lower() for name in _split(names))
    for name in chosen:
        if name not in known:
            raise PaneError(f"{option} {name}: unknown", "one of: " + ", ".join(known))
    return chosen


def _split(names: list[str]) -> list[str]:
    return [part.strip() for name in names for part in name.split(",") if part.strip()]
