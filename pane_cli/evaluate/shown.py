"""What a context shows: a text, ready to be asked whether it holds a thing."""

from __future__ import annotations

import re

from pane_cli.assemble.lines import pieces
from pane_cli.assemble.things import sort_of, things
from pane_cli.evaluate.need import COMPANY, Company, words
from pane_cli.text.shell import without_folder, without_redirections

#: Characters around a thing in which its company must stand.
_AROUND = 80
#: Of an error line that must stand in the context.
_ERROR_CHARS = 60
_NOWHERE = re.compile(r"\s*(?:\d?>&\d|\d?>+\s*/dev/null|<\s*/dev/null)")
_TRIMMED = re.compile(r"\s*\|\s*(?:head|tail)\b[^|;&]*$")
_DIGITS = re.compile(r"\d+")


class Shown:
    """A context as a set of things and their lines."""

    def __init__(self, text: str, folder: str = "") -> None:
        # Arguments that are printed as JSON are read as what they say.
        text = text.replace('\\"', '"').replace("\\n", "\n")
        self._text = plain(text)
        self._errors = _DIGITS.sub("#", " ".join(text.split()))
        self._lines = pieces(text)
        self._typed = " ".join(
            " ".join(without_redirections(line).split()) for line in self._lines
        )
        self._places: dict[str, list[int]] = {}
        for number, line in enumerate(self._lines):
            for thing in things(line, folder):
                self._places.setdefault(thing, []).append(number)
        paths = [thing for thing in self._places if sort_of(thing) == "path"]
        self._ends = {_end(path) for path in paths}
        self._files = {path.rpartition("/")[2] for path in paths}

    def says(self, text: str) -> bool:
        """Whether the plain `text` stands in it, word for word."""
        return text in self._text

    def shows(self, thing: str) -> bool:
        """Whether the thing stands in it, be it alone."""
        if thing[0] == "$":
            return thing[1:] in self._typed
        if thing[0] == "!":
            return thing[1 : 1 + _ERROR_CHARS] in self._errors
        if thing in self._places or thing in self._files:
            return True
        if sort_of(thing) != "path":
            return False
        folder, _, name = thing.rpartition("/")
        return _end(thing) in self._ends or (name in self._places and self.says(folder))

    def holds(self, thing: str, company: Company) -> bool:
        """As `shows`; a name or number only beside words that it stood beside before.

        One that never had company needs none.
        """
        if thing not in company:
            return self.shows(thing)
        for number in self._places.get(thing, ()):
            found = words(_around(self._lines[number], thing))
            if any(len(found & others) >= COMPANY for others in company[thing]):
                return True
        return False


def plain(text: str) -> str:
    """Text with single spaces, without redirections to nowhere."""
    return " ".join(_NOWHERE.sub(" ", text).split())


def plain_command(line: str) -> str:
    """A command line without the `cd` before it and the trimming of its output.

    >>> plain_command("cd /repo && pytest -q 2>&1 | tail -5")
    'pytest -q'
    """
    return plain(_TRIMMED.sub("", _NOWHERE.sub(" ", without_folder(line))))


def _end(path: str) -> str:
    return "/".join(path.split("/")[-2:])


def _around(line: str, thing: str) -> str:
    at = line.find(thing)
    return line[max(0, at - _AROUND) : at + len(thing) + _AROUND]
