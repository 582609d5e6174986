"""Writes a story as Codex does: response items, and event copies of their text."""

from dataclasses import dataclass, field

from chance import Chance, Clock, tokens
from lines import compact
from parts import Answer, Call, Json, Outcome, Say, Think, Turn
from worktree import Tree

MODEL = "gpt-5.3-codex"
ENVIRONMENT = """<environment_context>
  <cwd>/home/dev/ferry</cwd>
  <shell>bash</shell>
  <current_date>{day}</current_date>
  <timezone>Europe/Helsinki</timezone>
</environment_context>"""
NO_TOKENS = {
    "input_tokens": 0,
    "cached_input_tokens": 0,
    "output_tokens": 0,
    "reasoning_output_tokens": 0,
    "total_tokens": 0,
}


@dataclass
class Codex:
    day: str
    started: str
    branch: str
    commit: str
    instructions: str
    records: list[Json] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = Chance(f"codex {self.day}")
        self.clock = Clock(self.day, self.chance)
        self.clock.start(self.started)
        self.session = self.chance.uuid7(self.clock.now)
        self.total = dict(NO_TOKENS)
        self.sent = 9120
        self.cached = 0
        self.header()

    @property
    def name(self) -> str:
        return f"rollout-{self.day}T{self.started.replace(':', '-')}-{self.session}"

    def play(self, turns: list[Turn], tree: Tree) -> None:
        for turn in turns:
            self.request(turn)
            for said in turn.answers:
                self.answer(said, tree)
            self.event("task_complete", turn_id=self.turn, last_agent_message=self.last)

    def add(self, kind: str, payload: Json) -> None:
        record = {"timestamp": self.clock.iso(), "type": kind, "payload": payload}
        self.records.append(record)

    def item(self, kind: str, **more: Json) -> None:
        self.add("response_item", {"type": kind} | more)

    def event(self, kind: str, **more: Json) -> None:
        self.add("event_msg", {"type": kind} | more)

    def message(self, role: str, text: str) -> None:
        kind = "output_text" if role == "assistant" else "input_text"
        self.item("message", role=role, content=[{"type": kind, "text": text}])
        self.sent += tokens(text)

    def header(self) -> None:
        meta = {
            "id": self.session,
            "timestamp": self.clock.iso(),
            "cwd": "/home/dev/ferry",
            "originator": "codex_cli_rs",
            "cli_version": "0.106.0",
            "source": "cli",
            "model_provider": "openai",
            "git": {"commit_hash": self.commit, "branch": self.branch},
        }
        self.add("session_meta", meta)
        self.message(
            "user",
            "# AGENTS.md instructions for /home/dev/ferry\n\n"
            f"<INSTRUCTIONS>\n{self.instructions}\n</INSTRUCTIONS>",
        )
        self.message("user", ENVIRONMENT.format(day=self.day))

    def request(self, turn: Turn) -> None:
        self.clock.start(turn.at)
        self.turn = self.chance.uuid7(self.clock.now)
        self.last = ""
        self.event("task_started", turn_id=self.turn, model_context_window=272000)
        context = {
            "turn_id": self.turn,
            "cwd": "/home/dev/ferry",
            "approval_policy": "on-request",
            "sandbox_policy": {"type": "workspace-write", "network_access": False},
            "model": MODEL,
            "effort": "medium",
            "summary": "auto",
        }
        self.add("turn_context", context)
        self.message("user", turn.request)
        self.event("user_message", message=turn.request, images=[])

    def answer(self, said: Answer, tree: Tree) -> None:
        played: list[tuple[str, Call, Outcome]] = []
        output = thought = 0
        for part in said.parts:
            if isinstance(part, Say):
                self.clock.write(part.text)
                self.event("agent_message", message=part.text)
                self.message("assistant", part.text)
                self.last = part.text
                output += tokens(part.text)
            elif isinstance(part, Think):
                self.clock.pause(2, 6)
                self.think(part)
                thought += 90 + tokens(part.text) * 4
            else:
                call = self.chance.name("call_", 24)
                outcome = part.run(tree)
                self.clock.write(compact(part.args))
                self.call(call, part)
                output += tokens(compact(part.args))
                played.append((call, part, outcome))
        self.usage(output + thought, thought)
        for call, part, outcome in played:
            self.clock.pause(0.2, 0.9)
            self.result(call, part, outcome)

    def think(self, part: Think) -> None:
        self.event("agent_reasoning", text=part.text)
        summary = [{"type": "summary_text", "text": part.text}]
        seal = self.chance.sealed(b"\x80\x00\x00\x00\x00", 240)
        self.item("reasoning", summary=summary, content=None, encrypted_content=seal)

    def call(self, call: str, part: Call) -> None:
        if part.tool == "apply_patch":
            more = {"call_id": call, "name": part.tool, "input": part.args["input"]}
            self.item("custom_tool_call", status="completed", **more)
            return
        arguments = compact(part.args)
        self.item("function_call", name=part.tool, arguments=arguments, call_id=call)

    def result(self, call: str, part: Call, outcome: Outcome) -> None:
        kind = "function_call_output"
        output = outcome.text
        if part.tool == "apply_patch":
            kind = "custom_tool_call_output"
            metadata = {"exit_code": 0, "duration_seconds": 0.0}
            output = compact({"output": output, "metadata": metadata})
        self.item(kind, call_id=call, output=output)
        self.sent += tokens(output)

    def usage(self, output: int, thought: int) -> None:
        last = {
            "input_tokens": self.sent,
            "cached_input_tokens": self.cached,
            "output_tokens": output,
            "reasoning_output_tokens": thought,
            "total_tokens": self.sent + output,
        }
        self.total = {key: self.total[key] + last[key] for key in last}
        info = {
            "total_token_usage": dict(self.total),
            "last_token_usage": last,
            "model_context_window": 272000,
        }
        limits = {"primary": {"used_percent": 4.0, "window_minutes": 300}}
        self.event("token_count", info=info, rate_limits=limits)
        self.cached = self.sent // 128 * 128
        self.sent += output
