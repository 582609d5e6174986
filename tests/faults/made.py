"""Files of agents in a folder, kept by the real `pane`, and what became of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from running import PANE, Outcome, run

from pane_cli.rules.schema import DEFAULT
from pane_cli.session.log import scan
from pane_cli.session.types import Entry, Header
from pane_cli.store.folds import read
from pane_cli.store.store import Store
from pane_cli.view.view import View

ID = "11111111-2222-4333-8444-555555555555"
T = "2026-02-10T09:00:00Z"


def lines(*records: Any) -> bytes:
    """JSON lines; bytes stand as they are, without a line end of ours."""
    return b"".join(
        r if isinstance(r, bytes) else json.dumps(r).encode() + b"\n" for r in records
    )


def claude(kind: str, uuid: str, content: Any, parent: Any = None, **more: Any) -> Any:
    """A record of Claude Code; `more` goes beside the message."""
    message = {"role": kind, "content": content, **more.pop("message", {})}
    known = {"type": kind, "uuid": uuid, "parentUuid": parent, "sessionId": ID}
    return {**known, "timestamp": T, "cwd": "/repo", "message": message, **more}


def ask(uuid: str, text: Any, parent: Any = None, **more: Any) -> Any:
    return claude("user", uuid, text, parent, **more)


def say(uuid: str, text: str, parent: Any = None, **more: Any) -> Any:
    return claude("assistant", uuid, [{"type": "text", "text": text}], parent, **more)


def use(uuid: str, call: str, parent: Any = None, **more: Any) -> Any:
    block = {"type": "tool_use", "id": call, "name": "Bash", "input": {"command": call}}
    return claude("assistant", uuid, [block], parent, **more)


def result(uuid: str, call: str, content: Any, parent: Any = None, **more: Any) -> Any:
    block = {"type": "tool_result", "tool_use_id": call, "content": content}
    return claude("user", uuid, [block], parent, **more)


class Kept:
    """A folder of transcripts after `pane ingest`."""

    def __init__(self, home: Path, **files: bytes) -> None:
        """`files`: by path, `__` for a slash; `.jsonl` where it has no suffix."""
        self.home = home
        for name, body in files.items():
            path = home / "agent" / name.replace("__", "/")
            path = path if path.suffix else path.with_suffix(".jsonl")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)
        self.outcome = self.pane("ingest", "agent", "-v")
        self.err = self.outcome.err.decode()
        assert self.outcome.status == 0, self.err
        self.store = Store(home / "store")

    def pane(self, *words: str) -> Outcome:
        """What a command prints about it."""
        outcome = run([str(PANE), *words], self.home)
        assert b"Traceback" not in outcome.err, outcome.err.decode()
        return outcome

    @property
    def id(self) -> str:
        """The only session."""
        (id,) = self.store.ids()
        return id

    def header(self, id: str | None = None) -> Header:
        return self.store.header(id or self.id)

    def entries(self, id: str | None = None) -> list[Entry]:
        path = self.store.path(id or self.id)
        return [line for _, _, line in scan(path) if isinstance(line, Entry)]

    def texts(self, id: str | None = None) -> list[str]:
        """What was said and what came of calls, in order."""
        said = ("text", "result")
        return [e.text for e in self.entries(id) if e.kind in said]

    def view(self, id: str | None = None) -> View:
        path = self.store.path(id or self.id)
        return read(path, self.home / "no-cache", DEFAULT).view

    def live(self, id: str | None = None) -> list[str]:
        """The texts on the active branch."""
        view = self.view(id)
        found = [e for e in self.entries(id) if e.kind in ("text", "result")]
        return [e.text for e in found if e.n not in view.off]

    def usage(self) -> tuple[int, int]:
        """Answers and output tokens, as `stats` adds them up."""
        total = json.loads(self.pane("stats", "--json").out)["total"]
        return total["answers"], total["output"]

    def messages(self) -> list[dict[str, Any]]:
        """What the agent's API would be given."""
        got = self.pane("assemble", "-s", self.id, "--as", "anthropic")
        assert got.status == 0, got.err.decode()
        found: list[dict[str, Any]] = json.loads(got.out)
        return found

    def found(self, path: str = "agent") -> set[str]:
        """Ids of what `check` finds in the transcripts."""
        body = self.pane("check", "--json", path).out
        return {finding["id"] for finding in json.loads(body)["findings"]}
