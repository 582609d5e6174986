"""`pane evaluate`: hindsight, tune, protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pane_cli.commands.measures.protocol import protocol
from pane_cli.commands.measures.sessions import (
    Reading,
    Subjects,
    nothing_usable,
    numbers,
)
from pane_cli.commands.shared import options
from pane_cli.commands.shared.given import Given
from pane_cli.commands.shared.rendering import redactor
from pane_cli.commands.shared.settings import rules_for
from pane_cli.commands.shared.terminal import output, say, write_document, write_text
from pane_cli.errors import PaneError

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help="""Measure contexts on your own sessions, and fit the rules to them.

    A session is cut in the middle; what the agent used after the cut, and could not see
    again, should be in the context of what came before. No model is called.

    Example: pane evaluate hindsight ~/.claude/projects/*/*.jsonl
    """,
)
_BUDGETS = "2000,4000,8000,16000"
_CUTS = "40,60,80"


@app.command(cls=Given)
def hindsight(
    files: options.Files = None,
    budgets: Annotated[
        str, typer.Option("--budgets", help="Tokens (4 characters each) of contexts.")
    ] = _BUDGETS,
    cuts: Annotated[
        str, typer.Option("--cuts", help="Where to cut: percent of the calls.")
    ] = _CUTS,
    min_calls: options.MinCalls = 60,
    json: options.Json = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    quiet: options.Quiet = False,
) -> int:
    """Print how much of what the agent used next the contexts hold.

    Contestants: `last`, the newest tokens; `elided`, the same without what tools
    printed; `pane`, what `pane assemble` prints. Columns, shares of what was needed:
    `held`, where it stands beside words that say what it is; `near` (within 20 calls)
    and `all`, be it a bare name; then the commands, the requests, and the newest
    request, word for word. What is rare weighs more. Each is the mean over sessions
    of the mean over cuts.

    Examples:

      pane evaluate hindsight ~/.claude/projects/*/*.jsonl

      pane evaluate hindsight --budgets 4000 --set assemble.tail=0.5 transcript.jsonl
    """
    from pane_cli.evaluate.hindsight import hindsight as measure
    from pane_cli.evaluate.hindsight import standings
    from pane_cli.evaluate.render import as_document, as_table, remarks

    sizes = numbers("--budgets", budgets, _BUDGETS, 1, 10_000_000)
    percents = numbers("--cuts", cuts, _CUTS, 1, 99)
    rules = rules_for(store, rules_file, settings).rules
    reading = Reading(rules, redactor(rules), agent, min_calls, quiet)
    subjects = Subjects(files or [Path("-")], reading)
    found = []
    for subject in subjects.read():
        one = measure(subject, [percent / 100 for percent in percents], sizes)
        if one.trials:
            found.append(one)
        else:
            subjects.leave_out(subject.name, "too little was needed after its cuts")
    if not found:
        raise nothing_usable(subjects)
    rows = standings(found, sizes)
    with output(out) as stream:
        if json:
            write_document(stream, as_document(rows, found, subjects.left_out))
        else:
            write_text(stream, "".join(f"{line}\n" for line in as_table(rows)))
    for remark in remarks(rows, found):
        say(remark, quiet)
    return 0


@app.command(cls=Given)
def tune(
    files: Annotated[
        list[Path],
        typer.Argument(help="Transcripts or sessions; no stdin.", show_default=False),
    ],
    min_calls: options.MinCalls = 60,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    quiet: options.Quiet = False,
) -> int:
    """Print rules with the weights of `assemble.likelihood` fitted to your sessions.

    Every second session, by the FILE's name, teaches. On the others the fitted weights
    and those in force are measured, as `hindsight` does at 4,000 tokens. A single
    session teaches by its first part and is measured later.

    Examples:

      pane evaluate tune ~/.claude/projects/*/*.jsonl > tuned.yaml

      pane assemble --rules tuned.yaml transcript.jsonl
    """
    from pane_cli.evaluate.render import as_rules, verdict
    from pane_cli.evaluate.tune import tune as fit_and_judge

    if Path("-") in files:
        raise PaneError(
            "tune reads its input three times, and a pipe comes once", "name FILEs"
        )
    rules = rules_for(store, rules_file, settings).rules
    reading = Reading(rules, redactor(rules), agent, min_calls, quiet)
    subjects = Subjects(sorted(files), reading)
    tuned = fit_and_judge(subjects.read, rules)
    with output(out) as stream:
        write_text(stream, "".join(f"{line}\n" for line in as_rules(tuned)))
    say(verdict(tuned), quiet)
    if tuned.gain <= 0:
        say("the fitted weights are not better than those in force: keep those")
    return 0


app.command(cls=Given)(protocol)
