"""Writes completions/: what bash, zsh and fish need, and the man page.

Everything comes from the commands themselves, so nothing here says twice what an
option does. `pytest tests/docs --regenerate` rewrites the folder; a test fails where it
is stale.
"""

from __future__ import annotations

import os
import subprocess

from docs.manual import manual
from running import PANE, ROOT

FOLDER = ROOT / "completions"
#: Loaded on demand by zsh, the script must complete at once; sourced, only register.
_ZSH_SOURCED = "compdef _pane_completion pane"
_ZSH_EITHER_WAY = """\
if [ "$funcstack[1]" = "_pane" ]; then
  _pane_completion
else
  compdef _pane_completion pane
fi"""


def documents() -> dict[str, str]:
    """The name and text of every file of completions/."""
    return {
        "pane.bash": _completion("bash"),
        "_pane": _completion("zsh").replace(_ZSH_SOURCED, _ZSH_EITHER_WAY),
        "pane.fish": _completion("fish"),
        "pane.1": manual(),
    }


def write() -> None:
    """Rewrite the folder."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in documents().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def _completion(shell: str) -> str:
    done = subprocess.run(
        [PANE],
        env={"PATH": os.environ["PATH"], "_PANE_COMPLETE": f"source_{shell}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip() + "\n"
