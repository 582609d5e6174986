"""Writes a story as Claude Code does: one record a block, chained by uuid."""

from dataclasses import dataclass, field

from chance import Chance, Clock, tokens
from lines import compact
from parts import Answer, Call, Json, Outcome, Part, Say, Think, Turn
from worktree import Tree

MODEL = "claude-opus-4-6"
SYSTEM_PROMPT_TOKENS = 18240


@dataclass
class Window:
    """What the model was sent so far, for the usage of its answers."""

    cached: int = 0
    fresh: int = SYSTEM_PROMPT_TOKENS

    def usage(self, output: int) -> Json:
        return {
            "input_tokens": 3,
            "cache_creation_input_tokens": self.fresh,
            "cache_read_input_tokens": self.cached,
            "output_tokens": output,
            "service_tier": "standard",
        }

    def answered(self, output: int) -> None:
        self.cached += self.fresh
        self.fresh = output


@dataclass
class ClaudeCode:
    session: str
    day: str
    branch: str = "main"
    agent: str = ""
    model: str = MODEL
    records: list[Json] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = Chance(f"claude-code {self.session} {self.agent}")
        self.clock = Clock(self.day, self.chance)
        self.window = Window()
        self.tip: str | None = None

    def play(self, turns: list[Turn], tree: Tree) -> None:
        for turn in turns:
            self.request(turn)
            began = self.clock.now
            for said in turn.answers:
                self.answer(said, tree)
            if self.clock.now > began and not self.agent:
                lasted = round((self.clock.now - began).total_seconds() * 1000)
                self.add("system", {"subtype": "turn_duration"}, durationMs=lasted)

    def add(self, kind: str, first: Json, parent: str | None = "", **more: Json) -> str:
        """Append a record of the chain; it follows the tip unless told otherwise."""
        uuid = self.chance.uuid()
        record = {
            "parentUuid": self.tip if parent == "" else parent,
            "isSidechain": bool(self.agent),
            "userType": "external",
            "cwd": "/home/dev/ferry",
            "sessionId": self.session,
            "version": "2.1.61",
            "gitBranch": self.branch,
        }
        if self.agent:
            record["agentId"] = self.agent
        record |= {"type": kind} | first
        record |= {"uuid": uuid, "timestamp": self.clock.iso()} | more
        self.records.append(record)
        self.tip = uuid
        return uuid

    def snapshot(self, time: str) -> None:
        self.clock.start(time)
        message = self.chance.uuid()
        snapshot = {
            "messageId": message,
            "trackedFileBackups": {},
            "timestamp": self.clock.iso(),
        }
        self.records.append(
            {
                "type": "file-history-snapshot",
                "messageId": message,
                "snapshot": snapshot,
                "isSnapshotUpdate": False,
            }
        )

    def hook(self, event: str, name: str, command: str) -> None:
        data = {
            "type": "hook_progress",
            "hookEvent": event,
            "hookName": f"{event}:{name}",
            "command": command,
        }
        tool = self.chance.uuid()
        self.add("progress", {"data": data}, toolUseID=tool, parentToolUseID=tool)

    def request(self, turn: Turn) -> None:
        self.clock.start(turn.at)
        self.says(turn.request)

    def says(self, text: str) -> None:
        self.add("user", {"message": {"role": "user", "content": text}})
        self.window.fresh += tokens(text)

    def command(self, time: str, name: str, output: str) -> None:
        """A slash command that the user typed, and what it printed."""
        self.clock.start(time)
        self.says(
            f"<command-name>/{name}</command-name>\n"
            f"            <command-message>{name}</command-message>\n"
            "            <command-args></command-args>"
        )
        self.says(f"<local-command-stdout>{output}</local-command-stdout>")

    def answer(self, said: Answer, tree: Tree) -> None:
        message = self.chance.name("msg_01")
        request = self.chance.name("req_011C", 20)
        sizes = [tokens(self.weight(part)) for part in said.parts]
        source: dict[int, str] = {}
        ids: dict[int, str] = {}
        for at, part in enumerate(said.parts):
            self.clock.write(self.weight(part))
            done = at == len(said.parts) - 1
            body = {
                "model": self.model,
                "id": message,
                "type": "message",
                "role": "assistant",
                "content": [self.block(part, ids, at)],
                "stop_reason": None,
                "stop_sequence": None,
                "usage": self.window.usage(sum(sizes[: at + 1]) if done else 2 + at),
            }
            first = {"message": body, "requestId": request}
            uuid = self.add("assistant", first)
            source[at] = uuid
            if isinstance(part, Call):
                self.progress(part, ids[at], uuid)
        self.window.answered(sum(sizes))
        for at, part in enumerate(said.parts):
            if isinstance(part, Call):
                self.clock.pause(0.05, 1.5)
                self.result(part.run(tree), ids[at], source[at])

    @staticmethod
    def weight(part: Part) -> str:
        return compact(part.args) if isinstance(part, Call) else part.text

    def block(self, part: Part, ids: dict[int, str], at: int) -> Json:
        if isinstance(part, Say):
            return {"type": "text", "text": part.text}
        if isinstance(part, Think):
            seal = self.chance.sealed(b"\x12\xb4\x02\x0a", 150)
            return {"type": "thinking", "thinking": part.text, "signature": seal}
        ids[at] = self.chance.name("toolu_01")
        return {
            "type": "tool_use",
            "id": ids[at],
            "name": part.tool,
            "input": part.args,
            "caller": {"type": "direct"},
        }

    def progress(self, call: Call, tool: str, parent: str) -> None:
        """A running command reports: records beside the result, not before it."""
        for seconds, output in enumerate(call.progress, 2):
            self.clock.pause(0.9, 1.1)
            data = {
                "type": "bash_progress",
                "output": output,
                "fullOutput": output,
                "elapsedTimeSeconds": seconds,
                "totalLines": len(output.splitlines()),
            }
            self.add(
                "progress",
                {"data": data},
                toolUseID=f"bash-progress-{seconds - 2}",
                parentToolUseID=tool,
            )

    def result(self, outcome: Outcome, tool: str, source: str) -> None:
        content: Json = {"tool_use_id": tool, "type": "tool_result"}
        content["content"] = outcome.text
        if outcome.error:
            content["is_error"] = True
        self.add(
            "user",
            {"message": {"role": "user", "content": [content]}},
            parent=source,
            toolUseResult=outcome.rich,
            sourceToolAssistantUUID=source,
        )
        self.window.fresh += tokens(outcome.text)
