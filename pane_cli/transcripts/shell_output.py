"""What a tool printed, and the exit status that Codex wraps around it."""

from __future__ import annotations

import re
from typing import Any

from pane_cli.session.numbering import Draft
from pane_cli.session.values import parse
from pane_cli.transcripts.content import as_exit, as_text, text_of

#: Where the host's lines before the output say it; a program's own do not count.
_EXITS = (
    re.compile(r"Exit code: (\d{1,9})\b"),
    re.compile(r"(?:[A-Z][\w ]+: .*\n){0,6}Process exited with code (\d{1,9})\b"),
    re.compile(r"failed in sandbox .{0,200}?exit code: (\d{1,9})\b"),
    re.compile(r"execution error: .{0,200}?exit code: (\d{1,9})\b"),
)
_OUTPUT = re.compile(r"^Output:", re.MULTILINE)
_FAILED = ("failed in sandbox", "execution error:", "exec_command failed")


def output_draft(output: Any, call: Any) -> Draft:
    """A result: text, parts, or an object with the output and what became of it."""
    text, status, is_failed = _unwrapped(output)
    draft = Draft(kind="result", role="tool", call=as_text(call), text=text)
    if status is not None:
        draft["exit"] = status
    if status or is_failed:
        draft["error"] = True
    return draft


def _unwrapped(output: Any) -> tuple[str, int | None, bool]:
    """Text, exit status, and whether it failed otherwise."""
    if isinstance(output, str) and output.startswith("{"):
        output = _from_json(output)
    if isinstance(output, dict):
        return _from_object(output)
    text = text_of(output)
    head = _OUTPUT.split(text[:600], maxsplit=1)[0]
    found = next(filter(None, (exit_.match(head) for exit_ in _EXITS)), None)
    status = int(found.group(1)) if found else None
    return text, status, text.startswith(_FAILED)


def _from_json(text: str) -> Any:
    """The object in `text` where it is Codex's wrapper; else the text itself."""
    try:
        value = parse(text.encode("utf-8"))
    except ValueError:
        return text
    is_wrapper = isinstance(value, dict) and isinstance(value.get("output"), str)
    return value if is_wrapper and "metadata" in value else text


def _from_object(output: dict[str, Any]) -> tuple[str, int | None, bool]:
    metadata = output.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else output
    status = next(
        (metadata[key] for key in ("exit_code", "exitCode") if key in metadata), None
    )
    is_failed = output.get("success") is False or output.get("isError") is True
    return _object_text(output), as_exit(status), is_failed


def _object_text(output: dict[str, Any]) -> str:
    streams = [output.get("stdout"), output.get("stderr")]
    if any(isinstance(stream, str) for stream in streams):
        return "\n".join(s for s in streams if isinstance(s, str) and s)
    return text_of(output)
