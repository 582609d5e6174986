"""Mirrors: `assemble --mirror` writes one, `evict --from-mirror` follows its edits."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from pane_cli.assemble.layout import render_entry
from pane_cli.commands.contexts.mirror_files import load, save
from pane_cli.commands.decisions.forming import shown
from pane_cli.commands.shared.inputs import Decided, Session, filter_sessions
from pane_cli.commands.shared.rendering import cleaned, redactor
from pane_cli.commands.shared.stored import append, named_alone, recall_command
from pane_cli.commands.shared.terminal import output, say
from pane_cli.errors import PaneError
from pane_cli.evict.blocks import Words, blocks
from pane_cli.evict.decide import Request
from pane_cli.evict.edits import Edit, is_of
from pane_cli.evict.mirror import Mirror, State, session_word, write
from pane_cli.evict.mirrored import mirrored
from pane_cli.rules.schema import Rules


def alone(option: str, others: Mapping[str, object], why: str) -> None:
    """Raise where `option` comes with others that it excludes."""
    given = [name for name, value in others.items() if value]
    if given:
        raise PaneError(f"{option} and {' '.join(given)} exclude each other", why)


def save_mirror(session: Session, path: Path, store: Path | None, quiet: bool) -> int:
    """Write all that is in context of a session to `path`, a block a turn."""
    view = session.view
    state = State(session_word(view.header.id), view.last, view.decisions.last)
    found = blocks(view, state.last, _words(session, store))
    how = " ".join(_command(session, store, "FILE").split()).replace("-->", "-- >")
    save(path, write(state, found, how))
    file = "FILE" if str(path) == "-" else shlex.quote(str(path))
    say(
        f"{session.log.name}: {view.tokens_in:,} tokens in {len(found)} blocks;"
        f" edit them, then: {_command(session, store, file)}",
        quiet,
    )
    return 0


class Edited:
    """An edited mirror against the sessions that come in."""

    def __init__(
        self,
        request: Request,
        list_: bool,
        store: Path | None,
        dry_run: bool = False,
        explain: bool = False,
        quiet: bool = False,
    ) -> None:
        others = {
            str(request.selection): request.selection,
            f"--to {request.to}": request.to,
            "--restore": request.restore,
            "--undo": request.undo,
            "--expired": request.expired,
            "--list": list_,
        }
        alone("--from-mirror", others, "the file says what leaves")
        self.store, self.quiet = store, quiet
        self._request, self._dry_run, self._explain = request, dry_run, explain
        self._others: list[str] = []
        self._is_found = False

    def decide(self, mirror: Mirror, session: Session) -> Decided:
        """The mark for the mirror's session; other sessions pass."""
        if not is_of(session.view, mirror):
            self._others.append(session.log.name)
            return Decided(None, f"not the session of {mirror.name}")
        self._is_found = True
        by, note, ts = self._request.by, self._request.note, self._request.ts
        words = _words(session, self.store)
        done = mirrored(session.view, mirror, words, by, note, ts)
        for line in done.notes:
            say(line, self.quiet)
        for edit in done.edits if self._explain else ():
            _explain(session, edit)
        if done.mark is None or not self._dry_run:
            return Decided(shown(done.mark, session), done.message)
        return Decided(None, f"would be: {done.message}")

    def check(self, mirror: Mirror) -> None:
        """Raise where the mirror's session did not come."""
        if not self._is_found:
            names = ", ".join(self._others[:8])
            raise PaneError(
                f"{mirror.name} is a mirror of {mirror.state.session}, not of {names}",
                f"pane evict -s {mirror.state.session} --from-mirror {mirror.name}",
            )


def follow(
    edited: Edited,
    path: Path,
    files: list[Path] | None,
    session: str | None,
    rules: Rules,
    agent: str | None,
    out: Path | None,
) -> int:
    """Turn the edits in `path` into a mark of the stored session, or as a filter."""
    mirror = load(path, session, files)
    decide = partial(edited.decide, mirror)
    if session is not None:
        store, stored = named_alone(edited.store, session, rules, files)
        append(store, stored, decide, edited.quiet)
        edited.check(mirror)
        return 0
    with output(out) as stream:
        filter_sessions(files, rules, stream, decide, agent, edited.quiet)
        edited.check(mirror)
    return 0


def _explain(session: Session, edit: Edit) -> None:
    view = session.view
    tokens = sum(view.row(n).tokens for n in edit.block.entries if view.is_context(n))
    say(f"{edit.what:<9} {edit.block.name:<18} {tokens:>8,} tokens")


def _words(session: Session, store: Path | None) -> Words:
    log, clean = session.log, redactor(session.view.rules)
    fetch = cleaned(log.entry, clean)
    return Words(
        lambda n: render_entry(fetch(n), clean),
        lambda n: fetch(n).text,
        clean,
        recall_command(log, store),
    )


def _command(session: Session, store: Path | None, file: str) -> str:
    """What turns the edits into marks where the session came from."""
    log = session.log
    if not log.stored:
        source = shlex.quote(log.source) if log.source else "< SESSION"
        return f"pane evict --from-mirror {file} {source}"
    place = f" --store {shlex.quote(str(store))}" if store else ""
    return f"pane evict -s {shlex.quote(log.name)} --from-mirror {file}{place}"
