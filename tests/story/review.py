"""Monday 2 March, 13:30: a second pair of eyes. Anthropic messages."""

# ruff: noqa: E501  (the code it quotes has lines of its own length)

from parts import Args, Call, Outcome, Turn, answer, block, gives, prose, say, think
from worktree import Tree

SYSTEM = prose("""
    You review changes to ferry. Read before you judge, name file and line, and separate
    what must change from what could be nicer. You cannot edit files.
""")

DIFF = """
diff --git a/ferry/auth/refresh.py b/ferry/auth/refresh.py
--- a/ferry/auth/refresh.py
+++ b/ferry/auth/refresh.py
@@ -44,9 +45,9 @@ def token_refresh(db: sqlite3.Connection, token: str) -> TokenPair:
     if row["used"]:
         revoke_family(db, row["family"])
         raise RefreshReused(row["family"])
-    expires_at = datetime.fromisoformat(row["expires_at"])
-    if expires_at <= datetime.now():
-        raise RefreshExpired(f"expired {datetime.now() - expires_at} ago")
+    late = clock.now() - clock.parse(row["expires_at"])
+    if late >= timedelta(0):
+        raise RefreshExpired(f"expired {late} ago")
     db.execute("UPDATE refresh_tokens SET used = 1 WHERE digest = ?", (_digest(token),))
     return TokenPair(
         access=issue_access(row["account"]),
"""

PROBE = """
401 {'error': 'refresh_reused'}
family 5d0c: used = 0, 0, 0
"""


def read(path: str) -> Call:
    args: Args = {"path": path}
    return Call("read_file", args, lambda tree: Outcome(tree.files[path]))


def probe(tree: Tree) -> Outcome:
    """The finding only holds while the session is committed after the answer."""
    if "yield db\n        db.commit()" not in tree.files["ferry/app.py"]:
        raise ValueError("ferry/app.py no longer commits only on success")
    return Outcome(block(PROBE))


TURNS = [
    Turn(
        "13:30:00",
        prose("""
            Please review 0480a73 on fix/token-refresh: it repairs the token refresh
            that failed with TZ=Europe/Helsinki. I'm mostly worried about tokens that
            were issued before the change.
        """),
        (
            answer(
                say("I'll read the change and the two files it rests on."),
                Call("get_diff", {"commit": "0480a73"}, gives(block(DIFF))),
                read("ferry/clock.py"),
                read("ferry/auth/refresh.py"),
            ),
            answer(
                say("""
                    Your worry is covered: `clock.parse` reads a row without an offset
                    as UTC, which is what `utcnow` wrote. `late >= timedelta(0)` refuses
                    at the exact moment of expiry, as `<=` did before.

                    Nothing must change. Two remarks:

                    - `purge_expired` compares text in SQL. It is right as long as all
                      rows have the same form up to the microsecond. `isoformat()`
                      leaves out the fraction when it is zero, once in a million tokens;
                      then the order is off by less than a second. Harmless, but worth a
                      comment.
                    - There is no test with a row that has no offset.
                """),
            ),
        ),
    ),
    Turn(
        "13:44:00",
        prose("""
            Thanks. While you are there: does a reused token really revoke its family
            over HTTP? The unit test says so, but I have seen a family survive.
        """),
        (
            answer(
                think("""
                    revoke_family runs an UPDATE and then RefreshReused is raised. The
                    dependency in app.py commits after the yield. If the exception
                    passes through the dependency, the commit is skipped and close()
                    rolls back. The unit test uses one connection and never commits, so
                    it can't see that. Check app.py, then try it over HTTP.
                """),
                read("ferry/app.py"),
                Call(
                    "run",
                    {"command": "python tools/probe_reuse.py  # spend, reuse, look"},
                    probe,
                ),
            ),
            answer(
                say("""
                    You are right, it does not. This one must change, though 0480a73 did
                    not cause it.

                    `database()` in `ferry/app.py` commits after `yield db`.
                    `RefreshReused` leaves the route as an exception, so the line
                    `db.commit()` is never reached and closing the connection rolls the
                    UPDATE back. The probe shows it: 401 refresh_reused, and all three
                    tokens of family 5d0c still at used = 0.

                    So since 5b0e9d1 a stolen token has not locked anybody out. The unit
                    test passes because it stays within one connection.
                """),
            ),
        ),
    ),
    Turn(
        "13:58:00",
        prose("""
            Ouch. 1) How would you repair that without changing any status code? 2)
            Which test would have caught it? 3) Is it a reason to hold back 0480a73?
        """),
        (
            answer(
                say("""
                    1) Commit where it is decided: `revoke_family` followed by
                       `db.commit()` before `raise RefreshReused`. A commit in a
                       `finally` of `database()` would be shorter, but would also store
                       half of whatever else fails.
                    2) A contract test with a database file and two connections: spend a
                    token over HTTP, send it again, expect 401, then look at the family
                    through the second connection.
                    3) No. 0480a73 makes sign-ins work and touches none of this. Release
                       it, and this on top.
                """),
            ),
        ),
    ),
]
