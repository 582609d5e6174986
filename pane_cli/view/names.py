"""Names in what was said and done: what a turn without metadata is about.

    "why does AgentSession in core/agent-session.ts reload `theme`?"
    -> agent-session, agent-session, theme

One thing has one name, however it is written: the class, its file and the file of its
tests. A file whose stem is one plain word keeps its ending (`main.ts`), so that the
word alone does not name it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pane_cli.text.shell import without_folder

#: A link, a path, or a word with a joint or a hump in it: plain words are no names.
_COMPOUND = re.compile(
    r"https?://[^\s\"'<>()\[\]]+"
    r"|(?<![\w-])[\w@~]*(?:[a-z0-9][A-Z]|[_./]\w|\w-\w)[\w@~./:-]*"
)
_QUOTED = re.compile(r"`([^`\n]{2,40})`|(?<![{,:])[\"“]([^\"“”\n]{2,40})[\"”](?!:)")
_MARKS = ("`", '"', "“")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_JOINT = re.compile(r"[\s_./:@~()\[\]{}<>-]+")
_WORD = re.compile(r"(?<![\w/.~@-])[^\W_][\w+#]*(?:-\w+)*(?![\w/-]|\.\w)")
_ENDING = re.compile(r"\.[A-Za-z]\w{0,4}$")
#: These three are compiled where they may match at all.
_TEST = r"(?i:^tests?[-_.]|[-_.](?:tests?|specs?)$)"
_CHANGES = ("git checkout", "git switch", "git worktree")
_BRANCH = r"\bgit (?:checkout|switch|worktree add)\b[^;&|\n]*"
#: Letters and digits in turn: an id or a key.
_RANDOM = r"(?=\w{8})(?:(?:[A-Za-z]+\d+){2}[A-Za-z]|(?:\d+[A-Za-z]+){2})"
#: Stems that say nothing without their folder.
_COMMON = frozenset(
    (
        *("index", "main", "mod", "lib", "init", "__init__", "app", "types", "utils"),
        *("util", "constants", "readme", "config", "package", "page", "route"),
        *("layout", "test", "tests", "setup", "conftest"),
    )
)
#: Hyphened words of prose, and what is on every command line.
_NO_NAMES = frozenset(
    (
        *("and-or", "up-to-date", "follow-up", "read-only", "one-line", "so-called"),
        *("built-in", "end-to-end", "step-by-step", "well-known", "self-contained"),
        *("real-world", "non-empty", "dev-null", "usr-bin", "node-modules"),
        *("apply-patch", "value-error", "type-error", "key-error", "index-error"),
        *("attribute-error", "runtime-error", "import-error"),
    )
)
#: What a word of prose has on neither side.
_PATHS = frozenset('/`_@#"')
_IN_NAMES = str.maketrans("", "", "-.+#_")
_LINK_PARTS = 4
"""Slashes of a link that leads somewhere."""
_STEM = 2
_LEAST, _MOST = 3, 40
"""Characters of a name; what is longer is data, or a secret."""
_PROSE_CHARS = 4_000
"""Of a request: what is pasted behind it is rarely what it is about."""
_LINE_CHARS = 300


def in_text(text: str) -> list[str]:
    """Files, symbols and quoted names in what somebody says."""
    text = prose(text)
    found = [named(token) for token in _COMPOUND.findall(text)]
    is_quoting = any(mark in text for mark in _MARKS)
    quotes = _QUOTED.findall(text) if is_quoting else ()
    for code, quoted in quotes:
        words = (code or quoted).split()
        if len(words) <= 2 and not _has_stop_word(words):
            found.append(named(" ".join(words), is_quoted=True))
    return [name for name in found if name]


def _has_stop_word(words: list[str]) -> bool:
    from pane_cli.text.stopwords import STOP_WORDS  # where something is quoted

    return not STOP_WORDS.isdisjoint(words)


def in_command(line: str) -> list[str]:
    """Files and compound names on the first line of a command."""
    line = without_folder(line.split("\n", 1)[0])[:_LINE_CHARS]
    found = [named(token) for token in _COMPOUND.findall(line)]
    return [name for name in found if name]


def is_prose(text: str, name: str) -> bool:
    """Whether a name stands in a text as a word with hyphens does: signed-in."""
    if not name.replace("-", "").isalpha() or name not in text:
        return False
    before, _, after = text.partition(name)
    is_apart = before[-1:] not in _PATHS and after[:1] not in _PATHS
    return is_apart and not (after[:1] == "." and after[1:2].isalpha())


def branch(line: str) -> str | None:
    """The branch that a command changes to."""
    if not any(begin in line for begin in _CHANGES):
        return None
    match = re.search(_BRANCH, line[:_LINE_CHARS])
    words = match.group().split() if match else []
    last = words[-1].strip("\"'") if len(words) > 2 else ""
    is_file = "--" in words or last[:1] in ("-", ".", "")
    return None if is_file else joined(last)


def words(text: str) -> list[str]:
    """The words of a request, in lower case; `c++` and `auth-session` are words."""
    return _WORD.findall(prose(text).lower())


def prose(text: str) -> str:
    """The beginning of a text, its long lines cut: those are data."""
    text = text[:_PROSE_CHARS]
    if len(text) <= _LINE_CHARS:
        return text
    return "\n".join(line[:_LINE_CHARS] for line in text.split("\n"))


def phrases(found: list[str]) -> set[str]:
    """Words, and neighbours of up to three, with spaces and with hyphens."""
    made = set(found)
    for size in (2, 3):
        for start in range(len(found) - size + 1):
            part = found[start : start + size]
            made.add(" ".join(part))
            made.add("-".join(part))
    return made


@lru_cache(1 << 14)  # the same files and symbols come again and again
def named(token: str, is_quoted: bool = False) -> str | None:
    """The name that a token stands for; None: it is a plain word, or no name."""
    token = token.rstrip(".:/-~@")
    if "://" in token:
        token = token.partition("?")[0].partition("#")[0]
        if token.count("/") < _LINK_PARTS:
            return None  # a host alone
    if _is_path(token):
        name: str | None = of_path(token)
    else:
        # Of `repo.get_head` and `self.head` the last part is told by itself.
        split = token.replace(".", "/").replace(":", "/").split("/")
        parts = [part for part in split if part[:1].isalpha() and _is_compound(part)]
        whole = token.rpartition("/")[2]
        is_name = is_quoted or _is_compound(whole)
        name = joined(parts[-1] if parts else whole if is_name else "")
    if any(map(str.isdigit, token)) and re.search(_RANDOM, token):
        return None
    return name if name and _is_name(name) else None


def _is_compound(part: str) -> bool:
    return "_" in part.strip("_") or "-" in part.strip("-") or bool(_HUMP.search(part))


def _is_path(token: str) -> bool:
    """`a/b` may be prose; one that begins or ends as paths do, or is longer, is not."""
    if _ENDING.search(token):
        return True
    return "/" in token and (token[0] in "/~.@" or token.count("/") > 1)


def of_path(path: str) -> str:
    """What a file is called: `src/core/agent-session.ts` is agent-session."""
    parts = [part for part in path.rstrip("/").split("/") if part not in ("", ".", "~")]
    if not parts:
        return ""
    last = re.sub(r"(?::\d+)+$", "", parts[-1]) if ":" in parts[-1] else parts[-1]
    stem = _ENDING.sub("", last)
    ending = last[len(stem) :].lower()
    if stem.lower() in _COMMON and len(parts) > 1:
        stem = f"{parts[-2]}/{stem}"
    if len(stem) < _STEM:
        return ""
    if "test" in last.lower() or "spec" in last.lower():
        stem = re.sub(_TEST, "", stem) or stem
    name = joined(stem)
    return name if "-" in name else name + ending


def joined(name: str) -> str:
    """Lower case, the parts joined by hyphens: `AgentSession` is agent-session."""
    if not name.islower():
        name = _HUMP.sub("-", name).lower()
    return name if name.isalnum() else _JOINT.sub("-", name).strip("-")


def _is_name(name: str) -> bool:
    if not _LEAST <= len(name) <= _MOST or name in _NO_NAMES:
        return False
    if not name[0].isalpha() or not name.translate(_IN_NAMES).isalnum():
        return False
    return sum(map(str.isdigit, name)) * 3 <= len(name)
