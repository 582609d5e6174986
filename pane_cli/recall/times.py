"""Times as people say them: `3d`, `yesterday`, `2026-02-10`, RFC 3339.

Days are those of the zone that is passed in; the clock is passed in as well.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta, tzinfo

from pane_cli.errors import PaneError

_AGO = re.compile(r"(\d{1,6})\s*(m|min|h|d|w)(?:\s*ago)?", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_UNITS = {"m": "minutes", "min": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_FORMS = "2026-02-10, 2026-02-10T09:00, 3d, 12h, today, yesterday"


def since(text: str, now: datetime, zone: tzinfo) -> int:
    """Milliseconds since 1970 at which `--since TEXT` begins; raises PaneError."""
    return _span("--since", text, now, zone)[0]


def until(text: str, now: datetime, zone: tzinfo) -> int:
    """Milliseconds since 1970 before which `--until TEXT` ends: a day is included."""
    return _span("--until", text, now, zone)[1]


def _span(option: str, text: str, now: datetime, zone: tzinfo) -> tuple[int, int]:
    said = text.strip().lower()
    today = now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
    if said in ("today", "yesterday"):
        return _day(today - timedelta(days=said == "yesterday"))
    ago = _AGO.fullmatch(said)
    try:
        if ago:
            unit = _UNITS[ago.group(2).lower()]
            return _moment(now - timedelta(**{unit: int(ago.group(1))}))
        when = datetime.fromisoformat(text.strip().upper().replace("Z", "+00:00"))
    except (ValueError, OverflowError) as error:
        raise PaneError(f"{option} {text}: no time", f"times: {_FORMS}") from error
    if when.tzinfo is None:
        when = when.replace(tzinfo=zone)
    return _day(when) if _DAY.fullmatch(said) else _moment(when)


def _day(start: datetime) -> tuple[int, int]:
    # The next midnight of that zone, which may be 23 or 25 hours away.
    after = (start.replace(tzinfo=None) + timedelta(days=1)).replace(
        tzinfo=start.tzinfo
    )
    return _milliseconds(start), _milliseconds(after)


def _moment(when: datetime) -> tuple[int, int]:
    return _milliseconds(when), _milliseconds(when)


def _milliseconds(when: datetime) -> int:
    return int(when.timestamp() * 1000)
