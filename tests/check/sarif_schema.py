"""The parts of SARIF 2.1.0 that pane writes, as a JSON Schema of our own.

Every object that pane writes has here all that the standard's schema (errata 01) asks
of it: names, types, limits, what is required, what must be unique. Beyond that, an
object allows the properties that are written here and no other, so that a misspelt
name fails, and what the standard's text alone asks is asked, too: a place has a line,
the braces of a message are doubled (3.11.5), a URI has no other characters than RFC
3986 knows, a fingerprint's name ends in its version (3.5.4.2).
"""

from __future__ import annotations

from typing import Any


def _object(required: tuple[str, ...], **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _list(item: dict[str, Any], is_unique: bool = False) -> dict[str, Any]:
    return {"type": "array", "items": item, "uniqueItems": is_unique}


_TEXT = {"type": "string", "minLength": 1}
_LEVEL = {"type": "string", "enum": ["none", "note", "warning", "error"]}
_PLAIN = {**_TEXT, "pattern": r"^(?:[^{}]|\{\{|\}\})+$"}
_URI = r"^(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$"
_MESSAGE = _object(("text",), text=_PLAIN)
_RULE = _object(
    ("id",),
    id=_TEXT,
    name=_TEXT,
    shortDescription=_MESSAGE,
    fullDescription=_MESSAGE,
    help=_MESSAGE,
    defaultConfiguration=_object((), level=_LEVEL),
)
_PLACE = _object(
    ("artifactLocation",),
    artifactLocation=_object(("uri",), uri={"type": "string", "pattern": _URI}),
    region=_object(("startLine",), startLine={"type": "integer", "minimum": 1}),
)
_RESULT = _object(
    ("message",),
    ruleId=_TEXT,
    ruleIndex={"type": "integer", "minimum": -1},
    level=_LEVEL,
    message=_MESSAGE,
    locations=_list(_object((), physicalLocation=_PLACE)),
    partialFingerprints={
        "type": "object",
        "patternProperties": {r"^[^/]+(?:/[^/]+)*/v[0-9]+$": {"type": "string"}},
        "additionalProperties": False,
    },
)
_NOTE = _object(("message",), level=_LEVEL, message=_MESSAGE)
_RUN = _object(
    ("tool",),
    tool=_object(
        ("driver",),
        driver=_object(("name",), name=_TEXT, version=_TEXT, rules=_list(_RULE, True)),
    ),
    columnKind={"type": "string", "enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results=_list(_RESULT),
    invocations=_list(
        _object(
            ("executionSuccessful",),
            executionSuccessful={"type": "boolean"},
            toolExecutionNotifications=_list(_NOTE),
        )
    ),
)
SCHEMA = _object(
    ("version", "runs"),
    **{"$schema": {"type": "string", "pattern": _URI}},
    version={"const": "2.1.0"},
    runs=_list(_RUN),
)
