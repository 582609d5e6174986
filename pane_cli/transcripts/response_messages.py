"""Messages and thinking among the items of OpenAI's Responses API.

Codex's host speaks in the user's place: environment, instructions, notices. Those are
notes; only what the user typed is the user's.
"""

from __future__ import annotations

import re
from typing import Any

from pane_cli.session.numbering import Draft, note
from pane_cli.transcripts.content import (
    as_text,
    image_draft,
    is_media,
    list_of_dicts,
    text_of,
)

Item = dict[str, Any]
#: Whole texts in the user's place that the host wrote: what it is, and whether the
#: text tells more than noise.
_HOST_TAGS = {
    "environment_context": ("environment", False),
    "user_instructions": ("instructions", True),
    "INSTRUCTIONS": ("instructions", True),
    "turn_aborted": ("interrupted", False),
    "user_action": ("user-action", True),
    "user_shell_command": ("user-shell-command", True),
    "skill": ("skill", True),
    "subagent_notification": ("subagent-notification", True),
    "permissions instructions": ("permissions", True),
}
_AGENTS_FILE = "# AGENTS.md instructions"
#: What Codex writes before and behind media, so that the model knows which it is.
_LABEL = re.compile(r"</?(?:image|audio)(?: name=[^\n]*)?>")


def message_drafts(item: Item) -> list[Draft]:
    """A message's parts: of the user, of the model, or the host's instructions."""
    role, content = item.get("role"), item.get("content")
    parts = content if isinstance(content, list) else [content]
    if role == "user":
        return _user_parts(parts) or [note("empty", role="user")]
    if role == "assistant":
        return [_answer_part(part) for part in parts] or [note("empty")]
    return [note("system", text_of(content))]


def _user_parts(parts: list[Any]) -> list[Draft]:
    drafts = [_user_part(part) for part in parts]
    if any(draft["kind"] == "image" for draft in drafts):
        return [_without_label(draft) for draft in drafts]
    return drafts


def _without_label(draft: Draft) -> Draft:
    text = draft.get("text", "")
    return note("label", text, "user") if _LABEL.fullmatch(text) else draft


def _user_part(part: Any) -> Draft:
    if isinstance(part, dict) and is_media(part):
        return image_draft(part, role="user")
    return user_text(text_of(part))


def user_text(text: str) -> Draft:
    """The user's words, or a note where the host speaks in the user's place."""
    if not text.strip():
        return note("empty", role="user")
    return _host_note(text) or Draft(kind="text", role="user", text=text)


def _host_note(text: str) -> Draft | None:
    stripped = text.strip()
    if stripped.startswith(_AGENTS_FILE):
        return note("instructions", text, "user")
    tag, closed, rest = stripped.partition(">")
    sort = _HOST_TAGS.get(tag[1:]) if tag.startswith("<") and closed else None
    if sort is None or rest.partition(f"</{tag[1:]}>")[2].strip():
        return None  # nobody's, or followed by the user's own words
    return note(sort[0], text if sort[1] else "", "user")


def _answer_part(part: Any) -> Draft:
    if isinstance(part, dict) and is_media(part):
        return image_draft(part, role="assistant")
    text = text_of(part)
    if not text:
        return note("empty", role="assistant")
    return Draft(kind="text", role="assistant", text=text)


def thoughts_of(item: Item) -> list[str]:
    """The sections of a reasoning item, its summary where there is one."""
    sections = list_of_dicts(item.get("summary")) or list_of_dicts(item.get("content"))
    return [text for text in map(text_of, sections) if text]


def thinking_draft(item: Item, sections: list[str]) -> Draft:
    """A reasoning item; what is encrypted must come back to the model unread."""
    return Draft(
        kind="thinking",
        role="assistant",
        text="\n\n".join(sections),
        data=as_text(item.get("encrypted_content")),
    )
