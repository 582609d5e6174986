"""What a turn says of itself while it goes on: the names in it, and what it was given.

Read are the request, the calls and a `turn.json` block; never a tool's output, which is
about everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from pane_cli.session.types import Entry
from pane_cli.view import names
from pane_cli.view.command_lines import command_line
from pane_cli.view.lexicon import Lexicon
from pane_cli.view.work import PATCH, WRITES

#: What a name weighs by where it stands: the user's words say what a turn is about.
_REGISTERED, _ASKED, _WRITTEN = 4.0, 3.0, 2.0
_READ = _PROSE = _BRANCH = 1.0
_RUN = 0.5
_AGAIN = 0.25
"""Added where a file is written once more, or named in one more command."""
_LEAST = 1.0
"""What weighs less was named in passing."""
_REPLIED = 60
"""Names of the agent's last words that are kept."""
_KEPT = 12
"""Names of a turn that are kept: the rest is named in passing."""
#: Arguments under which tools are told what to look for.
_SEARCHES = ("pattern", "query", "url")
_SEARCH_CHARS = 200
_WORD, _TOOL, _COMMAND = 4, 4, 1
_CATEGORIES = 2


class Saying(msgspec.Struct):
    """One turn so far."""

    turn: int = -1
    answered: bool = False
    writes: bool = False
    spoken: dict[str, float] = {}
    """Names in the request, to what they weigh."""
    touched: dict[str, float] = {}
    """Names in the calls, to what they weigh."""
    asked: dict[str, int] = {}
    """Categories by what the request says, and the tools."""
    ran: dict[str, int] = {}
    """Categories by the commands that ran."""
    refers: dict[int, int] = {}
    """Topics that the request names: how many of their names."""
    entities: list[str] | None = None
    """As metadata gives them; None: it does not."""
    categories: list[str] | None = None
    summary: int = 0
    """The entry whose metadata sums up the thread before; 0: none."""
    replied: list[str] = []
    """Names in the agent's last words: what the next request may take up."""
    files: dict[str, int] = {}
    """Files that calls name, and in how many of them."""
    tools: dict[str, int] = {}
    """Tools that were called, and how often."""

    def request(self, text: str, lexicon: Lexicon, index: dict[str, list[int]]) -> None:
        """Take the user's words in; `index`: names to topics."""
        phrases = names.phrases(names.words(text))
        found = {
            name: _PROSE if names.is_prose(text, name) else _ASKED
            for name in lexicon.all(names.in_text(text))
        }
        found.update(dict.fromkeys(lexicon.entities(phrases), _REGISTERED))
        for name, weight in found.items():
            self.spoken[name] = max(weight, self.spoken.get(name, 0.0))
        for category in lexicon.of_words(phrases):
            self.asked[category] = self.asked.get(category, 0) + _WORD
        for name in sorted(index.keys() & phrases.union(found)):
            for topic in index[name]:
                self.refers[topic] = self.refers.get(topic, 0) + 1

    def call(self, entry: Entry, lexicon: Lexicon) -> None:
        """Take a call in."""
        self.answered = True
        tool, line = entry.tool or "", command_line(entry.args)
        writes = not WRITES.isdisjoint(entry.args or ()) or PATCH in line
        self.writes = self.writes or writes
        self.tools[tool] = self.tools.get(tool, 0) + 1
        if self.tools[tool] == 1:
            for category in lexicon.of_tool(tool):
                self.asked[category] = self.asked.get(category, 0) + _TOOL
        for path in entry.files:
            self.files[path] = self.files.get(path, 0) + 1
            name = lexicon.file(path)
            if name:
                self._weigh({name: _WRITTEN if writes else _READ})
            if lexicon.globs:
                self._weigh(dict.fromkeys(lexicon.of_file(path), _WRITTEN))
        if line:
            self._command(line, lexicon)
        elif not entry.files:
            self._weigh(dict.fromkeys(_looked_for(entry, lexicon), _RUN))

    def _command(self, line: str, lexicon: Lexicon) -> None:
        for category in lexicon.of_command(line):
            self.ran[category] = self.ran.get(category, 0) + _COMMAND
        found = dict.fromkeys(lexicon.all(names.in_command(line)), _RUN)
        branch = names.branch(line)
        if branch:
            found[lexicon.known(branch)] = _BRANCH
        self._weigh(found)

    def reply(self, entry: Entry, lexicon: Lexicon) -> None:
        """Take the agent's words in: the metadata that ends them, if it is there."""
        self.answered = True
        if "turn.json" not in entry.text:
            return
        from pane_cli.view.metadata import own_metadata  # most agents give none

        given = own_metadata(entry.text)
        if given is None or any(p.startswith("json:") for p in given.problems):
            return
        bad = {problem.partition(":")[0] for problem in given.problems}
        if given.entities or "entities" not in bad:
            self.entities = _unique(lexicon.known(n.lower()) for n in given.entities)
        if given.categories or "categories" not in bad:
            self.categories = _unique(name.lower() for name in given.categories)
        if given.summary:
            self.summary = entry.n

    def last_words(self, text: str, lexicon: Lexicon) -> None:
        """Take the names in the agent's last words."""
        self.replied = list(dict.fromkeys(lexicon.all(names.in_text(text))))
        del self.replied[_REPLIED:]

    def _weigh(self, found: dict[str, float]) -> None:
        """Take names of a call in."""
        for name, weight in found.items():
            before = self.touched.get(name, 0.0)
            more = _AGAIN if before and weight in (_WRITTEN, _RUN) else 0.0
            self.touched[name] = max(before, weight) + more

    def weighed(self, counts: dict[str, int], turns: int) -> dict[str, float]:
        """The heaviest names, a name that many of the `turns` have worth half."""
        whole = dict(self.touched)
        for name, weight in self.spoken.items():
            whole[name] = weight + whole.get(name, 0.0)
        made = {
            name: weight * (1 - counts.get(name, 0) / max(turns, 1) / 2)
            for name, weight in whole.items()
            if weight >= _LEAST
        }
        kept = sorted(made, key=lambda name: -made[name])[:_KEPT]
        return {name: made[name] for name in kept}

    def kinds(self) -> list[str]:
        """The categories that are told best.

        What a turn runs after it wrote files is how it checks them, not what it is
        about.
        """
        told = self.asked or ({} if self.writes else self.ran)
        best = max(told.values(), default=0)
        if not self.tools and best < 2 * _WORD:
            return []  # one word in a talk is no work
        found = [name for name in told if told[name] * 2 > best]
        return sorted(found, key=lambda name: -told[name])[:_CATEGORIES]


def _looked_for(entry: Entry, lexicon: Lexicon) -> Iterator[str]:
    """What a search is told to look for."""
    for key in _SEARCHES:
        value = (entry.args or {}).get(key)
        if isinstance(value, str):
            yield from lexicon.all(names.in_text(value[:_SEARCH_CHARS]))


def _unique(found: Iterable[str]) -> list[str]:
    return sorted(set(found))


def users_words(request: str, host_text: Iterable[str]) -> str:
    """The user's words in a request; `host_text`: what hosts write before them."""
    for pattern in host_text:
        before = re.match(pattern, request)
        request = request[before.end() :] if before else request
    return request.strip()
