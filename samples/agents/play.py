"""Plays a recorded session through `pane hook`, event by event, as its agent would.

    python samples/agents/play.py [RECORDED.json]

What the agent writes goes into transcripts in a folder that is thrown away, and so does
the store. Printed is what each event adds to the agent's window.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

RECORDED = Path(__file__).with_name("recorded.json")


def main() -> int:
    """Play every step; returns the exit status."""
    name = sys.argv[1] if len(sys.argv) > 1 else RECORDED
    steps = json.loads(Path(name).read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PANE_STORE": str(Path(folder, "store"))}
        for step in steps:
            play(step, Path(folder), environment)
    return 0


def play(step, folder, environment):
    """Write the records of a step, tell its event, or run its command."""
    if "run" in step:
        print("$ pane", *step["run"][:-2])
        subprocess.run(["pane", *step["run"]], env=environment, check=True)
        return
    event = dict(step["event"])
    path = folder / event["transcript_path"]
    event["transcript_path"] = str(path)
    with path.open("a", encoding="utf-8") as transcript:
        for record in step["records"]:
            transcript.write(json.dumps(record, ensure_ascii=False) + "\n")
    done = subprocess.run(
        ["pane", "hook"],
        input=json.dumps(event).encode(),
        stdout=subprocess.PIPE,
        env=environment,
        check=True,
    )
    what = event.get("source") or event.get("prompt") or event.get("trigger") or ""
    print(f"== {event['hook_event_name']} {what[:60]}".rstrip())
    if done.stdout:
        answer = json.loads(done.stdout)["hookSpecificOutput"]
        print(answer["additionalContext"])


if __name__ == "__main__":
    sys.exit(main())
