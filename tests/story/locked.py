"""Wednesday 4 March: the nightly job fails. Played by Pi, with a way back."""

from dataclasses import dataclass

from parts import Args, Call, Outcome, Turn, answer, block, dots, prose, say, think
from worktree import Tree

DAY = "2026-03-04"


@dataclass(frozen=True)
class Bash:
    """A command that the user typed after an exclamation mark."""

    at: str
    command: str
    output: str
    code: int = 0


@dataclass(frozen=True)
class Label:
    """A name for the newest entry."""

    at: str
    label: str


@dataclass(frozen=True)
class Back:
    """The user goes back to the entry that once got this label."""

    label: str


def read(path: str) -> Call:
    return Call("read", {"path": path}, lambda tree: Outcome(tree.files[path]))


def edit(path: str, old: str, new: str) -> Call:
    args: Args = {
        "path": path,
        "edits": [{"oldText": block(old), "newText": block(new)}],
    }

    def run(tree: Tree) -> Outcome:
        tree.edit(path, block(old), block(new))
        return Outcome(f"Successfully replaced 1 block(s) in {path}.")

    return Call("edit", args, run)


def bash(command: str, output: str, status: int = 0) -> Call:
    text = block(output)
    if status:
        text += f"\n\nCommand exited with code {status}"

    def run(_tree: Tree) -> Outcome:
        return Outcome(text, error=status != 0)

    return Call("bash", {"command": command}, run)


LOG = """
03:00:01 nightly: start
03:00:06 Traceback (most recent call last):
03:00:06   File "/app/ferry/nightly.py", line 16, in <module>
03:00:06     main()
03:00:06   File "/app/ferry/nightly.py", line 10, in main
03:00:06     print(f"purged {purge_expired(db)} refresh tokens")
03:00:06                     ^^^^^^^^^^^^^^^^^
03:00:06   File "/app/ferry/auth/refresh.py", line 66, in purge_expired
03:00:06     gone = db.execute(
03:00:06            ^^^^^^^^^^^
03:00:06 sqlite3.OperationalError: database is locked
"""

ORIGINAL = """
def main() -> None:
    db = connect(settings.database)
    print(f"purged {purge_expired(db)} refresh tokens")
    db.commit()
    db.execute("VACUUM")
"""

RETRY = """
def main() -> None:
    db = connect(settings.database)
    for attempt in range(10):
        try:
            print(f"purged {purge_expired(db)} refresh tokens")
            db.commit()
            break
        except sqlite3.OperationalError:
            time.sleep(2**attempt)
    db.execute("VACUUM")
"""

CAUSE = Turn(
    "05:58:30",
    prose("""
        The nightly job failed again: "database is locked", every night since Sunday.
        logs/nightly.log has it. What is holding the lock at three in the morning?
    """),
    (
        answer(
            think("""
                SQLite gives up after the timeout of connect(), five seconds by default;
                03:00:01 to 03:00:06 fits. So somebody keeps a write transaction open
                for longer than five seconds at three.
            """),
            bash("tail -12 logs/nightly.log", LOG),
            read("ferry/nightly.py"),
            read("ferry/db.py"),
        ),
        answer(
            bash(
                "grep ' 03:0' logs/jobs.log",
                """
                2026-03-04 03:00:00 timetable import: start, 1 transaction
                2026-03-04 03:00:41 timetable import: 30656 departures, commit
                """,
            ),
        ),
        answer(
            say("""
                The timetable import. It starts at 03:00:00 and keeps one write
                transaction open for 41 seconds. `nightly` starts a second later, waits
                the 5 seconds that `sqlite3.connect` waits by default, and fails with
                `sqlite3.OperationalError: database is locked`.

                `journal_mode` is not set in `ferry/db.py`, so it is `delete`: then a
                writer also blocks readers when it commits.
            """),
        ),
    ),
)

TRY_AGAIN = Turn(
    "06:09:12",
    "Then let the nightly job try again until it gets through.",
    (
        answer(
            edit("ferry/nightly.py", ORIGINAL, RETRY),
            edit(
                "ferry/nightly.py",
                '''
                """The nightly job: purge dead refresh tokens, then vacuum."""
                ''',
                '''
                """The nightly job: purge dead refresh tokens, then vacuum."""

                import sqlite3
                import time
                ''',
            ),
        ),
        answer(
            say("""
                `main` now tries up to ten times and doubles its pause. If all ten fail,
                it goes on to VACUUM without having purged, and says nothing. I'm not
                happy with that part.
            """),
        ),
    ),
)

WAL = Turn(
    "06:20:05",
    prose("""
        I took that back, a loop around a lock is not what I want. Set it up so that
        they don't get in each other's way: WAL, and one timeout for everybody, in the
        one place where we connect. The nightly job itself stays as it was.
    """),
    (
        answer(
            edit(
                "ferry/db.py",
                """
                    db = sqlite3.connect(path, check_same_thread=False)
                    db.row_factory = sqlite3.Row
                """,
                """
                    db = sqlite3.connect(path, timeout=60, check_same_thread=False)
                    db.row_factory = sqlite3.Row
                    db.execute("PRAGMA journal_mode = WAL")
                """,
            ),
            bash("python -m pytest", f"{dots(19)}\n19 passed in 0.66s"),
        ),
        answer(
            say("""
                Two lines changed in `ferry/db.py`: `timeout=60`, and `PRAGMA
                journal_mode = WAL` after it.

                - WAL: readers no longer wait for a writer. So kiosks can read while the
                  import commits.
                - WAL still allows only one writer at a time. It is the 60 seconds that
                  carry the nightly job over an import of 41.

                19 passed. `ferry/nightly.py` is as it was.
            """),
        ),
    ),
)

BACKUP = Turn(
    "06:41:30",
    prose("""
        The backup copies ferry.db with cp at four. Is that still right with WAL? Answer
        only, don't change it.
    """),
    (
        answer(
            bash(
                "cat deploy/backup.sh",
                """
                #!/bin/sh
                set -eu
                cp /data/ferry.db "/backup/ferry-$(date +%F).db"
                find /backup -name 'ferry-*.db' -mtime +30 -delete
                """,
            ),
        ),
        answer(
            say("""
                No. With WAL the newest transactions are in `ferry.db-wal` until a
                checkpoint; `cp` of ferry.db alone can miss them, and a copy taken
                during a checkpoint can be torn.

                Use `sqlite3 /data/ferry.db ".backup /backup/ferry-$(date +%F).db"`. It
                takes a consistent copy while others write. I have changed nothing.
            """),
        ),
    ),
)

STORY: list[Turn | Bash | Label | Back] = [
    CAUSE,
    Label("06:08:40", "cause-found"),
    TRY_AGAIN,
    Back("cause-found"),
    WAL,
    Bash("06:33:48", "sqlite3 ferry.db 'PRAGMA journal_mode'", "wal\n"),
    Label("06:34:10", "wal-works"),
    BACKUP,
]
