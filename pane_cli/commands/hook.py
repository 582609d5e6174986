"""`pane hook`: what an agent's hook calls at every prompt."""

from __future__ import annotations

from typing import Annotated

import typer

from pane_cli.commands.hooks.frame import Asked, run_hook
from pane_cli.commands.shared import options


def hook(
    payload: Annotated[
        str | None,
        typer.Argument(help="The agent's JSON; none: standard input.", metavar="JSON"),
    ] = None,
    deadline: Annotated[
        float | None,
        options.time("--deadline", help="Until what is known is printed."),
    ] = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
) -> int:
    """Answer an agent's hook: add to its window what is not in it.

    Reads the JSON that Claude Code, Codex or Gemini CLI give their hooks. New lines of
    the session's transcript are saved into the store. At a prompt it prints pins and
    facts, what the topics that it names came to, and what earlier sessions of the
    folder, or entries that left the window, have of its rare words; after a compaction
    also the newest request and what still fails; at the start of a session where the
    last one stopped. Anything that stands in the window already is left out.

    Whatever goes wrong, the exit status is 0, standard output is empty or one whole
    JSON document, and the reason is on standard error: other statuses would cost the
    user's prompt. A line `pane: off` in a prompt silences it for that session until a
    line `pane: on`, PANE_HOOK=off where the agent is started, hook.enabled: false in
    .pane/rules.yaml for a folder.

    Examples:

      pane init --agent claude-code

      pane hook --deadline 1 < event.json
    """
    return run_hook(Asked(payload, deadline, store, rules_file, settings))
