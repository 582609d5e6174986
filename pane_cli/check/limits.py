"""What a check is told from outside: sizes, secrets of the user's, the time."""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.rules.schema import DEFAULT, Facts, Rules


class Limits(NamedTuple):
    """Where findings begin."""

    large: int = DEFAULT.check.large
    """Bytes of a record."""
    base64: int = DEFAULT.check.base64
    """Bytes of a session."""
    now: str = "9999"
    """RFC 3339; what is a day later than this has not happened yet."""
    extra: tuple[tuple[str, str], ...] = ()
    """Kinds of secrets beside the built-in ones: name and regex."""
    allow: tuple[str, ...] = ()
    """Regexes of what looks like a secret and is none."""
    facts: Facts = DEFAULT.facts
    """What the metadata of agents is measured by."""
    kinds: frozenset[str] = frozenset(DEFAULT.topics.categories)
    """Kinds of work that metadata may name."""


USUAL = Limits()
"""Those of the default rules, at no time."""


def limits_of(rules: Rules, now: str) -> Limits:
    """The limits that the rules set."""
    extra = tuple((kind.name, kind.pattern) for kind in rules.redact.extra)
    check = rules.check
    allow = rules.redact.allow
    kinds = frozenset(rules.topics.categories)
    return Limits(check.large, check.base64, now, extra, allow, rules.facts, kinds)
