"""What `--at` and `--since` name: an entry, of one session."""

from __future__ import annotations

from pane_cli.commands.shared.inputs import Session
from pane_cli.errors import PaneError
from pane_cli.session.address import parse_address


def at_entry(at: str | None, option: str = "--at") -> tuple[str | None, int | None]:
    """Session and entry of `--at`; both None where it is not given."""
    if at is None:
        return None, None
    address = parse_address(at)
    if address is None or address.turn is not None or address.first != address.last:
        raise PaneError(
            f"{option} {at}: no single entry", f"{option} '#120' or {option} ID#120"
        )
    return address.session, address.last


def scope_at(
    sessions: list[Session], part: str | None, at: int | None, option: str = "--at"
) -> None:
    """Raise where `--at` names no entry, or one of several sessions."""
    scope_among([(s.log.name, len(s.log)) for s in sessions], part, at, option)


def scope_among(
    sessions: list[tuple[str, int]],
    part: str | None,
    at: int | None,
    option: str = "--at",
) -> None:
    """The same for sessions of which the names and the last entries are known."""
    if at is None:
        return
    if len(sessions) > 1 and part is None:
        names = ", ".join(f"{name}#{at}" for name, _ in sessions[:8])
        raise PaneError(f"{option} #{at} may be in {len(sessions)} sessions", names)
    last = max((last for _, last in sessions), default=0)
    if not 1 <= at <= last:
        raise PaneError(f"{option}: no entry #{at}", f"entries go from #1 to #{last}")
