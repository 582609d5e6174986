"""`pane evict`: whole turns leave the context, and come back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pane_cli.commands.decisions.forming import shown
from pane_cli.commands.decisions.meant import Meant
from pane_cli.commands.decisions.standing import outs, print_list, refuse_json
from pane_cli.commands.shared import options
from pane_cli.commands.shared.clock import stamp
from pane_cli.commands.shared.encoding import encode_of
from pane_cli.commands.shared.inputs import (
    Decided,
    Session,
    filter_sessions,
    read_sessions,
)
from pane_cli.commands.shared.settings import rules_for
from pane_cli.commands.shared.terminal import output, say
from pane_cli.errors import PaneError
from pane_cli.evict.decide import Request, decide
from pane_cli.evict.plan import is_selection
from pane_cli.evict.policy import Item

if TYPE_CHECKING:
    from pane_cli.evict.distance import Encode


def evict(
    selection: Annotated[
        str | None,
        typer.Argument(
            help="N oldest turns, `all`, `t4` or '#12-40'; bare: the oldest half.",
            show_default=False,
        ),
    ] = None,
    files: options.Files = None,
    session: options.SessionId = None,
    to: Annotated[
        str | None,
        typer.Option("--to", help="Down to a share or tokens: 50%, 4k."),
    ] = None,
    auto: Annotated[
        bool,
        typer.Option("--auto", help="Past evict.trigger, down to evict.target."),
    ] = False,
    expired: Annotated[
        bool,
        typer.Option("--expired", help="Turns of topics that have had their time."),
    ] = False,
    keep: Annotated[
        int | None,
        options.number("--keep", least=0, help="Newest turns that stay whole."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Also where it costs more than it saves.")
    ] = False,
    restore: Annotated[
        bool, typer.Option("--restore", help="Bring the selection back in.")
    ] = False,
    undo: Annotated[
        bool, typer.Option("--undo", help="Take the newest eviction or restore back.")
    ] = False,
    list_: Annotated[
        bool, typer.Option("--list", help="Print what is out, a pointer a range.")
    ] = False,
    json: options.Json = False,
    from_mirror: Annotated[
        Path | None,
        typer.Option(
            "--from-mirror", help="What was edited in a file of `assemble --mirror`."
        ),
    ] = None,
    note: Annotated[
        str, typer.Option("--note", help="Words that stand in their place.")
    ] = "",
    by: Annotated[
        str, typer.Option("--by", help="Who decides: user, agent or a rule's name.")
    ] = "user",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen, change nothing.")
    ] = False,
    explain: options.Explain = False,
    agent: options.From = None,
    store: options.Store = None,
    rules_file: options.RulesFile = None,
    settings: options.Settings = None,
    no_learned: options.NoLearned = False,
    out: options.Output = None,
    now: options.Now = None,
    quiet: options.Quiet = False,
) -> int:
    """Take turns out of the context; a pointer stays in their place.

    Nothing is deleted: an eviction is one more line in the session, and `--undo` adds
    another. The newest request and the newest step never leave. What leaves first is
    a matter of rules (`pane rules explain evict`), and with --auto so is when. What
    breaks more of the provider's cached prefix than it saves is held, unless the user
    names it or gives --force. With -s the marks are written into the stored session;
    otherwise the lines that come in go out again, with the marks behind them.
    --expired takes out the turns of topics that had their time (`pane topics`).
    --from-mirror takes what was edited in a file that `assemble --mirror` wrote:
    deleted blocks leave, rewritten ones stand in for their turn; it is one mark, and
    one --undo.

    Examples:

      pane ingest -c transcript.jsonl | pane evict --to 50% | pane assemble

      pane evict -s 4d5611e5 --to 50% --dry-run --explain

      pane evict -s 4d5611e5 --auto --keep 2

      pane evict -s 4d5611e5 3; pane evict -s 4d5611e5 --undo

      pane evict -s 4d5611e5 --from-mirror ctx.md
    """
    takes_none = list_ or undo or auto or to is not None or from_mirror is not None
    takes_none = takes_none or expired
    selection, files = _split(selection, files, takes_none)
    if keep is not None:
        settings = [*(settings or []), f"evict.keep={keep}"]
    rules = rules_for(store, rules_file, settings, no_learned).rules
    request = Request(
        selection, to, restore, undo, auto, force, note, by, stamp(now), expired
    )
    request.check()
    if from_mirror is not None:
        from pane_cli.commands.contexts.mirroring import Edited, follow

        edited = Edited(request, list_, store, dry_run, explain, quiet)
        return follow(edited, from_mirror, files, session, rules, agent, out)
    if list_ and (undo or restore or auto or to or expired):
        raise PaneError("--list only lists", "leave it out, or the rest")
    if not list_:
        refuse_json(json)
    asked = _Asked(request, dry_run, explain, store, encode_of(rules.search))
    if session is not None:
        from pane_cli.commands.shared.stored import append, named_alone

        opened, stored = named_alone(store, session, rules, files)
        if list_:
            return print_list([stored], "out", outs(store), json, out)
        asked = asked._replace(encode=encode_of(rules.search, opened))
        written = append(opened, stored, asked.decide, quiet)
        if written is not None and written.kind == "evict" and not no_learned:
            from pane_cli.commands.decisions.learning import learn

            learn(opened, stored.view)
        return 0
    if list_:
        found = read_sessions(files, rules, agent, quiet)
        return print_list(found, "out", outs(None), json, out)
    meant = Meant(asked.decide, selection if isinstance(selection, str) else None)
    with output(out) as stream:
        filter_sessions(files, rules, stream, meant.decide, agent, quiet)
    meant.close()
    return 0


def _split(
    selection: str | None, files: list[Path] | None, is_selected: bool
) -> tuple[str | None, list[Path] | None]:
    """Selection and FILEs: where nothing is to be selected, the first is a FILE."""
    if selection is None or (not is_selected and is_selection(selection)):
        return selection, files
    first = Path(selection)
    if not is_selection(selection) and not first.exists() and selection != "-":
        raise PaneError(
            f"{selection}: no selection and no FILE",
            "a number of turns, all, t4, or entries such as '#12-40'",
        )
    if is_selection(selection) and not first.exists():
        return selection, files
    return None, [first, *(files or [])]


class _Asked(NamedTuple):
    request: Request
    dry_run: bool
    explain: bool
    store: Path | None
    encode: Encode | None

    def decide(self, session: Session) -> Decided:
        """The mark for one session, and what to say of it."""
        from pane_cli.commands.shared.stored import place_of

        request = self.request._replace(place=place_of(session.log, self.store))
        decision = decide(session.view, request, session.log.entry, self.encode)
        if self.explain:
            _explain(decision.items)
        if decision.mark is not None and self.dry_run:
            return Decided(None, f"would be: {decision.message}")
        return Decided(shown(decision.mark, session), decision.message)


def _explain(items: tuple[Item, ...]) -> None:
    for item in items:
        verdict = "out " if item.leaves else "stay"
        say(f"{verdict} {item.name:<18} {item.tokens:>8,} tokens  {item.why}")
