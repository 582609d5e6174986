"""`pane assemble` behind its command line: what was asked, in; a context, printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pane_cli.assemble.assemble import Assembled
from pane_cli.assemble.render import RENDERERS, Renderer
from pane_cli.commands.contexts.assembling import Limits, Wanted
from pane_cli.commands.shared.asked import Asked as Common
from pane_cli.commands.shared.degrading import within
from pane_cli.commands.shared.inputs import Session, latest
from pane_cli.commands.shared.reading import Reading
from pane_cli.commands.shared.rendering import redactor
from pane_cli.commands.shared.settings import rules_for
from pane_cli.commands.shared.terminal import output, say, write_text
from pane_cli.errors import PaneError
from pane_cli.rules.schema import Rules


class Asked(Common, frozen=True):
    """The command line: the parameters of `assemble`, by the same names."""

    budget: int | None = None
    max_chars: int | None = None
    query: str | None = None
    form: str = "markdown"
    mirror: Path | None = None
    harvest: Path | None = None
    deadline: float | None = None
    at: str | None = None
    no_learned: bool = False


def assembled(asked: Asked) -> int:
    """Print the context, or write its mirror; returns the exit status."""
    if asked.mirror is not None:
        _refuse_others(asked)
    learned = asked.no_learned
    rules = rules_for(asked.store, asked.rules_file, asked.settings, learned).rules
    renderer = _renderer(asked.form)
    sessions, chosen = _sessions(asked, rules)
    if asked.mirror is not None:
        from pane_cli.commands.contexts.mirroring import save_mirror

        return save_mirror(chosen, asked.mirror, asked.store, asked.quiet)
    clean = redactor(rules, asked.no_redact)
    limits = Limits(asked.budget, asked.max_chars, asked.query, renderer)
    is_stored = asked.session is not None and not asked.files
    wanted = Wanted(sessions, chosen, asked.store, is_stored, rules, clean, limits)
    made, routed = within(asked.deadline, wanted.at, wanted.is_crowded, asked.quiet)
    if asked.harvest is not None:
        _harvest(asked, asked.harvest, chosen, clean, made.text)
    if asked.explain:
        _explain(made, routed)
    with output(asked.out) as stream:
        write_text(stream, made.text)
    if made.unpointed:
        left = "no room for the pointers to what is out"
        say(f"{left}: {made.unpointed} has it", asked.quiet)
    return 0


def _refuse_others(asked: Asked) -> None:
    from pane_cli.commands.contexts.mirroring import alone

    others: dict[str, object] = {
        "--budget": asked.budget,
        "--max-chars": asked.max_chars,
        "--query": asked.query,
        f"--as {asked.form}": asked.form != "markdown",
        "--explain": asked.explain,
        "--no-redact": asked.no_redact,
        "--output": asked.out,
        "--harvest": asked.harvest,
    }
    alone("--mirror", others, "it writes all that is in context, whole")


def _renderer(form: str) -> Renderer:
    renderer = RENDERERS.get(form)
    if renderer is None:
        raise PaneError(f"--as {form}: no such form", "forms: " + ", ".join(RENDERERS))
    return renderer


def _sessions(asked: Asked, rules: Rules) -> tuple[list[Session], Session]:
    """Those at hand, and the one of them that is assembled."""
    reading = Reading.of(asked, asked.at, rules)
    sessions, meant = reading.at_hand()
    return sessions, latest(meant)


def _harvest(
    asked: Asked, path: Path, chosen: Session, clean: Callable[[str], str], text: str
) -> None:
    from pane_cli.commands.contexts.harvesting import Told, harvest
    from pane_cli.commands.shared.clock import stamp
    from pane_cli.commands.shared.rendering import cleaned

    query = None if asked.query is None else clean(asked.query)
    told = Told(chosen.view, cleaned(chosen.log.entry, clean), query, text)
    harvest(path, told, stamp(asked.now))


def _explain(made: Assembled, routed: str) -> None:
    from pane_cli.assemble.explain import reasons

    if routed:
        say(routed)
    for reason in reasons(made.context, made.layout):
        mark = f"#{reason.n}"
        say(f"{mark:<7}{reason.form:<16}{reason.chars:>6} chars  {reason.why}")
