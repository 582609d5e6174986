"""What the path of a source tells, without looking at any file."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from urllib.parse import unquote

#: Names of files in folders that hold sessions and are not JSON.
_HOLDERS = (".db", ".vscdb", "aider.chat.history.md")
GOOSE_DATABASE = "sessions.db"


def is_holder_name(name: str) -> bool:
    """Whether a file in a folder may hold sessions of its own."""
    return name.lower().endswith(_HOLDERS)


def is_tree_session(path: Path) -> bool:
    """Whether a file is OpenCode's `storage/session/<project>/<id>.json`."""
    return path.suffix == ".json" and path.parts[-4:-2] == ("storage", "session")


def may_have_moved(path: Path) -> bool:
    """Whether its agent may have copied a session to a database: OpenCode, Goose."""
    is_in_sessions = path.suffix == ".jsonl" and path.parent.name == "sessions"
    return is_in_sessions or is_tree_session(path)


def is_told_elsewhere(folder: str, name: str, names: Collection[str]) -> bool:
    """Whether something beside it in its folder tells the same, and more."""
    stem = name.removesuffix(".json")
    if name == "ui_messages.json":  # Cline's panel
        return "api_conversation_history.json" in names
    if Path(folder).name == "chats" and stem + ".jsonl" in names:  # Gemini went on
        return name.endswith(".json")
    if Path(folder).name == "storage" and "session" in names:  # OpenCode's tree
        return name != "session"
    return name.endswith(".json") and stem + ".messages.json" in names  # Cline's data


def is_same_source(one: str | None, other: str) -> bool:
    """Whether two paths are of one session that its agent moved."""
    return one is not None and (one == other or _moved(one) == _moved(other))


def _moved(path: str) -> tuple[str, str]:
    """Where a session is, however its agent keeps it."""
    file = Path(path)
    if is_tree_session(file):
        return str(file.parents[3]), file.stem
    if file.parent.suffix == ".db" and file.parent.name.startswith("opencode"):
        return str(file.parents[1]), unquote(file.name)
    if file.parent.name == "chats" and file.suffix in (".json", ".jsonl"):
        return str(file.parent), file.stem
    return path, ""
