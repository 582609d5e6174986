"""`pane` in a process of its own that is forked from here: real, and fast.

A fault is a function that the new process calls before the command runs. Nothing of it
is in the product: operations are seen through the interpreter's own profiling, sizes
are limited by the kernel.
"""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import pkgutil
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

from running import Outcome, environment

import pane_cli.commands

Fault = Callable[[], None]
#: What changes files, or decides when they are: one of these is where a process dies.
OPERATIONS = frozenset(
    (
        *("write", "flush", "fsync", "truncate", "open", "close", "mkdir"),
        *("replace", "rename", "unlink"),
        *("execute", "executemany", "executescript", "commit"),
    )
)
_MEMORY = 4 << 30
#: Loaded before forking: so each process is fast, and one that may read nothing works.
for _name in pkgutil.walk_packages(pane_cli.commands.__path__, "pane_cli.commands."):
    import_module(_name.name)
for _other in ("sqlite3", "zstandard", "whoosh.index", "pane_cli.search.index", "yaml"):
    import_module(_other)


def pane(
    home: Path, *words: str, fault: Fault | None = None, stdin: bytes = b"", **more: str
) -> Outcome:
    """Run a command line in `home`; a killed process has a negative status."""
    # Pipes: a limit on the size of files is not one on what a command says.
    out, err, given = os.pipe(), os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        for end in (out[0], err[0], given[1]):
            os.close(end)
        _become(home, words, (given[0], out[1], err[1]), more)
        _run(fault)
    for end in (out[1], err[1], given[0]):
        os.close(end)
    with ThreadPoolExecutor(3) as threads:
        _, said, printed = threads.map(
            _pass, (given[1], err[0], out[0]), (stdin, b"", b"")
        )
    _, status = os.waitpid(child, 0)
    return Outcome(os.waitstatus_to_exitcode(status), printed, said)


def _pass(end: int, body: bytes) -> bytes:
    """Write `body` to a pipe, or where there is none read all that comes of it."""
    is_input = fcntl.fcntl(end, fcntl.F_GETFL) & os.O_ACCMODE == os.O_WRONLY
    with open(end, "wb" if is_input else "rb") as stream:
        if not is_input:
            return stream.read()
        with contextlib.suppress(BrokenPipeError):
            stream.write(body)
    return b""


def _become(
    home: Path, words: tuple[str, ...], files: tuple[int, ...], more: dict[str, str]
) -> None:
    # What asks for more has lost its way: it must not take the machine with it.
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    os.chdir(home)
    os.environ.clear()
    os.environ.update(environment(home, **more))
    for number, file in enumerate(files):
        os.dup2(file, number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.argv = ["pane", *words]


def _run(fault: Fault | None) -> None:
    """Never returns: the process is the command's."""
    status = 70
    try:
        from pane_cli.start import _run as command

        if fault is not None:
            fault()
        status = command(sys.argv[1:])
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else 1
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        sys.setprofile(None)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                status = status or 71
        os._exit(status)


def killed_at(operation: int) -> Fault:
    """Dies, as by `kill -9`, before its `operation`-th change of a file (from 1)."""
    return lambda: _watch(lambda count: count == operation and _die())


def stopped_at(operation: int, number: int) -> Fault:
    """Gets the signal `number` before its `operation`-th change of a file (from 1)."""
    return lambda: _watch(
        lambda count: count == operation and os.kill(os.getpid(), number)
    )


def counted(into: Path) -> Fault:
    """None; one byte of `into` for every change of a file says how many there were."""

    def fault() -> None:
        descriptor = os.open(into, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
        _watch(lambda count: os.pwrite(descriptor, b".", count - 1))

    return fault


def torn_at(size: int) -> Fault:
    """Dies in the middle of a write, where a file would grow beyond `size` bytes."""

    def fault() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return fault


def disk_full_at(size: int) -> Fault:
    """Writes fail where a file would grow beyond `size` bytes."""

    def fault() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return fault


def _watch(seen: Callable[[int], Any]) -> None:
    count = 0

    def look(frame: Any, event: str, called: Any) -> None:
        nonlocal count
        if event == "c_call" and called.__name__ in OPERATIONS and _is_file(called):
            count += 1
            seen(count)

    sys.setprofile(look)


def _is_file(called: Any) -> bool:
    owner = called.__self__
    if getattr(owner, "__name__", "") in ("posix", "io", "_io"):
        return True
    return type(owner).__module__ == "sqlite3" or isinstance(owner, io.IOBase)


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
