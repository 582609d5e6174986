"""The words of the rules, made ready to look up: entities with aliases, categories."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from fnmatch import fnmatch

from pane_cli.rules.topics import Named, Topics
from pane_cli.view.names import joined, named

#: Compiled where a command line may tell something.
_PARTS = r"&&|\|\||[;|\n]"
_LINE_CHARS = 300


class Lexicon:
    """What the rules know by name."""

    def __init__(self, rules: Topics, folder: str) -> None:
        self._folder = folder.rstrip("/") + "/"
        self._project = joined(folder.rstrip("/").rpartition("/")[2])
        """The name of the session's folder: everything in it is about that."""
        self._names: dict[str, str] = {}
        self.globs: list[tuple[str, str]] = []
        """Files that belong to an entity, and which."""
        for entity in rules.registry:
            self._register(entity.name.strip().lower(), entity)
        self._words: dict[str, list[str]] = {}
        self._commands: dict[str, list[tuple[str, str]]] = {}
        self._tools: list[tuple[str, str]] = []
        for name, category in rules.categories.items():
            for word in category.words:
                self._words.setdefault(word.lower(), []).append(name)
            for command in category.commands:
                first = command.split(" ", 1)[0]
                self._commands.setdefault(first, []).append((command + " ", name))
            self._tools += [(glob, name) for glob in category.tools]

    def _register(self, name: str, entity: Named) -> None:
        for alias in (entity.name, *entity.aliases):
            if "*" in alias:
                self.globs.append((alias, name))
                continue
            for form in (alias.strip().lower(), joined(alias)):
                self._names.setdefault(form, name)

    def known(self, name: str) -> str:
        """The registry's name for what is called `name`, else `name`."""
        return self._names.get(name, name)

    def all(self, found: Iterable[str]) -> list[str]:
        """The same for many names, the project's own left out."""
        known = self._names
        return [known.get(name, name) for name in found if name != self._project]

    def file(self, path: str) -> str | None:
        """What a file is called."""
        inside = path.removeprefix(self._folder)
        name = named(inside if "/" in inside else f"./{inside}")
        return self.known(name) if name else None

    def of_file(self, path: str) -> Iterator[str]:
        """Registered entities whose files it is one of."""
        inside = path.removeprefix(self._folder)
        return (name for glob, name in self.globs if fnmatch(inside, glob))

    def entities(self, phrases: Collection[str]) -> Iterator[str]:
        """Registered entities among words and phrases."""
        yield from (self._names[name] for name in self._names if name in phrases)

    def of_words(self, phrases: Collection[str]) -> Iterator[str]:
        """Categories that words and phrases tell, one for each word."""
        for word, names in self._words.items():
            if word in phrases:
                yield from names

    def of_command(self, line: str) -> Iterator[str]:
        """Categories that a command line tells."""
        line = line[:_LINE_CHARS]
        if self._commands.keys().isdisjoint(line.split()):
            return
        for part in re.split(_PARTS, line):
            words = part.split()
            while words and "=" in words[0]:
                words.pop(0)
            found = self._commands.get(words[0]) if words else None
            if found:
                said = " ".join(words) + " "
                yield from (name for begin, name in found if said.startswith(begin))

    def of_tool(self, tool: str) -> Iterator[str]:
        """Categories that a tool tells."""
        return (name for glob, name in self._tools if fnmatch(tool, glob))
