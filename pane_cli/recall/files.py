"""`ID#120:src/auth.ts` as an answer: the file, or what comes nearest to it."""

from __future__ import annotations

from typing import NamedTuple

from pane_cli.recall.addresses import FileAddress, resolve
from pane_cli.recall.hits import Shower
from pane_cli.recall.rebuild import Copy, file_at
from pane_cli.recall.results import VERSION, Answer
from pane_cli.recall.whole import whole_text
from pane_cli.search.corpus import Corpus, Shelf
from pane_cli.session.address import Address, format_range
from pane_cli.text.entries import Clean


class Files(NamedTuple):
    """Rebuilds files of one corpus."""

    corpus: Corpus
    shower: Shower
    redact: Clean

    def answer(self, place: FileAddress) -> Answer:
        """The file word for word; where that is not known, the nearest read of it."""
        session = resolve(Address(place.session, place.n, place.n), self.corpus).session
        log, shelf = self.corpus.log(session), self.corpus.shelves()[session]
        copy = file_at(log, place.n, place.path)
        if copy.text is not None:
            text = self.redact(copy.text)
            hit = self.shower.whole(session, log.entry(copy.last), text, "file")
            return Answer(VERSION, "", 1, (hit,), remarks=_doubts(copy, shelf))
        remark = f"{copy.path} at #{place.n} is not known word for word"
        if not copy.nearest:
            return Answer(VERSION, "", 0, (), remarks=(f"{remark}: nothing shows it",))
        entry = log.entry(copy.nearest)
        text = self.redact(whole_text(entry))
        hit = self.shower.whole(session, entry, text, "near")
        remark += f"; the nearest to it: {hit.command}"
        return Answer(VERSION, "", 0, (hit,), nearest=1, remarks=(remark,))


def _doubts(copy: Copy, shelf: Shelf) -> tuple[str, ...]:
    if not copy.doubts:
        return ()
    named = ", ".join(format_range(n, n) for n in copy.doubts[:5])
    last = shelf.command(format_range(copy.doubts[-1], copy.doubts[-1]))
    return (f"commands that may have changed it since: {named}; {last}",)
