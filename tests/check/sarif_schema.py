"""The parts of SARIF 2.1.0 that pane writes, as a JSON Schema of our own.

Names, types, limits and what is required are as the standard's schema has them; an
object allows the properties that are written here and no other, so that a misspelt
name fails. It is no substitute for the whole schema, which is ten times as long.
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


def _list(item: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": item}


_TEXT = {"type": "string", "minLength": 1}
_LEVEL = {"enum": ["none", "note", "warning", "error"]}
_MESSAGE = _object(("text",), text=_TEXT)
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
    artifactLocation=_object(
        ("uri",), uri={"type": "string", "format": "uri-reference", "pattern": r"^\S+$"}
    ),
    region=_object((), startLine={"type": "integer", "minimum": 1}),
)
_RESULT = _object(
    ("message",),
    ruleId=_TEXT,
    ruleIndex={"type": "integer", "minimum": -1},
    level=_LEVEL,
    message=_MESSAGE,
    locations=_list(_object((), physicalLocation=_PLACE)),
    partialFingerprints={"type": "object", "additionalProperties": {"type": "string"}},
)
_NOTE = _object(("message",), level=_LEVEL, message=_MESSAGE)
_RUN = _object(
    ("tool",),
    tool=_object(
        ("driver",),
        driver=_object(("name",), name=_TEXT, version=_TEXT, rules=_list(_RULE)),
    ),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
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
    **{"$schema": {"type": "string", "format": "uri"}},
    version={"const": "2.1.0"},
    runs=_list(_RUN),
)
