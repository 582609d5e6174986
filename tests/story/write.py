"""Writes samples/ anew, byte for byte the same: python tests/story/write.py"""

import sys
from pathlib import Path

import contract
import daylist
import harbour
import hooked
import kiosk
import locked
import login
import review
import torn
from claude_code import ClaudeCode
from codex import Codex
from lines import compact, jsonl, pretty
from messages import anthropic, openai_chat, openai_responses
from parts import Turn
from pi import Pi
from worktree import Tree

from pane_cli.agents.wiring import WIRINGS, rendered

SAMPLES = Path(__file__).parents[2] / "samples"


def claude_code(tree: Tree) -> dict[str, bytes]:
    main = ClaudeCode(login.SESSION, login.DAY)
    main.snapshot("07:51:58")
    main.hook("SessionStart", "startup", "scripts/dev-env.sh")
    for turn in login.MORNING + daylist.AFTERNOON:
        if turn is login.QUESTION:
            main.branch = "fix/token-refresh"
            main.command("09:09:58", "cost", "Total cost: $0.94, 38m 2s (API 2m 51s)")
        main.play([turn], tree)
    agent = ClaudeCode(login.SESSION, login.DAY, main.branch, login.AGENT)
    agent.play([Turn("09:10:40", login.SURVEY, login.survey())], login_tree())
    folder = f"claude-code/{login.SESSION}/subagents/agent-{login.AGENT}"
    return {
        f"claude-code/{login.SESSION}.jsonl": jsonl(main.records).encode(),
        f"{folder}.jsonl": jsonl(agent.records).encode(),
        f"{folder}.meta.json": compact(
            {"agentType": "Explore", "spawnDepth": 1}
        ).encode(),
    }


def codex(tree: Tree) -> dict[str, bytes]:
    told = Codex(
        kiosk.DAY, kiosk.STARTED, kiosk.BRANCH, kiosk.COMMIT, kiosk.INSTRUCTIONS
    )
    told.play(kiosk.TURNS, tree)
    return {f"codex/{told.name}.jsonl": jsonl(told.records).encode()}


def pi(tree: Tree) -> dict[str, bytes]:
    told = Pi(locked.DAY)
    told.play(locked.STORY, tree)
    return {f"pi/{told.name}.jsonl": jsonl(told.records).encode()}


def plain(tree: Tree) -> dict[str, bytes]:
    chat = openai_chat(harbour.SYSTEM, harbour.TURNS, tree)
    items = openai_responses(contract.TURNS, tree)
    messages = anthropic(review.SYSTEM, review.TURNS, tree)
    return {
        "openai-chat/harbour.json": pretty(chat).encode(),
        "openai-responses/items.jsonl": jsonl(items).encode(),
        "anthropic-messages/review.json": pretty(messages).encode(),
    }


def damaged(tree: Tree) -> dict[str, bytes]:
    told = ClaudeCode(torn.SESSION, torn.DAY)
    told.play(torn.TURNS, tree)
    return {"damaged/torn.jsonl": torn.damage(told.records)}


def agents(tree: Tree) -> dict[str, bytes]:
    """A recorded session, and the wiring of each agent as `pane init` prints it."""
    files = {"agents/recorded.json": pretty(hooked.recorded()).encode()}
    for wiring in WIRINGS.values():
        name = f"agents/{wiring.agent}/{wiring.here.rpartition('/')[2]}"
        files[name] = rendered(wiring).encode()
    return files


def login_tree() -> Tree:
    """The files as they are when the subagent looks at them."""
    tree = Tree.load()
    before = login.MORNING[: login.MORNING.index(login.QUESTION)]
    ClaudeCode(login.SESSION, login.DAY).play(before, tree)
    return tree


def build() -> dict[str, bytes]:
    tree = Tree.load()
    files = claude_code(tree)
    files |= plain(tree)
    files |= codex(tree)
    files |= pi(tree)
    files |= damaged(tree)
    files |= agents(tree)
    return files


def main() -> None:
    for name, content in build().items():
        path = SAMPLES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        print(f"{len(content):>8} {name}", file=sys.stderr)


if __name__ == "__main__":
    main()
