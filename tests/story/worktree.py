"""The ferry repository in memory: what a story reads and edits."""

import difflib
import re
from dataclasses import dataclass, field
from pathlib import Path

SOURCES = Path(__file__).parent / "ferry"


@dataclass(frozen=True)
class Hunk:
    old_start: int
    old_lines: int
    new_start: int
    new_lines: int
    lines: tuple[str, ...]


@dataclass
class Tree:
    files: dict[str, str] = field(default_factory=dict)

    @classmethod
    def load(cls) -> "Tree":
        """Every file below ferry/; `.txt` hides them from linters and pytest."""
        return cls(
            {
                path.relative_to(SOURCES).as_posix().removesuffix(".txt"): (
                    path.read_text(encoding="utf-8")
                )
                for path in sorted(SOURCES.rglob("*.txt"))
            }
        )

    def edit(self, path: str, old: str, new: str, times: int = 1) -> str:
        """Replace `old`, which must stand there once. Returns what was before."""
        before = self.files[path]
        if before.count(old) != times:
            raise ValueError(f"{path}: {before.count(old)} times {old!r}")
        self.files[path] = before.replace(old, new)
        return before

    def numbered(self, path: str, mark: str = "→") -> str:
        lines = self.files[path].split("\n")
        return "\n".join(f"{n:>6}{mark}{line}" for n, line in enumerate(lines, 1))

    def grep(self, pattern: str, under: str = "", glob: str = "") -> list[str]:
        found = []
        for path, text in sorted(self.files.items()):
            if path.startswith(under) and path.endswith(glob):
                for n, line in enumerate(text.splitlines(), 1):
                    if re.search(pattern, line):
                        found.append(f"{path}:{n}:{line}")
        return found


def hunks(before: str, after: str) -> list[Hunk]:
    """The difference as a unified diff cuts it, with three lines of context."""
    old, new = before.splitlines(), after.splitlines()
    found = []
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for group in matcher.get_grouped_opcodes(3):
        lines: list[str] = []
        for kind, i1, i2, j1, j2 in group:
            if kind == "equal":
                lines += [" " + line for line in old[i1:i2]]
                continue
            lines += ["-" + line for line in old[i1:i2]]
            lines += ["+" + line for line in new[j1:j2]]
        first, last = group[0], group[-1]
        found.append(
            Hunk(
                first[1] + 1,
                last[2] - first[1],
                first[3] + 1,
                last[4] - first[3],
                tuple(lines),
            )
        )
    return found
