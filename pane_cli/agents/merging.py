"""Hooks into a settings file of JSON: every byte that is there stays as it is."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from typing import Any, NamedTuple

from pane_cli.agents.wiring import COMMAND
from pane_cli.errors import PaneError

_SPACE = re.compile(r"[ \t\r\n]*")
_INDENT = re.compile(r"\n([ \t]+)\S")
_read = json.JSONDecoder().raw_decode


class _Held(NamedTuple):
    """An object or list in a text: where its members' values begin, and its end."""

    values: dict[str, int]
    start: int
    end: int
    """Where its closing bracket stands."""


def merged(text: str, hooks: dict[str, Any], name: str) -> str:
    """The settings with these hooks; what calls pane already stays as it is.

    `name` is the file's, for errors: PaneError where it is no JSON object, or its hooks
    are not as agents read them.
    """
    if not text.strip():
        text = "{}\n"
    for event in missing(read_settings(text, name), hooks, name):
        text = _with(text, event, hooks[event])
    return text


def missing(settings: dict[str, Any], hooks: dict[str, Any], name: str) -> list[str]:
    """The events at which nothing in the settings calls pane."""
    there = settings.get("hooks", {})
    if not isinstance(there, dict):
        raise _odd(name, "hooks is no object")
    found = []
    for event in hooks:
        groups = there.get(event, [])
        if not isinstance(groups, list):
            raise _odd(name, f"hooks.{event} is no list")
        if not any(map(_calls_pane, groups)):
            found.append(event)
    return found


def told(settings: dict[str, Any], event: str) -> list[str]:
    """The command lines by which the settings call pane at an event."""
    return [_line(one) for _, one in calls(settings, event)]


def calls(
    settings: dict[str, Any], event: str
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """What calls pane at an event: each handler with the group that it is in."""
    there = settings.get("hooks")
    groups = there.get(event) if isinstance(there, dict) else None
    for group in groups if isinstance(groups, list) else ():
        for one in group["hooks"] if _calls_pane(group) else ():
            if isinstance(one, dict) and _is_ours(one):
                yield group, one


def _line(handler: dict[str, Any]) -> str:
    """A handler as a shell reads it."""
    arguments = handler.get("args")
    if isinstance(arguments, list):
        return shlex.join([handler["command"], *map(str, arguments)])
    return str(handler["command"])


def read_settings(text: str, name: str) -> dict[str, Any]:
    """The settings that a text holds; PaneError where it holds none."""
    try:
        settings = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _odd(name, f"no JSON ({error})") from error
    if not isinstance(settings, dict):
        raise _odd(name, "no JSON object")
    return settings


def _odd(name: str, what: str) -> PaneError:
    hint = "without --write it is printed, to be put there by hand"
    return PaneError(f"{name}: {what}; it stays as it is", hint)


def _calls_pane(group: Any) -> bool:
    handlers = group.get("hooks") if isinstance(group, dict) else None
    if not isinstance(handlers, list):
        return False
    return any(_is_ours(one) for one in handlers if isinstance(one, dict))


def _is_ours(handler: dict[str, Any]) -> bool:
    """`pane hook`, by whatever path, with whatever options, in either form."""
    command, arguments = handler.get("command"), handler.get("args")
    words = command.split() if isinstance(command, str) else []
    if isinstance(arguments, list):
        words += [str(argument) for argument in arguments]
    program, *rest = words or [""]
    is_pane = program.replace("\\", "/").rpartition("/")[2] in ("pane", "pane.exe")
    return is_pane and rest[:1] == COMMAND.split()[1:]


def _with(text: str, event: str, groups: list[Any]) -> str:
    """The text with these groups behind those of an event."""
    unit = _unit(text)
    whole = _object(text, _over(text, 0))
    if "hooks" not in whole.values:
        member = _member("hooks", {event: groups}, unit, 1)
        return _put(text, whole, member, unit, 1)
    hooks = _object(text, whole.values["hooks"])
    if event not in hooks.values:
        return _put(text, hooks, _member(event, groups, unit, 2), unit, 2)
    listed = _list(text, hooks.values[event])
    for group in groups:
        text = _put(text, listed, _dumped(group, unit, 3), unit, 3)
    return text


def _put(text: str, held: _Held, member: str, unit: str, depth: int) -> str:
    inside = text[held.start + 1 : held.end]
    if not inside.strip():
        before, after = text[: held.start + 1], text[held.end :]
        return f"{before}\n{unit * depth}{member}\n{unit * (depth - 1)}{after}"
    end = held.start + 1 + len(inside.rstrip())
    return f"{text[:end]},\n{unit * depth}{member}{text[end:]}"


def _member(key: str, value: Any, unit: str, depth: int) -> str:
    return f"{json.dumps(key)}: {_dumped(value, unit, depth)}"


def _dumped(value: Any, unit: str, depth: int) -> str:
    lines = json.dumps(value, indent=unit, ensure_ascii=False).split("\n")
    return ("\n" + unit * depth).join(lines)


def _unit(text: str) -> str:
    found = _INDENT.search(text)
    return found.group(1) if found else "  "


def _object(text: str, start: int) -> _Held:
    """An object that is valid, as the text was read before."""
    values: dict[str, int] = {}
    at = _over(text, start + 1)
    while text[at] != "}":
        key, at = _read(text, at)
        values[key] = at = _over(text, _over(text, at) + 1)  # behind the colon
        at = _over(text, _read(text, at)[1])
        at = _over(text, at + 1) if text[at] == "," else at
    return _Held(values, start, at)


def _list(text: str, start: int) -> _Held:
    end = _read(text, start)[1]
    return _Held({}, start, end - 1)


def _over(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
