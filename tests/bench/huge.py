"""Lines and files of any length: time and peak memory of ingest and recall.

`python tests/bench/huge.py FOLDER lines` makes one line of 25 MB, 40% of it base64;
`python tests/bench/huge.py FOLDER gigabytes 3` a file of 3 GB. Files are deleted after.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PANE = ROOT / ".venv" / "bin" / "pane"
SESSION = "11111111-2222-4333-8444-555555555555"


def line(n: int, size: int, share: float) -> bytes:
    """A record of `size` bytes, `share` of it a picture."""
    picture = base64.b64encode(os.urandom(int(size * share * 3 / 4))).decode()
    words = f"step {n} of the heron survey, all quiet on the eastern bank. "
    text = words * int(size * (1 - share) / len(words))
    source = {"type": "base64", "media_type": "image/png", "data": picture}
    content: list[Any] = [{"type": "text", "text": text}]
    if share:
        content.append({"type": "image", "source": source})
    message = {"role": "user" if n % 9 == 0 else "assistant", "content": content}
    known = {"type": message["role"], "uuid": f"u{n}", "sessionId": SESSION}
    record = {**known, "timestamp": "2026-02-10T09:00:00Z", "message": message}
    return json.dumps(record).encode() + b"\n"


def make(path: Path, kind: str, gigabytes: float) -> None:
    """A file with a small record at either end."""
    with path.open("wb") as stream:
        stream.write(line(0, 300, 0))
        if kind == "lines":
            stream.write(line(1, 25 << 20, 0.4))
        n = 2
        while kind == "gigabytes" and stream.tell() < gigabytes * (1 << 30):
            stream.write(line(n, 200 << 10 if n % 7 else 2 << 20, 0.4))
            n += 1
        stream.write(line(n, 300, 0).replace(b"heron", b"zebra"))


def timed(home: Path, *words: str) -> None:
    """Run a command; print seconds, peak resident MB, exit status."""
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.environ["PANE_STORE"] = str(home / "store")
        os.execv(PANE, [str(PANE), *words])
    _, status, usage = os.wait4(child, 0)
    took, peak = time.monotonic() - started, usage.ru_maxrss / 1024
    code = os.waitstatus_to_exitcode(status)
    print(f"{' '.join(words)}: {took:.1f} s, {peak:,.0f} MB, exit {code}", flush=True)


def main(folder: str, kind: str, gigabytes: str = "1") -> None:
    """Make the file, run the commands, delete everything."""
    home = Path(folder)
    home.mkdir(parents=True, exist_ok=True)
    path = home / "huge.jsonl"
    try:
        make(path, kind, float(gigabytes))
        print(f"{path.stat().st_size:,} bytes", flush=True)
        timed(home, "ingest", str(path))
        timed(home, "ingest", str(path))
        with path.open("ab") as stream:
            stream.write(line(9_999_999, 300, 0).replace(b"heron", b"okapi"))
        timed(home, "ingest", str(path))
        timed(home, "recall", "okapi")
        timed(home, "assemble", "-s", SESSION)
    finally:
        shutil.rmtree(home)


if __name__ == "__main__":
    main(*sys.argv[1:])
