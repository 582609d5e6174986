"""Answers on their way out: text on a terminal or a pipe, JSON, lines for fzf."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from datetime import tzinfo
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pane_cli.commands.hits.asking import Reply
from pane_cli.commands.shared.terminal import output, say, wants_colour, write_text
from pane_cli.errors import PaneError
from pane_cli.recall import render

COLOURS = ("auto", "always", "never")


class Printing(NamedTuple):
    """Where answers go, and in what form."""

    zone: tzinfo
    form: str
    """text, json, ndjson or fzf."""
    limit: int
    """Hits a page."""
    many: bool
    """Many answers, each a JSON line."""
    out: Path | None
    quiet: bool
    colour: bool = False
    end: str = "\n"
    """Behind each name of `-l`."""

    def show(self, replies: Iterable[Reply]) -> int:
        """Print every answer; returns the exit status."""
        found = False
        with self._open() as stream:
            for reply in replies:
                found = found or _has_any(reply)
                self._write(stream, reply)
                stream.flush()
                self._say(reply)
        return 0 if found else 1

    def _open(self) -> AbstractContextManager[BinaryIO]:
        if self.form != "text" or self.many:
            return output(self.out)
        from pane_cli.commands.shared.pager import paged

        return paged(self.out)

    def _write(self, stream: BinaryIO, reply: Reply) -> None:
        if self.many or self.form == "ndjson":
            from pane_cli.session.lines import write_objects  # only lines pay for it

            answer = reply.answer
            write_objects(stream, [answer] if self.many else answer.hits)
            return
        for piece in self._pieces(reply):
            write_text(stream, piece)

    def _pieces(self, reply: Reply) -> Iterator[str]:
        answer, form = reply.answer, self.form
        if form == "json":
            yield render.as_json(answer)
        elif reply.form == "count":
            yield f"{answer.total}\n"
        elif reply.form == "sessions":
            yield from (f"{name}{self.end}" for name in answer.sessions)
        elif form == "fzf":
            yield from render.as_choices(answer, self.zone)
        elif reply.form == "file":
            yield from render.as_file(answer)
        elif reply.form == "whole":
            yield from render.as_whole(answer, self.zone, self.colour)
        else:
            yield from render.as_text(answer, self.zone, self.colour)

    def _say(self, reply: Reply) -> None:
        answer = reply.answer
        for remark in answer.remarks:
            say(remark, self.quiet)
        if self.form == "json" or self.many or reply.form != "hits":
            return
        for line in answer.why:
            say(line, self.quiet)
        say(render.summary(answer, self.limit), self.quiet)


def _has_any(reply: Reply) -> bool:
    """Whether something was found; of a page of hits, whether it holds any."""
    answer = reply.answer
    return answer.total > 0 and (reply.form != "hits" or bool(answer.hits))


def form_of(json: bool, ndjson: bool, fzf: bool) -> str:
    """The one form that was asked for."""
    asked = {"json": json, "ndjson": ndjson, "fzf": fzf}
    chosen = [name for name, is_on in asked.items() if is_on]
    if len(chosen) > 1:
        raise PaneError(" and ".join(f"--{name}" for name in chosen) + ": choose one")
    return chosen[0] if chosen else "text"


def is_coloured(colour: str, out: Path | None) -> bool:
    """Whether text is coloured; raises for a word that says neither."""
    if colour not in COLOURS:
        raise PaneError(f"--color {colour}: unknown", "one of: " + ", ".join(COLOURS))
    if colour == "always":
        return not os.environ.get("NO_COLOR")
    return colour == "auto" and out is None and wants_colour("stdout")
