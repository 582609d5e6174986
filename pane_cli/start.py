"""Where the command `pane` begins: a hook, for which a prompt waits, goes straight in.

`pane hook` without an option is what agents call. It needs no command line to be read,
and to load what reads one takes as long as all that it does.
"""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Run the command line of this process."""
    if sys.argv[1:] == ["hook"]:
        # All is written by then. What still runs, because it took too long, ends here.
        os._exit(_hook())
    from pane_cli.app import main as run

    run()


def _hook() -> int:
    """The exit status, which is 0 even where pane can't be loaded."""
    gc.disable()  # it lives for a moment
    try:
        from pane_cli.commands.hooking import Asked, run_hook

        return run_hook(Asked())
    except Exception as error:
        print(f"pane: hook: {type(error).__name__}: {error}", file=sys.stderr)
        return 0


if __name__ == "__main__":
    main()
