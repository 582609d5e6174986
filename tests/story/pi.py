"""Writes a story as Pi does: entries that know their parent, so one can go back."""

from dataclasses import dataclass, field

from chance import Chance, Clock, tokens
from lines import compact
from locked import Back, Bash, Label
from parts import Answer, Json, Outcome, Part, Say, Think, Turn
from worktree import Tree

MODEL = "claude-sonnet-4-6"


@dataclass
class Pi:
    day: str
    records: list[Json] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = Chance(f"pi {self.day}")
        self.clock = Clock(self.day, self.chance)
        self.clock.start("05:57:44")
        self.session = self.chance.uuid7(self.clock.now)
        self.tip: str | None = None
        self.labels: dict[str, str] = {}
        self.trees: dict[str, dict[str, str]] = {}
        self.cached, self.fresh = 0, 3150
        stamp = self.clock.iso().replace(":", "-").replace(".", "-")
        self.name = f"{stamp}_{self.session}"
        header = {"type": "session", "version": 3, "id": self.session}
        header |= {"timestamp": self.clock.iso(), "cwd": "/home/dev/ferry"}
        self.records.append(header)
        self.add("model_change", provider="anthropic", modelId=MODEL)
        self.add("thinking_level_change", thinkingLevel="low")

    def play(self, story: list[Turn | Bash | Label | Back], tree: Tree) -> None:
        for event in story:
            if isinstance(event, Back):
                self.tip = self.labels[event.label]
                tree.files = dict(self.trees[event.label])
                continue
            self.clock.start(event.at)
            if isinstance(event, Turn):
                self.says(event.request)
                for said in event.answers:
                    self.answer(said, tree)
            elif isinstance(event, Bash):
                self.bash(event)
            else:
                self.labels[event.label] = self.tip or ""
                self.trees[event.label] = dict(tree.files)
                self.add("label", targetId=self.tip, label=event.label)

    def add(self, kind: str, **more: Json) -> None:
        entry = self.chance.hex(8)
        record = {"type": kind, "id": entry, "parentId": self.tip}
        self.records.append(record | {"timestamp": self.clock.iso()} | more)
        self.tip = entry

    def message(self, role: str, **more: Json) -> None:
        self.add(
            "message", message={"role": role} | more | {"timestamp": self.clock.ms()}
        )

    def says(self, text: str) -> None:
        self.message("user", content=[{"type": "text", "text": text}])
        self.fresh += tokens(text)

    def bash(self, event: Bash) -> None:
        self.message(
            "bashExecution",
            command=event.command,
            output=event.output,
            exitCode=event.code,
            cancelled=False,
            truncated=False,
        )
        self.fresh += tokens(event.command + event.output)

    def answer(self, said: Answer, tree: Tree) -> None:
        ids: list[str] = []
        content = [self.block(part, ids) for part in said.parts]
        text = compact([part.get("text", part) for part in content])
        self.clock.write(text)
        self.message(
            "assistant",
            content=content,
            api="anthropic-messages",
            provider="anthropic",
            model=MODEL,
            usage=self.usage(tokens(text)),
            stopReason="toolUse" if said.calls else "stop",
        )
        for call, name in zip(said.calls, ids, strict=True):
            self.clock.pause(0.05, 0.6)
            self.result(call.tool, name, call.run(tree))

    def block(self, part: Part, ids: list[str]) -> Json:
        if isinstance(part, Say):
            return {"type": "text", "text": part.text}
        if isinstance(part, Think):
            seal = self.chance.sealed(b"\x12\xb4\x02\x0a", 120)
            return {
                "type": "thinking",
                "thinking": part.text,
                "thinkingSignature": seal,
            }
        ids.append(self.chance.name("toolu_01"))
        head = {"type": "toolCall", "id": ids[-1], "name": part.tool}
        return head | {"arguments": part.args}

    def result(self, tool: str, call: str, outcome: Outcome) -> None:
        self.message(
            "toolResult",
            toolCallId=call,
            toolName=tool,
            content=[{"type": "text", "text": outcome.text}],
            isError=outcome.error,
        )
        self.fresh += tokens(outcome.text)

    def usage(self, output: int) -> Json:
        spent = {"input": 3, "output": output}
        spent |= {"cacheRead": self.cached, "cacheWrite": self.fresh}
        prices = {"input": 3.0, "output": 15.0, "cacheRead": 0.3, "cacheWrite": 3.75}
        cost = {key: round(spent[key] * prices[key] / 1e6, 6) for key in spent}
        self.cached += self.fresh
        self.fresh = output
        total = {"total": round(sum(cost.values()), 6)}
        return spent | {"totalTokens": sum(spent.values()), "cost": cost | total}
