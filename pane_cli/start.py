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
        gc.disable()  # it lives for a moment
        from pane_cli.commands.hooking import Asked, run_hook

        # All is written. What still runs, because it took too long, ends here.
        os._exit(run_hook(Asked()))
    from pane_cli.app import main as run

    run()


if __name__ == "__main__":
    main()
