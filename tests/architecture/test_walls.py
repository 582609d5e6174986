"""The walls of the house: what each room imports, and which may touch the world.

The tables below are the architecture. A room may import the rooms below it, and only
those; the pure ones get the clock, rules and text as arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from running import ROOT

PACKAGE = "pane_cli"

#: From top to bottom; rooms of one floor do not import each other.
FLOORS = (
    ("start",),
    ("app",),
    ("commands",),
    ("agents",),
    ("report",),
    ("evaluate",),
    ("assemble",),
    ("summarize", "evict", "recall", "check"),
    ("store",),
    ("view",),
    ("search",),
    ("transcripts",),
    ("text",),
    ("rules",),
    ("session",),
)
#: Imported by every floor.
GROUND = {"errors", "endings"}

#: A library, and the only places that import it: rooms or single files.
WALLS = {
    "typer": ("app.py", "commands/"),
    "yaml": ("rules/load.py",),
    "whoosh": ("search/index.py",),
    "tantivy": (
        "search/tantivied.py",
        "search/tantivy_index.py",
        "search/tantivy_queries.py",
    ),
    "watchfiles": ("commands/intake/following.py",),
    "numpy": ("search/encoder_static.py", "search/encoder_onnx.py"),
    "tokenizers": ("search/encoder_static.py", "search/encoder_onnx.py"),
    "onnxruntime": ("search/encoder_onnx.py",),
    "safetensors": ("search/encoder_static.py",),
    "jsonlines": ("session/lines.py",),
}

#: These compute: the same arguments give the same result, on any machine, at any time.
PURE = (
    "agents",
    "report",
    "evaluate",
    "assemble",
    "summarize",
    "evict",
    "recall",
    "check",
    "view",
)
WORLD = {
    "asyncio",
    "datetime.datetime.now",
    "fcntl",
    "fileinput",
    "getpass",
    "glob",
    "http",
    "importlib.metadata",
    "importlib.resources",
    "io.open",
    "logging",
    "mmap",
    "multiprocessing",
    "os",
    "pane_cli.store",
    "pathlib.Path",
    "pathlib.PosixPath",
    "platform",
    "random",
    "secrets",
    "select",
    "shutil",
    "signal",
    "socket",
    "sqlite3",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "urllib.request",
    "uuid",
}
#: Built-in functions that reach outside, and methods that do under any name.
REACHES = {"open", "input", "print", "breakpoint", "exec", "eval"}
METHODS = {
    "now",
    "utcnow",
    "today",
    "read_text",
    "read_bytes",
    "write_text",
    "write_bytes",
}


class Import(NamedTuple):
    """One imported name and where."""

    name: str
    line: int


class File(NamedTuple):
    """A source file: its path inside the package, and what it says."""

    path: str
    tree: ast.Module

    @property
    def room(self) -> str:
        return self.path.partition("/")[0].removesuffix(".py")


def files() -> list[File]:
    base = ROOT / PACKAGE
    return [_file(path, base) for path in sorted(base.rglob("*.py"))]


def _file(path: Path, base: Path) -> File:
    source = path.read_text(encoding="utf-8")
    return File(path.relative_to(base).as_posix(), ast.parse(source, str(path)))


FILES = files()


def test_rooms_import_only_rooms_below() -> None:
    floors = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
    wrong = [
        f"{file.path}:{line} imports {name}"
        for file in FILES
        for name, line in imports(file)
        for room in _rooms(name)
        if room not in {file.room, *GROUND}
        and floors[room] <= floors.get(file.room, len(FLOORS))
    ]
    assert not wrong, _listed(wrong)


def test_every_file_is_in_a_room() -> None:
    rooms = {room for floor in FLOORS for room in floor} | GROUND | {"__init__"}
    astray = [file.path for file in FILES if file.room not in rooms]
    assert not astray, _listed(astray)


def test_a_library_is_imported_where_it_lives() -> None:
    wrong = [
        f"{file.path}:{line} imports {name}, which belongs to {', '.join(places)}"
        for file in FILES
        for name, line in imports(file)
        for library, places in WALLS.items()
        if _within(name, library) and not file.path.startswith(places)
    ]
    assert not wrong, _listed(wrong)


def test_pure_rooms_do_not_touch_the_world() -> None:
    pure = [file for file in FILES if file.room in PURE]
    touched = [
        f"{file.path}:{line} imports {name}"
        for file in pure
        for name, line in imports(file)
        if any(_within(name, world) for world in WORLD)
    ]
    reached = [
        f"{file.path}:{line} calls {name}()"
        for file in pure
        for name, line in _reaches(file)
    ]
    assert not touched + reached, _listed(touched + reached)


def test_the_walls_stand_where_the_files_are() -> None:
    """A row for a file or room that no longer exists guards nothing."""
    known = {file.path for file in FILES} | {f"{file.room}/" for file in FILES}
    missing = {place for places in WALLS.values() for place in places} - known
    assert not missing, _listed(sorted(missing))


def imports(file: File) -> list[Import]:
    """Every import, also inside functions; `from a import b` is `a.b`."""
    return list(_imports(file.tree))


def _imports(tree: ast.Module) -> Iterator[Import]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are absolute here"
            for alias in node.names:
                yield Import(f"{node.module}.{alias.name}", node.lineno)


def _rooms(name: str) -> list[str]:
    """The room of an imported name of ours, else nothing."""
    package, *rest = name.split(".")
    rooms = {room for floor in FLOORS for room in floor} | GROUND
    if package != PACKAGE or not rest:
        return []
    return [rest[0]] if rest[0] in rooms else []


def _within(name: str, module: str) -> bool:
    return name == module or name.startswith(f"{module}.")


def _reaches(file: File) -> Iterator[Import]:
    for node in ast.walk(file.tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if isinstance(called, ast.Name) and called.id in REACHES:
            yield Import(called.id, node.lineno)
        if isinstance(called, ast.Attribute) and called.attr in METHODS:
            yield Import(ast.unparse(called), node.lineno)


def _listed(wrong: list[str]) -> str:
    return "\n" + "\n".join(wrong)
