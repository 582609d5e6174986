"""Where `pane` begins: what a prompt or an agent waits for goes past Typer.

Reading a command line with Typer takes longer than answering a plain one. `pane hook`
without an option needs none to be read; of others, `quick.py` reads what is plain.
"""

from __future__ import annotations

import os
import sys

_COMPLETING = "_PANE_COMPLETE"
_INTERRUPTED = 130


def main() -> None:
    """Run the command line of this process; every way out of pane goes through here."""
    words = sys.argv[1:]
    if words == ["hook"]:
        # All is written by then. What still runs, because it took too long, ends here.
        os._exit(_hook())
    sys.exit(_run(words))


def _run(words: list[str]) -> int:
    try:
        return _command(words)
    except KeyboardInterrupt:  # before there is a command that it could end
        return 0 if words[:1] == ["hook"] else _INTERRUPTED


def _command(words: list[str]) -> int:
    if not _needs_typer():
        from pane_cli.commands.quick import plain

        run_plain = plain(words)
        if run_plain is not None:
            import gc

            from pane_cli.endings import status_of

            gc.disable()  # it lives for a moment, and what it reads is no garbage
            return status_of(run_plain)
    from pane_cli.app import run

    return run()


def _needs_typer() -> bool:
    """Where it completes words, or stands in for a shell that expands no patterns."""
    return _COMPLETING in os.environ or os.name == "nt"


def _hook() -> int:
    """The exit status, which is 0 even where pane can't be loaded."""
    import gc

    gc.disable()  # it lives for a moment
    try:
        from pane_cli.commands.hooks.frame import Asked, run_hook

        return run_hook(Asked())
    except BaseException as error:
        print(f"pane: hook: {type(error).__name__}: {error}", file=sys.stderr)
        return 0


if __name__ == "__main__":
    main()
