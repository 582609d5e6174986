"""`pane assemble`: the context for the next prompt."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pane_cli.assemble.explain import reasons
from pane_cli.assemble.render import RENDERERS
from pane_cli.commands import options
from pane_cli.commands.assembling import Limits, Wanted
from pane_cli.commands.degrading import within
from pane_cli.commands.inputs import latest, read_sessions, select
from pane_cli.commands.rendering import redactor
from pane_cli.commands.settings import rules_for
from pane_cli.commands.stored import (
    at_entry,
    open_store,
    scope_at,
    stored_session,
)
from pane_cli.commands.terminal import output, say, write_text
from pane_cli.errors import PaneError


def assemble(
    files: options.Files = None,
    session: options.SessionId = None,
    budget: Annotated[
        int | None, typer.Option("--budget", help="Tokens at most.", min=1)
    ] = None,
    max_chars: Annotated[
        int | None,
        typer.Option(
            "--max-chars", help="Characters at most; alone: no token budget.", min=1
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
        typer.Option("--deadline", help="Seconds; leave things out to be in time."),
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
    if mirror is not None:
        from pane_cli.commands.mirroring import alone

        others: dict[str, object] = {
            "--budget": budget,
            "--max-chars": max_chars,
            "--query": query,
            f"--as {form}": form != "markdown",
            "--explain": explain,
            "--no-redact": no_redact,
            "--output": out,
            "--harvest": harvest,
        }
        alone("--mirror", others, "it writes all that is in context, whole")
    rules = rules_for(store, rules_file, settings, no_learned).rules
    renderer = RENDERERS.get(form)
    if renderer is None:
        raise PaneError(f"--as {form}: no such form", "forms: " + ", ".join(RENDERERS))
    part, entry = at_entry(at)
    if session is not None:
        sessions = [stored_session(open_store(store), session, rules, entry)]
    else:
        sessions = read_sessions(files, rules, agent, quiet, entry)
    scope = select(sessions, part)
    scope_at(scope, part, entry)
    chosen = latest(scope)
    if mirror is not None:
        from pane_cli.commands.mirroring import save_mirror

        return save_mirror(chosen, mirror, store, quiet)
    clean = redactor(rules, no_redact)
    limits = Limits(budget, max_chars, query, renderer)
    wanted = Wanted(sessions, chosen, store, session is not None, rules, clean, limits)
    assembled, routed = within(deadline, wanted.at, wanted.is_crowded, quiet)
    if harvest is not None:
        from pane_cli.commands.clock import stamp
        from pane_cli.commands.harvesting import Told
        from pane_cli.commands.harvesting import harvest as keep
        from pane_cli.commands.rendering import cleaned

        told = Told(
            chosen.view,
            cleaned(chosen.log.entry, clean),
            None if query is None else clean(query),
            assembled.text,
        )
        keep(harvest, told, stamp(now))
    if explain:
        if routed:
            say(routed)
        for reason in reasons(assembled.context, assembled.layout):
            mark = f"#{reason.n}"
            say(f"{mark:<7}{reason.form:<16}{reason.chars:>6} chars  {reason.why}")
    with output(out) as stream:
        write_text(stream, assembled.text)
    return 0
