"""Tuesday 3 March: a kiosk hammers the server. Played by Codex."""

# ruff: noqa: E501  (the code it quotes has lines of its own length)

from codex_tools import patch, run
from parts import Turn, answer, dots, prose, say, think

DAY = "2026-03-03"
STARTED = "06:41:07"
BRANCH = "fix/kiosk-backoff"
COMMIT = "c52b9bedd7f40a6b18e93c25f1077ab4e6d0938c"

INSTRUCTIONS = prose("""
    # Working on ferry

    - Run `python -m pytest` before you say that something works.
    - The public API is stable: see tests/test_contract.py, which is not to be edited.
    - Kiosk code has no dependencies outside the standard library.
""")

BROKEN_TEST = """
.F                                                                       [100%]
=================================== FAILURES ===================================
_______________ test_refresh_tries_again_when_there_is_no_answer _______________

    def test_refresh_tries_again_when_there_is_no_answer():
        naps = []
        server = Server(Unreachable(), Unreachable(), PAIR)
        KioskSession(server.post, "r1", naps.append).refresh()
>       assert naps == [0.3, 0.3]
E       assert [0.7594405632...3950080428697] == [0.3, 0.3]
E
E         At index 0 diff: 0.7594405632304825 != 0.3
E         Use -v to get more diff

tests/test_kiosk.py:29: AssertionError
=========================== short test summary info ============================
FAILED tests/test_kiosk.py::test_refresh_tries_again_when_there_is_no_answer
1 failed, 1 passed in 0.05s
"""

OVERFLOW = """
Traceback (most recent call last):
  File "<string>", line 1, in <module>
OverflowError: int too large to convert to float
"""

DIAGNOSE = Turn(
    "06:41:09",
    prose("""
        The kiosk at pier 4 sent 1,940 requests to /auth/refresh in ten minutes last
        night, while the server was being restarted. Find out why. The access log of
        that time is in /home/dev/ferry/logs/access-0302.log.
    """),
    (
        answer(
            think("**Counting requests and finding the retry loop**"),
            run(
                "grep 'POST /auth/refresh' logs/access-0302.log"
                " | awk '{print $2, $6}' | sort | uniq -c | sort -rn | head -5",
                """
                   1940 10.4.0.21 502
                     38 10.4.0.27 502
                     11 10.4.0.24 200
                      9 10.4.0.22 200
                      9 10.4.0.21 200
                """,
            ),
            run("cat -n ferry/kiosk/session.py", file="ferry/kiosk/session.py"),
        ),
        answer(
            say("""
                The loop in `KioskSession.refresh` (ferry/kiosk/session.py) has no limit
                and hardly a pause.

                - `while True` with `sleep(0.3)`: about three attempts a second for as
                  long as the server is away. Ten minutes give 1,940 requests, which
                  fits 0.3 s of pause and a few milliseconds for each 502.
                - It treats `Refused` like `Unreachable`. A 401 does not get better by
                  asking again: the token is spent or revoked. Worse, each attempt with
                  a spent token revokes the whole family again.

                Of the others, pier 7 was switched off half a minute after the restart
                began, so it stopped at 38.
            """),
        ),
    ),
)

BACKOFF = Turn(
    "06:55:31",
    prose("""
        Fix it: pauses double from 1 s up to 60 s, with jitter. A refusal is final, the
        caller shows the sign-in screen. The constructor may get another argument with a
        default, but its existing arguments stay as they are.
    """),
    (
        answer(
            think("**Adding exponential backoff with full jitter**"),
            patch(
                "ferry/kiosk/session.py",
                (
                    "import time\n",
                    "import itertools\nimport random\nimport time\n",
                ),
                (
                    "Post = Call",
                    "FIRST_PAUSE = 1.0\nLONGEST_PAUSE = 60.0\n\nPost = Call",
                ),
                (
                    """
                            sleep: Callable[[float], None] = time.sleep,
                        ) -> None:
                            self.post = post
                            self.sleep = sleep
                    """,
                    """
                            sleep: Callable[[float], None] = time.sleep,
                            jitter: Callable[[float, float], float] = random.uniform,
                        ) -> None:
                            self.post = post
                            self.sleep = sleep
                            self.jitter = jitter
                    """,
                ),
                (
                    "Returns when it worked.",
                    "Raises Refused: somebody must sign in.",
                ),
                ("while True:", "for attempt in itertools.count():"),
                (
                    """
                                except (Unreachable, Refused):
                                    self.sleep(0.3)
                    """,
                    """
                                except Unreachable:
                                    longest = min(FIRST_PAUSE * 2**attempt, LONGEST_PAUSE)
                                    self.sleep(self.jitter(0, longest))
                    """,
                ),
            ),
        ),
        answer(run("python -m pytest tests/test_kiosk.py", BROKEN_TEST, status=1)),
        answer(
            say("""
                The old test pins the 0.3 s that we are replacing. I'll replace it by
                one for the pauses and one for the refusal.
            """),
            patch(
                "tests/test_kiosk.py",
                (
                    """
                    from ferry.kiosk.session import KioskSession, Unreachable
                    """,
                    """
                    import pytest

                    from ferry.kiosk.session import KioskSession, Refused, Unreachable
                    """,
                ),
                (
                    """
                    def test_refresh_tries_again_when_there_is_no_answer():
                        naps = []
                        server = Server(Unreachable(), Unreachable(), PAIR)
                        KioskSession(server.post, "r1", naps.append).refresh()
                        assert naps == [0.3, 0.3]
                    """,
                    """
                    def longest(low, high):
                        return high


                    def test_pauses_double_up_to_a_minute():
                        naps = []
                        server = Server(*[Unreachable()] * 8, PAIR)
                        KioskSession(server.post, "r1", naps.append, longest).refresh()
                        assert naps == [1, 2, 4, 8, 16, 32, 60, 60]


                    def test_a_refusal_is_final():
                        naps = []
                        server = Server(Refused(), PAIR)
                        with pytest.raises(Refused):
                            KioskSession(server.post, "r1", naps.append).refresh()
                        assert naps == []
                    """,
                ),
            ),
        ),
        answer(run("python -m pytest", f"{dots(18)}\n18 passed in 0.57s")),
        answer(
            say("""
                Done, 18 passed. Pauses are drawn between 0 and 1, 2, 4, ... 60 s;
                `Refused` now leaves `refresh()`. `jitter` is a new last argument of the
                constructor with `random.uniform` as its default.
            """),
        ),
    ),
)

WEEKEND = Turn(
    "07:20:44",
    prose("""
        Why jitter from 0, and not 60 s plus a little? And what happens if the server is
        away for a whole weekend?
    """),
    (
        answer(
            think("**Checking how the power of two behaves after many attempts**"),
            run('python -c "print(1.0 * 2**1024)"', OVERFLOW, status=1),
        ),
        answer(
            say("""
                The weekend breaks it, good that you ask. `2**attempt` no longer fits a
                float at attempt 1024. With a mean pause of 30 s that is after about
                eight and a half hours, and then the kiosk stops with an OverflowError.
            """),
            patch(
                "ferry/kiosk/session.py",
                (
                    "min(FIRST_PAUSE * 2**attempt, LONGEST_PAUSE)",
                    "min(FIRST_PAUSE * 2 ** min(attempt, 6), LONGEST_PAUSE)",
                ),
            ),
            patch(
                "tests/test_kiosk.py",
                (
                    """
                    def test_a_refusal_is_final():
                    """,
                    """
                    def test_a_server_may_be_away_for_a_weekend():
                        naps = []
                        server = Server(*[Unreachable()] * 6000, PAIR)
                        KioskSession(server.post, "r1", naps.append, longest).refresh()
                        assert naps[-1] == 60


                    def test_a_refusal_is_final():
                    """,
                ),
            ),
        ),
        answer(run("python -m pytest", f"{dots(19)}\n19 passed in 0.61s")),
        answer(
            say("""
                Fixed, with a test of 6,000 attempts; 19 passed.

                Jitter from 0, because all nine kiosks lose the server in the same
                second and would come back in the same second. With 60 s plus a little
                they stay a crowd; spread over the whole pause they are about one
                request in three seconds.
            """),
        ),
    ),
)

ROLLOUT = Turn(
    "07:41:12",
    prose("""
        Good. Put both into CHANGELOG.md under 1.8.3, one line each, and tell me what
        has to happen before this reaches the kiosks. Don't commit.
    """),
    (
        answer(
            patch(
                "CHANGELOG.md",
                (
                    """
                    ## 1.8.2
                    """,
                    """
                    ## 1.8.3

                    - Refresh tokens work whatever the server's time zone is.
                    - Kiosks wait 1 s to 60 s between attempts, and stop at a refusal.

                    ## 1.8.2
                    """,
                ),
            ),
        ),
        answer(
            say("""
                CHANGELOG.md has a line for the pauses and the refusal, and one for
                yesterday's login fix, since 1.8.3 carries both. Nothing is committed.

                Before it reaches the kiosks:

                1. Whoever calls `KioskSession.refresh()` must catch `Refused` and show
                   the sign-in screen. I found no such caller in this repository, so it
                   must be in the firmware.
                2. The firmware image is built with the kiosk package, and nobody can
                   update the kiosks before April. Until then the server has to stand
                   three requests a second from each of the nine.
            """),
        ),
    ),
)

TURNS = [DIAGNOSE, BACKOFF, WEEKEND, ROLLOUT]
