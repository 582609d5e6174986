"""What an agent says of its own turn: a fenced `turn.json` block that ends its reply.

The block is the agent's word, not the user's: what can be used is used, what can't is
named, and the reply stands whatever its block looks like.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from pane_cli.session.values import clean

_BLOCK = re.compile(
    r"^[ \t]*(`{3,}|~{3,})[ \t]*turn\.json[ \t]*\n(.*?)(?:^[ \t]*\1[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)

USER = "user"
"""Whom a fact is about that names no entity."""


class GivenFact(msgspec.Struct, frozen=True):
    """One fact: of whom or what, under which key, which value."""

    entity: str
    key: str
    value: str


class Metadata(msgspec.Struct, frozen=True):
    """What one block says; names are as written, outer blanks taken off."""

    entities: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    facts: tuple[GivenFact, ...] = ()
    summary: str = ""
    """Of the thread before this turn; given only where the thread changed."""
    problems: tuple[str, ...] = ()
    """What could not be used, each as `field: what is wrong`; empty: nothing."""


def metadata(text: str) -> Metadata | None:
    """The last `turn.json` block of a reply; None where there is none."""
    blocks = _BLOCK.findall(text) if "turn.json" in text else []
    return parsed(blocks[-1][1]) if blocks else None


def own_metadata(text: str) -> Metadata | None:
    """The block that a reply ends with: with words behind it, it may be a quote."""
    blocks = list(_BLOCK.finditer(text)) if "turn.json" in text else []
    if not blocks or text[blocks[-1].end() :].strip():
        return None
    return parsed(blocks[-1].group(2))


def without_metadata(text: str) -> str:
    """A reply as its reader is meant to see it: the blocks taken out."""
    if "turn.json" not in text:
        return text
    return _BLOCK.sub("", text).rstrip()


def parsed(body: str) -> Metadata:
    """The fields of a block's JSON; never raises, whatever it holds."""
    import json  # most replies have no block

    try:
        fields = clean(json.loads(body))  # half a surrogate pair could not be kept
    except (ValueError, RecursionError) as error:
        return Metadata(problems=(f"json: {error}",))
    if not isinstance(fields, dict):
        return Metadata(problems=("json: no object",))
    problems: list[str] = []
    return Metadata(
        entities=_names("entities", fields, problems),
        categories=_names("categories", fields, problems),
        facts=_facts(fields.get("facts"), problems),
        summary=_summary(fields.get("summary"), problems),
        problems=tuple(problems),
    )


def _names(field: str, fields: dict[str, Any], problems: list[str]) -> tuple[str, ...]:
    value = fields.get(field)
    if not isinstance(value, list):
        problems.append(f"{field}: missing" if value is None else f"{field}: no list")
        return ()
    found = [name.strip() for name in value if isinstance(name, str) and name.strip()]
    if len(found) < len(value):
        problems.append(f"{field}: {len(value) - len(found)} are no names")
    return tuple(dict.fromkeys(found))


def _facts(value: Any, problems: list[str]) -> tuple[GivenFact, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        problems.append("facts: no list")
        return ()
    found = [fact for fact in map(_fact, value) if fact is not None]
    if len(found) < len(value):
        problems.append(f"facts: {len(value) - len(found)} without key and value")
    return tuple(found)


def _fact(value: Any) -> GivenFact | None:
    if not isinstance(value, dict):
        return None
    entity, key = value.get("entity") or USER, value.get("key")
    said = value.get("value")
    if isinstance(said, (int, float)):
        import json

        said = json.dumps(said)
    if not all(isinstance(part, str) and part.strip() for part in (entity, key, said)):
        return None
    return GivenFact(str(entity).strip(), str(key).strip(), str(said).strip())


def _summary(value: Any, problems: list[str]) -> str:
    if value is not None and not isinstance(value, str):
        problems.append("summary: no text")
    return value.strip() if isinstance(value, str) else ""
