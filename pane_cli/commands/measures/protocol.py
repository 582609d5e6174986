"""`pane evaluate protocol`: twelve predictions about the memory, and their verdicts."""

from __future__ import annotations

import hashlib
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

import pane_cli
from pane_cli.commands.measures.sessions import Reading, Subjects
from pane_cli.commands.shared import options
from pane_cli.commands.shared.encoding import encode_of, looks_of
from pane_cli.commands.shared.rendering import redactor
from pane_cli.commands.shared.settings import rules_for
from pane_cli.commands.shared.terminal import output, say, write_document, write_text
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Rules
from pane_cli.text.counts import counted

if TYPE_CHECKING:
    from pane_cli.evaluate.chats import Chat
    from pane_cli.evaluate.protocol_render import Manifest
    from pane_cli.evaluate.trials import Label


def protocol(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Transcripts, sessions, LoCoMo's JSON; none: made sessions alone.",
            show_default=False,
        ),
    ] = None,
    labels: Annotated[
        Path | None,
        typer.Option("--labels", help="People's labels (JSON lines), for P7."),
    ] = None,
    seed: Annotated[
        int, options.number("--seed", least=0, help="Of the made sessions.")
    ] = 1,
    min_calls: options.MinCalls = 60,
    json: options.Json = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    out: options.Output = None,
    quiet: options.Quiet = False,
) -> int:
    """Print the verdicts P1 to P12: PASS, FAIL or SKIP, each with its figure.

    Measured on FILEs and on sessions made from a seed, in which facts are planted,
    topics drift and return, and results are printed twice. A file in the shape of
    LoCoMo's questions recall. Nothing is timed: the same input gives the same output.
    A label is {"session": ID, "cut": N, "thing": TEXT, "needed": true}.

    Examples:

      pane evaluate protocol --rules routes

      pane evaluate protocol ~/.claude/projects/*/*.jsonl locomo10.json --json
    """
    from pane_cli.evaluate.protocol import efficiency, verdicts
    from pane_cli.evaluate.protocol_render import as_document, as_table
    from pane_cli.evaluate.trials import Trials

    rules = rules_for(store, rules_file, settings).rules
    named = files or []
    read = {path: _chats(path) for path in named}
    documents = {path: made for path, made in read.items() if made is not None}
    trials = Trials(
        rules,
        seed,
        [chat for made in documents.values() for chat in made],
        None if labels is None else _labels(labels),
        looks_of(rules.search, None),
        encode_of(rules.search),
    )
    rest = [path for path in named if path not in documents]
    subjects = Subjects(rest, Reading(rules, redactor(rules), agent, min_calls, quiet))
    for subject in subjects.read():
        if not trials.take(subject):
            subjects.leave_out(subject.name, "too little was needed after its cuts")
    found = verdicts(trials)
    score, manifest = efficiency(found, trials), _manifest(rules, named, seed)
    with output(out) as stream:
        if json:
            write_document(stream, as_document(found, score, manifest))
        else:
            lines = as_table(found, score, manifest)
            write_text(stream, "".join(f"{line}\n" for line in lines))
    sessions = counted(len(trials.sessions), "session")
    chats = counted(len(trials.chats), "chat")
    say(f"{sessions}, {chats}, sessions made from seed {seed}", quiet)
    return 0


def _chats(path: Path) -> list[Chat] | None:
    """The chats of a FILE in their shape; None where it has another one."""
    if path.suffix != ".json":
        return None
    from pane_cli.evaluate.chats import chats, is_chats

    try:
        document: Any = msgspec.json.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError):
        return None  # whoever reads it next says what is wrong
    if not is_chats(document):
        return None
    try:
        return list(chats(document))
    except (KeyError, TypeError, ValueError) as error:
        raise PaneError(
            f"{path}: chats with questions, but not as LoCoMo has them: {error!r}",
            "each session_N needs session_N_date_time, each message speaker and text",
        ) from error


def _labels(path: Path) -> list[Label]:
    from pane_cli.evaluate.trials import Label

    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        hint = "--labels takes a readable file"
        raise PaneError(f"{path}: {error.strerror}", hint) from error
    found = []
    for number, line in enumerate(lines, 1):
        try:
            if line.strip():
                found.append(msgspec.json.decode(line, type=Label))
        except msgspec.DecodeError as error:
            hint = '{"session": "4d56", "cut": 120, "thing": "a.py", "needed": true}'
            raise PaneError(f"{path}:{number}: {error}", f"a line is {hint}") from error
    return found


def _manifest(rules: Rules, files: list[Path], seed: int) -> Manifest:
    from pane_cli.evaluate.protocol_render import Manifest

    data = hashlib.sha256()
    for path in files:
        if path.is_file():
            data.update(path.read_bytes())
    encoded = msgspec.json.encode(rules, order="sorted")
    digest = hashlib.sha256(encoded).hexdigest()
    return Manifest(version("pane"), _commit(), digest, data.hexdigest(), seed)


def _commit() -> str | None:
    """The commit of the checkout that pane runs from; None where it is in none."""
    checkout = Path(pane_cli.__file__).resolve().parents[1]
    if not (checkout / ".git").exists():
        return None
    command = ["git", "-C", str(checkout), "rev-parse", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()
