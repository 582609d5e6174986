"""`pane assemble`: the context for the next prompt."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pane_cli.commands.shared import options


def assemble(
    files: options.Files = None,
    session: options.SessionId = None,
    budget: Annotated[
        int | None, options.number("--budget", least=1, help="Tokens at most.")
    ] = None,
    max_chars: Annotated[
        int | None,
        options.number(
            "--max-chars", least=1, help="Characters at most; alone: no token budget."
        ),
    ] = None,
    query: Annotated[
        str | None, typer.Option("--query", help="Recall this into the context.")
    ] = None,
    form: Annotated[
        str, typer.Option("--as", help="markdown, openai, anthropic or json.")
    ] = "markdown",
    mirror: Annotated[
        Path | None,
        typer.Option(
            "--mirror", help="Write all that is in, whole, a block a turn, to edit."
        ),
    ] = None,
    harvest: Annotated[
        Path | None,
        typer.Option(
            "--harvest", help="Append query, context and last reply here, as JSON."
        ),
    ] = None,
    deadline: Annotated[
        float | None,
        options.time("--deadline", help="Leave things out to be in time."),
    ] = None,
    at: options.At = None,
    explain: options.Explain = False,
    no_redact: options.NoRedact = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    no_learned: options.NoLearned = False,
    out: options.Output = None,
    now: options.Now = None,
    quiet: options.Quiet = False,
) -> int:
    """Print what the agent will see next, never over its budget.

    Without -s or FILE it reads stdin. Of several sessions the one with the newest
    message is assembled; the others serve --query. --mirror writes a file instead, in
    which blocks are deleted or rewritten: `pane evict --from-mirror` follows. --harvest
    keeps what was asked, shown and answered, one JSON object a line, to learn from.
    With --deadline, what takes too long is left out, and named: the encoder, then what
    is recalled, then older words.

    Examples:

      pane assemble --budget 4000 transcript.jsonl

      pane assemble -s 4d5611e5 --query 'why does the token refresh fail?'

      pane assemble -s 4d5611e5 --mirror ctx.md
    """
    given = locals()
    from pane_cli.commands.contexts.run import Asked, assembled

    return assembled(Asked(**given))
