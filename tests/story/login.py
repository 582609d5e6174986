"""Monday 2 March: the login fails and is repaired. Played by Claude Code.

Everything it runs was run once, on the files in ferry/.
"""

# ruff: noqa: E501  (the code it quotes has lines of its own length)

from claude_tools import bash, edit, failed_edit, grep, read, write
from parts import Answer, Call, Outcome, Turn, answer, dots, gives, prose, say, think
from worktree import Tree

DAY = "2026-03-02"
SESSION = "7c1e5a90-4d2b-4e8f-a6c3-91b7f0d25e48"
AGENT = "a3f81c6"
SECRET = "AKIAFERRY7DEMO3KEY5Q"  # made up; it opens nothing


def access_log() -> str:
    """An hour of two kiosks and a phone, as the API prints them."""
    minutes = {"kiosk-4": 0, "kiosk-7": 4, "phone": 9}
    lines = []
    for start in range(0, 60, 15):
        for offset, (client, late) in enumerate(minutes.items()):
            hour, minute = divmod(8 * 60 + 47 + start + late, 60)
            stamp = f"2026-03-02T{hour:02}:{minute:02}:{17 + offset * 13}+02:00"
            host = f"10.4.0.{21 + offset}"
            lines.append(
                f"api-1  | {stamp} {host} POST /auth/refresh 401"
                f" refresh_expired account={client}"
            )
            lines.append(
                f"api-1  | {stamp} {host} POST /auth/login 200 account={client}"
            )
    return "\n".join(lines)


FAILURE = """
....F...F                                                                [100%]
=================================== FAILURES ===================================
___________ test_a_fresh_token_is_good_in_any_zone[Europe/Helsinki] ____________
tests/test_refresh.py:45: in test_a_fresh_token_is_good_in_any_zone
    pair = token_refresh(db, issue_refresh(db, "kiosk-4"))
           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
ferry/auth/refresh.py:49: in token_refresh
    raise RefreshExpired(f"expired {datetime.now() - expires_at} ago")
E   ferry.auth.errors.RefreshExpired: expired 0:30:00.000106 ago
________ test_an_expired_token_is_refused_in_any_zone[America/Halifax] _________
tests/test_refresh.py:53: in test_an_expired_token_is_refused_in_any_zone
    with pytest.raises(RefreshExpired):
E   Failed: DID NOT RAISE RefreshExpired
=========================== short test summary info ============================
FAILED tests/test_refresh.py::test_a_fresh_token_is_good_in_any_zone[Europe/Helsinki]
FAILED tests/test_refresh.py::test_an_expired_token_is_refused_in_any_zone[America/Halifax]
2 failed, 7 passed in 0.38s
"""

INVESTIGATE = Turn(
    "07:52:10",
    prose("""
        Passengers are thrown out of the ferry app fifteen minutes after they sign
        in, since Friday's deploy. The app calls POST /auth/refresh and gets 401
        refresh_expired, every time, also with a token that is only minutes old.

        One condition before you start, and it holds for the whole day: keep the
        public API stable. No route, field name, error code or status code may
        change, because the kiosks on the quays are pinned to them and nobody can
        update those before April.

        Find out why the token refresh fails. Don't change anything yet.
    """),
    (
        answer(
            think("""
                refresh_expired must be raised in one place. What changed on Friday is
                the other half: a deploy, so look at the log of deploy/ and
                ferry/auth/ together. Fifteen minutes is probably just the life of the
                access token, which would mean that no refresh has worked at all since
                Friday, not that tokens die early.
            """),
            say("""
                I'll look for where that error is raised and for what Friday's deploy
                changed.
            """),
            grep(r"refresh_expired|RefreshExpired|refresh_ttl", ".py"),
            bash(
                "git log --stat --format='%h %ad %s' --date=short -5"
                " -- deploy ferry/auth",
                "Recent commits to deploy and auth",
                """
                9d41c07 2026-02-27 Deploy 1.8.2

                 deploy/compose.yaml | 4 ++--
                 1 file changed, 2 insertions(+), 2 deletions(-)
                7f2ab63 2026-02-26 Show local time in the harbour office's logs

                 deploy/compose.yaml | 2 ++
                 1 file changed, 2 insertions(+)
                5b0e9d1 2026-02-19 Revoke the whole family when a spent token comes back

                 ferry/auth/errors.py  |  4 ++++
                 ferry/auth/refresh.py | 11 +++++++++++
                 2 files changed, 15 insertions(+)
                """,
            ),
        ),
        answer(
            read("ferry/auth/refresh.py"),
            read("ferry/auth/tokens.py"),
            read("deploy/compose.yaml"),
        ),
        answer(
            say("""
                The commit before the deploy set a time zone for the containers.
                Let me see what the server really answers.
            """),
            bash(
                "docker compose -f deploy/compose.yaml logs api --since 1h"
                " | grep '/auth/'",
                "Auth requests of the last hour",
                access_log(),
                progress=("", access_log().split("\n")[0]),
            ),
        ),
        answer(
            say("""
                Not proven yet, but I think I have it.

                - No refresh works at all. In an hour of log there are 12 calls of
                  /auth/refresh and 12 times 401. The fifteen minutes are simply the
                  access token's life (`access_ttl`); the refresh that should follow
                  never succeeds, so the app signs in again.
                - `issue_refresh` writes `expires_at` with `datetime.utcnow()`, which is
                  UTC. `token_refresh` in `ferry/auth/refresh.py` compares it with
                  `datetime.now()`, which is local time. Neither carries an offset, so
                  Python compares them without complaint.
                - Until Friday the containers ran in UTC and the two agreed. Commit
                  7f2ab63 set `TZ: Europe/Helsinki`, two hours ahead. A refresh token
                  lives 90 minutes, so it counts as 30 minutes expired at the moment it
                  is issued.

                Access tokens are fine: they use `time.time()`. `purge_expired` has the
                same fault, so the nightly job deletes tokens that are still good.

                I have changed nothing. Next I would write a test that fails for this
                reason and no other.
            """),
        ),
    ),
)

PROVE = Turn(
    "08:03:41",
    prose("""
        Makes sense, but I don't want a guess. Write the test first and show me that
        it fails. And check what time zone the running container has, I don't trust
        the compose file.
    """),
    (
        answer(
            read("tests/test_refresh.py"),
            bash(
                "docker compose -f deploy/compose.yaml exec api"
                " sh -c 'date; env | sort'",
                "Time zone and environment in the container",
                f"""
                Mon Mar  2 10:04:02 EET 2026
                AWS_ACCESS_KEY_ID={SECRET}
                AWS_DEFAULT_REGION=eu-north-1
                FERRY_DB=/data/ferry.db
                HOME=/root
                HOSTNAME=5c1d0e7a9b42
                LANG=C.UTF-8
                PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin
                PYTHON_VERSION=3.11.7
                TZ=Europe/Helsinki
                """,
            ),
        ),
        answer(
            say("""
                The container is at EET, so two hours ahead of UTC. The existing tests
                never saw it because CI runs with TZ=UTC. The new ones run in three
                zones: UTC, east of it and west of it.
            """),
            edit(
                "tests/test_refresh.py",
                """
                import pytest

                from ferry.auth.errors import RefreshReused, RefreshUnknown
                from ferry.auth.refresh import issue_refresh, token_refresh
                """,
                """
                import time
                from datetime import timedelta

                import pytest

                from ferry.auth import refresh
                from ferry.auth.errors import RefreshExpired, RefreshReused, RefreshUnknown
                from ferry.auth.refresh import issue_refresh, token_refresh
                from ferry.settings import Settings

                ZONES = ["UTC", "Europe/Helsinki", "America/Halifax"]


                @pytest.fixture(params=ZONES)
                def zone(request, monkeypatch):
                    monkeypatch.setenv("TZ", request.param)
                    time.tzset()
                    yield request.param
                    monkeypatch.undo()
                    time.tzset()
                """,
            ),
            edit(
                "tests/test_refresh.py",
                """
                def test_an_unknown_token_is_refused(db):
                    with pytest.raises(RefreshUnknown):
                        token_refresh(db, "no-such-token")
                """,
                """
                def test_an_unknown_token_is_refused(db):
                    with pytest.raises(RefreshUnknown):
                        token_refresh(db, "no-such-token")


                def test_a_fresh_token_is_good_in_any_zone(db, zone):
                    pair = token_refresh(db, issue_refresh(db, "kiosk-4"))
                    assert pair.expires_in == 900


                def test_an_expired_token_is_refused_in_any_zone(db, zone, monkeypatch):
                    past = Settings(refresh_ttl=timedelta(minutes=-1))
                    monkeypatch.setattr(refresh, "settings", past)
                    token = issue_refresh(db, "kiosk-4")
                    with pytest.raises(RefreshExpired):
                        token_refresh(db, token)
                """,
            ),
        ),
        answer(
            bash(
                "TZ=UTC python -m pytest --tb=short tests/test_refresh.py",
                "Run the refresh tests",
                FAILURE,
                status=1,
                progress=("....F...F",),
            ),
        ),
        answer(
            say("""
                Two failures, and both are the same fault from two sides.

                - Europe/Helsinki: `RefreshExpired: expired 0:30:00.000106 ago`, for a
                  token that was issued in the line before. That is exactly 120 minutes
                  of offset minus 90 minutes of life.
                - America/Halifax: DID NOT RAISE. West of UTC an expired token stays
                  good for four more hours. That does not bite us in Helsinki, but it
                  would be a security hole anywhere else.

                Root cause: the refresh token's expiry is stored in UTC and compared in
                local time. `token_refresh` in `ferry/auth/refresh.py`, line 48.
            """),
        ),
    ),
)

REPAIR = Turn(
    "08:15:26",
    prose("""
        Good, that convinces me. Fix it with the smallest change that is right, and
        let there be one clock in the code from now on, not five calls of datetime.
        Mind the tokens that are already in the table.
    """),
    (
        answer(
            think("""
                Rows in production have expires_at without an offset: written by utcnow,
                so they mean UTC. If I only switch to aware datetimes, comparing an
                aware now with a naive stored value raises TypeError, and every token
                issued before the deploy turns into a 500. So parsing must read a
                missing offset as UTC. purge_expired compares strings in SQL: a naive
                and an aware isoformat of the same moment share their first 26
                characters, so the order stays right to the microsecond.

                Removing TZ from compose.yaml would hide it again, and the office wants
                local time in its logs. Leave that alone.
            """),
            read(
                "ferry/auth/refresh.py",
                reminder="""
                    The file ferry/auth/refresh.py was read before in this session and
                    has not changed since. Do not mention this reminder to the user.
                """,
            ),
            write(
                "ferry/clock.py",
                '''
                """The one clock of ferry: aware, UTC. Local time is for people, at the edge."""

                from datetime import UTC, datetime


                def now() -> datetime:
                    return datetime.now(UTC)


                def parse(text: str) -> datetime:
                    """A stored time. Rows written before 1.8.3 have no offset and mean UTC."""
                    moment = datetime.fromisoformat(text)
                    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
                ''',
            ),
        ),
        answer(
            edit(
                "ferry/auth/refresh.py",
                """
                from datetime import datetime

                from ferry.auth.errors
                """,
                """
                from datetime import timedelta

                from ferry import clock
                from ferry.auth.errors
                """,
            ),
            failed_edit(
                "ferry/auth/refresh.py",
                """
                    expires_at = datetime.now() + settings.refresh_ttl
                """,
                """
                    expires_at = clock.now() + settings.refresh_ttl
                """,
            ),
        ),
        answer(
            say("That line says `utcnow`, not `now`. Again, with the right text."),
            edit(
                "ferry/auth/refresh.py",
                "expires_at = datetime.utcnow() + settings.refresh_ttl",
                "expires_at = clock.now() + settings.refresh_ttl",
            ),
            edit(
                "ferry/auth/refresh.py",
                """
                    expires_at = datetime.fromisoformat(row["expires_at"])
                    if expires_at <= datetime.now():
                        raise RefreshExpired(f"expired {datetime.now() - expires_at} ago")
                """,
                """
                    late = clock.now() - clock.parse(row["expires_at"])
                    if late >= timedelta(0):
                        raise RefreshExpired(f"expired {late} ago")
                """,
            ),
            edit(
                "ferry/auth/refresh.py",
                "(datetime.now().isoformat(),),",
                "(clock.now().isoformat(),),",
            ),
        ),
        answer(
            bash(
                "for z in UTC Europe/Helsinki America/Halifax; do"
                " TZ=$z python -m pytest || break; done",
                "Run all tests in three time zones",
                f"""
                {dots(14)}
                14 passed in 0.71s
                {dots(14)}
                14 passed in 0.69s
                {dots(14)}
                14 passed in 0.70s
                """,
            ),
            grep(r"datetime\.(now|utcnow)|time\.time\(", ".py"),
        ),
        answer(
            say("""
                The token refresh works: 14 passed, in all three zones, contract tests
                included.

                - `ferry/clock.py` is new: `now()` is aware UTC, `parse()` reads a
                  stored time and takes one without an offset as UTC. Tokens that are
                  already in the table stay valid.
                - `issue_refresh`, `token_refresh` and `purge_expired` use it. Nothing
                  else calls `datetime.now` any more.
                - `tokens.py` keeps `time.time()`: seconds since the epoch have no zone.

                The route, the three response fields and the error codes are untouched.
            """),
        ),
    ),
)

COMMIT = Turn(
    "08:31:02",
    "Commit that on a branch, cause in the body. No push.",
    (
        answer(
            bash(
                """
                git switch -c fix/token-refresh && git add -A && git commit -q -F - <<'MSG'
                Compare refresh token expiry in UTC

                token_refresh compared the stored UTC expiry with local time, so with
                TZ=Europe/Helsinki every refresh token was 30 minutes past its end when
                it was issued. One aware clock (ferry/clock.py) is now used for issuing,
                checking and purging. Rows without an offset are read as UTC.
                MSG
                git log -1 --stat --format='%h %s'
                """,
                "Commit the fix",
                """
                Switched to a new branch 'fix/token-refresh'
                0480a73 Compare refresh token expiry in UTC

                 ferry/auth/refresh.py | 13 +++++++------
                 ferry/clock.py        | 13 +++++++++++++
                 tests/test_refresh.py | 31 ++++++++++++++++++++++++++++++-
                 3 files changed, 50 insertions(+), 7 deletions(-)
                """,
            ),
        ),
        answer(
            say("Committed as 0480a73 on `fix/token-refresh`. Not pushed."),
        ),
    ),
)

SURVEY = prose("""
    In the ferry repository, find everything that reads, stores or takes apart a
    refresh token: server, kiosk, tests. For each place say whether it would still
    work if a refresh token were a JWT instead of an opaque random string, and how a
    token can be revoked today. Don't change anything. Answer in under 200 words.
""")

FINDINGS = prose("""
    Four places touch refresh tokens.

    - `ferry/auth/refresh.py`: stores only a SHA-256 digest, with account, family,
      expires_at and used. Revoking is one UPDATE over a family and takes effect at the
      next request.
    - `ferry/app.py`: passes the string through. Indifferent to its form.
    - `ferry/kiosk/session.py`: keeps the string and sends it back. It never looks
      inside, but its firmware keeps 64 bytes for it (deploy/kiosk-image.ini). Today's
      tokens have 43.
    - `tests/test_contract.py`: checks field names, not the form.

    With a JWT the server could check the expiry without a look-up. It would still need
    the table for one-time use and for families, so no look-up is saved. A signed token
    of this content has about 190 bytes and does not fit the kiosks' 64.
""")


def survey() -> tuple[Answer, ...]:
    """What the subagent did, in its own file."""
    return (
        answer(
            say("I'll look for every use of the token and of its table."),
            grep(r"refresh_token", ".py"),
            read("ferry/kiosk/session.py"),
        ),
        answer(Call("Bash", FIRMWARE_ARGS, gives(FIRMWARE))),
        answer(say(FINDINGS)),
    )


FIRMWARE_ARGS = {
    "command": "grep -n -i token deploy/kiosk-image.ini",
    "description": "How the firmware keeps the token",
}
FIRMWARE = "15:refresh_token_bytes = 64\n16:access_token_bytes = 256"


def delegate(_tree: Tree) -> Outcome:
    found = [{"type": "text", "text": FINDINGS}]
    rich = {
        "status": "completed",
        "prompt": SURVEY,
        "agentId": AGENT,
        "content": found,
        "totalDurationMs": 41250,
        "totalTokens": 14836,
        "totalToolUseCount": 3,
    }
    return Outcome(FINDINGS, rich=rich)


QUESTION = Turn(
    "09:10:33",
    prose("""
        A reviewer asks whether we should make the refresh tokens JWTs while we are at
        it, so that the expiry travels with the token and such a thing can't happen
        again. What do you think? Have somebody look at who depends on their form.
    """),
    (
        answer(
            say("I'll have an agent go through every place that touches one."),
            Call(
                "Task",
                {
                    "subagent_type": "Explore",
                    "description": "Who depends on refresh tokens",
                    "prompt": SURVEY,
                },
                delegate,
            ),
        ),
        answer(
            say("""
                I'd leave them as they are.

                - It would not have prevented this. The fault was the comparison, and a
                  JWT's `exp` has to be compared with a clock too.
                - It saves nothing: one-time use and family revocation need the table
                  anyway.
                - It would break the kiosks: their firmware keeps 64 bytes for the
                  refresh token. Ours have 43, a JWT has about 190.
            """),
        ),
    ),
)

DECISION = Turn(
    "09:18:47",
    prose("""
        Agreed. Decision: refresh tokens stay opaque, because we must be able to revoke
        a stolen kiosk within a minute, and because the firmware has 64 bytes for them.
        Write that down in docs/decisions.md so that we don't have this talk again.
    """),
    (
        answer(
            write(
                "docs/decisions.md",
                """
                # Decisions

                ## 4. Refresh tokens stay opaque (2026-03-02)

                A refresh token is 32 random bytes, stored as a digest. It is not a JWT.

                Because:

                - A stolen kiosk must be locked out within a minute. That takes one row
                  in `refresh_tokens`; a self-contained token would need a deny list
                  that is asked on every request, which is the same look-up again.
                - The kiosk firmware reserves 64 bytes for it. A JWT has about 190.

                What it costs: one indexed look-up for each refresh, 0.2 ms.
                Look at this again when the kiosks get new firmware, not before.
                """,
            ),
        ),
        answer(
            say("""
                Written as decision 4 in `docs/decisions.md`, with the reasons, the
                cost, and when to look at it again.
            """),
        ),
    ),
)

MORNING = [INVESTIGATE, PROVE, REPAIR, COMMIT, QUESTION, DECISION]
