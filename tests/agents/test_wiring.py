"""What agents are told, and how it gets into files that are theirs."""

from __future__ import annotations

import json
import stat
import subprocess
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from running import ROOT, run

from pane_cli.agents.merging import merged, missing
from pane_cli.agents.table import AGENTS
from pane_cli.agents.wiring import WIRINGS, rendered
from pane_cli.errors import PaneError

HOOKS = WIRINGS["claude-code"].hooks
OTHER = '{"hooks": [{"type": "command", "command": "say done"}]}'

SETTINGS = {
    "empty": "",
    "nothing": "{}",
    "blank": "{ \n }\n",
    "others": '{\n  "model": "opus",\n  "n": [1, 2]\n}\n',
    "tabs": '{\n\t"a": {"b": "}]"}\n}',
    "no hooks": '{"a": 1, "hooks": {}}',
    "an event": f'{{"hooks": {{"Stop": [{OTHER}]}}, "z": 1.50}}',
    "an empty event": '{"hooks": {"Stop": []}}',
    "escapes": '{"caf\\u00e9": "\\"hooks\\": {", "ü": null}',
}


@pytest.mark.parametrize("text", SETTINGS.values(), ids=SETTINGS.keys())
def test_hooks_are_put_in_and_all_else_stays(text: str) -> None:
    after = merged(text, HOOKS, "settings.json")
    wanted = json.loads(text or "{}")
    hooks = wanted.setdefault("hooks", {})
    for event, groups in HOOKS.items():
        hooks[event] = [*hooks.get(event, []), *groups]
    assert json.loads(after) == wanted
    assert list(json.loads(after)) == list(wanted)
    assert merged(after, HOOKS, "settings.json") == after
    left = iter(after)
    assert all(character in left for character in text.strip()), "in its order"


@pytest.mark.parametrize(
    "handler",
    [
        {"command": "pane hook"},
        {"command": "/opt/bin/pane hook --deadline 1"},
        {"command": "pane", "args": ["hook"]},
        {"command": "C:\\bin\\pane.exe hook"},
    ],
)
def test_a_hook_that_is_there_is_known(handler: dict[str, Any]) -> None:
    there = {"hooks": {"Stop": [{"hooks": [handler]}]}}
    assert "Stop" not in missing(there, HOOKS, "settings.json")


@pytest.mark.parametrize("command", ["pane recall x", "panel hook", "echo pane hook"])
def test_what_is_no_hook_of_ours(command: str) -> None:
    there = {"hooks": {"Stop": [{"hooks": [{"command": command}]}]}}
    assert "Stop" in missing(there, HOOKS, "settings.json")


@pytest.mark.parametrize(
    "text",
    ["[]", "{", "// mine\n{}", '{"hooks": []}', '{"hooks": {"Stop": {}}}'],
)
def test_what_can_not_be_read_is_left_alone(text: str) -> None:
    with pytest.raises(PaneError, match=r"settings\.json: .*stays as it is"):
        merged(text, HOOKS, "settings.json")


@pytest.mark.parametrize("agent", WIRINGS)
def test_the_samples_are_what_is_printed(agent: str, tmp_path: Path) -> None:
    wiring = WIRINGS[agent]
    sample = ROOT / "samples" / "agents" / agent / Path(wiring.here).name
    assert sample.read_text("utf-8") == rendered(wiring)
    printed = run(["pane", "init", "--agent", agent], tmp_path)
    assert printed.out.decode() == rendered(wiring)


@pytest.mark.parametrize("agent", WIRINGS)
def test_it_is_written_where_it_says(agent: str, tmp_path: Path) -> None:
    command = ["pane", "init", "--agent", agent, "--write"]
    assert run(command, tmp_path).status == 0
    path = tmp_path / WIRINGS[agent].home.folder / WIRINGS[agent].file
    assert path.read_text("utf-8") == rendered(WIRINGS[agent])
    assert bool(path.stat().st_mode & stat.S_IXUSR) == WIRINGS[agent].is_script
    assert b"is there already" in run(command, tmp_path).err
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_a_link_stays_and_the_mode_too(tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles.json"
    kept.write_text('{"model": "opus"}')
    kept.chmod(0o640)
    (tmp_path / ".claude").mkdir()
    link = tmp_path / ".claude" / "settings.json"
    link.symlink_to(kept)
    run(["pane", "init", "--agent", "claude-code", "--write"], tmp_path)
    assert link.is_symlink()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640
    assert (tmp_path / "dotfiles.json.bak").read_text() == '{"model": "opus"}'


def test_every_event_that_is_wired_is_known() -> None:
    for agent, row in AGENTS.items():
        hooks = WIRINGS[agent].hooks
        assert not hooks or set(hooks) == set(row.events)


@pytest.mark.skipif(which("node") is None, reason="node is not installed")
@pytest.mark.parametrize("agent", ["pi", "opencode"])
def test_the_scripts_run(agent: str, tmp_path: Path) -> None:
    """Each with a stand-in for what its agent gives it."""
    run(["pane", "pin", "-q", "--name", "ship", "stay afloat", "-s", "user"], tmp_path)
    (tmp_path / "wired.mjs").write_text(rendered(WIRINGS[agent]))
    (tmp_path / "agent.mjs").write_text(STAND_INS[agent])
    done = run(["node", "agent.mjs"], tmp_path)
    assert done.status == 0, done.err.decode()
    assert b"stay afloat" in done.out


STAND_INS = {
    "pi": """
import wire from "./wired.mjs";
const on = {};
wire({ on: (name, handler) => (on[name] = handler) });
const sessionManager = { getSessionId: () => "s-1", getSessionFile: () => undefined };
const context = { cwd: process.cwd(), sessionManager };
await on.agent_end({}, context);
const answer = await on.before_agent_start({ prompt: "hi" }, context);
console.log(answer.message.content);
""",
    "opencode": """
import { Pane } from "./wired.mjs";
const hooks = await Pane({ directory: process.cwd() });
const properties = { sessionID: "s-1" };
await hooks.event({ event: { type: "session.idle", properties } });
const output = { message: { id: "m-1" }, parts: [{ type: "text", text: "hi" }] };
await hooks["chat.message"]({ sessionID: "s-1" }, output);
console.log(output.parts[1].text, output.parts[1].messageID);
""",
}


def test_aider_gets_a_file_to_read(tmp_path: Path) -> None:
    chat = (
        "\n# aider chat started at 2026-02-10 09:00:00\n\n#### mend the dock\n\nDone.\n"
    )
    (tmp_path / ".aider.chat.history.md").write_text(chat)
    (tmp_path / "bin").mkdir()
    for name, body in {"aider": '#!/bin/sh\necho "$@"\ncat "$2"\n'}.items():
        (tmp_path / "bin" / name).write_text(body)
        (tmp_path / "bin" / name).chmod(0o755)
    (tmp_path / "pane-aider").write_text(rendered(WIRINGS["aider"]))
    script = 'PATH="$PWD/bin:$PATH" sh pane-aider --no-git'
    done = run(["sh", "-c", script], tmp_path)
    assert done.out.startswith(b"--read .aider.pane.md --no-git"), done.err.decode()
    assert b"mend the dock" in done.out
    assert subprocess.run(["sh", "-n", "pane-aider"], cwd=tmp_path, check=True)
