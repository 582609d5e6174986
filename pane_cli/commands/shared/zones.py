"""The zone of days and of times that are shown: `local`, `UTC`, `Europe/Berlin`."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone, tzinfo

from pane_cli.errors import PaneError


def zone_of(name: str) -> tzinfo:
    """The zone with this name; raises where there is none."""
    if name.lower() == "local":
        return _Local()
    if name.upper() in ("UTC", "Z"):
        return timezone.utc
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise PaneError(
            f"no time zone {name}", "zones: local, UTC, Europe/Berlin, ..."
        ) from error


class _Local(tzinfo):
    """The zone of this machine, in summer and in winter."""

    def utcoffset(self, when: datetime | None) -> timedelta | None:
        """What its clocks are ahead of UTC at that local time."""
        if when is None:
            return None
        return when.replace(tzinfo=None).astimezone().utcoffset()

    def dst(self, when: datetime | None) -> timedelta | None:
        """Not known apart from the offset."""
        return None

    def tzname(self, when: datetime | None) -> str | None:
        """The zone's name at that time."""
        return when.replace(tzinfo=None).astimezone().tzname() if when else None

    def fromutc(self, when: datetime) -> datetime:
        """The local time of a moment."""
        moment = when.replace(tzinfo=timezone.utc)
        return moment.astimezone().replace(tzinfo=self)
