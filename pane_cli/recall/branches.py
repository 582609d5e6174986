"""Only what is on the active branch of its session (`--scope branch`)."""

from __future__ import annotations

from pane_cli.search.corpus import Corpus
from pane_cli.search.documents import Document, session_of
from pane_cli.session.log import Log
from pane_cli.view.branch import Branch


class Branches:
    """Knows which documents of a corpus were left behind; sessions are read once."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._off: dict[int, set[int]] = {}

    def holds(self, document: Document) -> bool:
        """Whether a document is on the active branch of its session."""
        session = session_of(document.key)
        off = self._off.get(session)
        if off is None:
            off = self._off[session] = off_branch(self._corpus.log(session))
        return self._corpus.entry(document).n not in off


def off_branch(log: Log) -> set[int]:
    """Entries that were rewound, replaced or edited away, and side conversations."""
    branch = Branch()
    for entry in log.entries():
        branch.step(entry)
    for amend in log.amends:
        branch.amend(amend)
    return branch.off(log.header.agent, len(log))
