"""Monday 2 March, after the login: the day list. The same session goes on."""

# ruff: noqa: E501  (the code it quotes has lines of its own length)

from claude_tools import bash, edit, read, todo, write
from parts import Turn, answer, dots, prose, say, think

TODOS = [
    ("Write day_list in ferry/bookings/export.py", "in_progress"),
    ("Add GET /bookings/export", "pending"),
    ("Test separator, BOM and order", "pending"),
]

EXPORT = Turn(
    "11:02:15",
    prose("""
        Different subject. The harbour office wants the bookings of a day as CSV:
        reference, departure, quay, departs, passengers, vehicle, status. They open it
        in a spreadsheet by double click, so semicolons and a UTF-8 BOM, and Windows
        line ends. GET /bookings/export?day=2026-03-02, for signed-in accounts only. A
        new route is fine, that is no change to the API they have.
    """),
    (
        answer(
            todo([], TODOS),
            read("ferry/app.py"),
            read("ferry/bookings/queries.py"),
        ),
        answer(
            write(
                "ferry/bookings/export.py",
                '''
                """The harbour office's day list: CSV that a spreadsheet opens as it is."""

                import csv
                import io
                import sqlite3

                from ferry.bookings.queries import bookings_of_day

                COLUMNS = [
                    "reference",
                    "departure",
                    "quay",
                    "departs",
                    "passengers",
                    "vehicle",
                    "status",
                ]
                BOM = "\\ufeff"


                def day_list(db: sqlite3.Connection, day: str) -> str:
                    out = io.StringIO()
                    out.write(BOM)
                    rows = csv.writer(out, delimiter=";", lineterminator="\\r\\n")
                    rows.writerow(COLUMNS)
                    rows.writerows(tuple(row) for row in bookings_of_day(db, day))
                    return out.getvalue()
                ''',
            ),
            edit(
                "ferry/app.py",
                "from fastapi.responses import JSONResponse",
                "from fastapi.responses import JSONResponse, Response",
            ),
            edit(
                "ferry/app.py",
                "from ferry.bookings.queries import",
                """
                from ferry.bookings.export import day_list
                from ferry.bookings.queries import
                """,
            ),
            edit(
                "ferry/app.py",
                """
                    return [dict(row) for row in bookings_of_day(db, day)]
                """,
                """
                    return [dict(row) for row in bookings_of_day(db, day)]


                @app.get("/bookings/export")
                def export(day: str, db: Db, _: Annotated[str, Depends(signed_in)]) -> Response:
                    headers = {"Content-Disposition": f'attachment; filename="bookings-{day}.csv"'}
                    return Response(day_list(db, day), media_type="text/csv", headers=headers)
                """,
            ),
            write(
                "tests/test_export.py",
                r"""
                from ferry.bookings.export import day_list


                def sail(db):
                    db.execute("INSERT INTO departures VALUES (1, 'N7', 'North', '2026-03-02T05:30Z')")
                    db.execute("INSERT INTO bookings VALUES ('QF-1003', 1, 4, 'van', 'paid')")
                    db.execute("INSERT INTO bookings VALUES ('QF-1001', 1, 2, NULL, 'held')")


                def test_semicolons_bom_and_order(db):
                    sail(db)
                    assert day_list(db, "2026-03-02").split("\r\n") == [
                        "\ufeffreference;departure;quay;departs;passengers;vehicle;status",
                        "QF-1001;N7;North;2026-03-02T05:30Z;2;;held",
                        "QF-1003;N7;North;2026-03-02T05:30Z;4;van;paid",
                        "",
                    ]


                def test_another_day_is_only_a_header(db):
                    sail(db)
                    assert day_list(db, "2026-03-03").count("\r\n") == 1
                """,
            ),
        ),
        answer(
            bash(
                "python -m pytest",
                "Run all tests",
                f"""
                {dots(16)}
                16 passed in 0.77s
                """,
            ),
            todo(TODOS, [(what, "completed") for what, _ in TODOS]),
        ),
        answer(
            say("""
                The export is there: `day_list` in `ferry/bookings/export.py`, and GET
                /bookings/export behind the same sign-in as /bookings. 16 passed; the
                contract tests needed no change.
            """),
        ),
    ),
)

TIMER = r'''
"""How long the day list takes on a copy of production: time_export.py DB DAY"""

import sys
import time

from ferry.bookings.export import day_list
from ferry.db import connect

db = connect(sys.argv[1])
runs = []
for _ in range(5):
    start = time.perf_counter()
    lines = day_list(db, sys.argv[2]).count("\r\n") - 1
    runs.append((time.perf_counter() - start) * 1000)
print(f"{lines} bookings, median {sorted(runs)[2]:,.0f} ms of {len(runs)} runs")
'''

SLOW = Turn(
    "12:40:09",
    prose("""
        The export of 2026-02-28 takes about five seconds on the harbour's machine and
        the proxy cuts it off at four. There is a copy of production in
        /home/dev/ferry/copy.db, 2.1 million bookings. Measure before and after, please,
        I want numbers and not "should be faster".
    """),
    (
        answer(
            write("tools/time_export.py", TIMER),
            bash(
                "PYTHONPATH=. python tools/time_export.py copy.db 2026-02-28",
                "Measure the export before any change",
                "1088 bookings, median 4,812 ms of 5 runs",
                progress=("", ""),
            ),
            bash(
                """
                sqlite3 copy.db "EXPLAIN QUERY PLAN SELECT b.reference FROM bookings b
                JOIN departures d ON d.id = b.departure_id
                WHERE date(d.departs_at) = '2026-02-28'
                ORDER BY d.departs_at, b.reference"
                """,
                "Query plan of the day list",
                """
                QUERY PLAN
                |--SCAN b
                |--SEARCH d USING INTEGER PRIMARY KEY (rowid=?)
                `--USE TEMP B-TREE FOR ORDER BY
                """,
            ),
        ),
        answer(
            think("""
                It walks all 2.1 million bookings and looks up the departure of each. An
                index on bookings.departure_id is needed, but alone it won't help: the
                condition is date(departs_at) = ?, and SQLite can't use an index on
                departs_at through a function, so it has no reason to start from
                departures. Measure that, it's the kind of thing people believe.
            """),
            say("It reads every booking there is. First the obvious index, alone."),
            write(
                "migrations/0003_day_list.sql",
                """
                CREATE INDEX bookings_departure ON bookings (departure_id);
                CREATE INDEX departures_time ON departures (departs_at);
                """,
            ),
            bash(
                "sqlite3 copy.db < migrations/0003_day_list.sql &&"
                " PYTHONPATH=. python tools/time_export.py copy.db 2026-02-28",
                "Measure with the indexes only",
                "1088 bookings, median 4,797 ms of 5 runs",
            ),
        ),
        answer(
            say("""
                As I feared, no difference: the condition wraps `departs_at` in
                `date()`, so neither index can be used. The condition has to become a
                range.
            """),
            edit(
                "ferry/bookings/queries.py",
                """
                        " WHERE date(d.departs_at) = ?"
                        " ORDER BY d.departs_at, b.reference",
                        (day,),
                """,
                """
                        " WHERE d.departs_at >= :day AND d.departs_at < date(:day, '+1 day')"
                        " ORDER BY d.departs_at, b.reference",
                        {"day": day},
                """,
            ),
            bash(
                "PYTHONPATH=. python tools/time_export.py copy.db 2026-02-28"
                " && python -m pytest",
                "Measure the range with the indexes, run all tests",
                f"""
                1088 bookings, median 52 ms of 5 runs
                {dots(16)}
                16 passed in 0.74s
                """,
            ),
        ),
        answer(
            say("""
                Median of five runs, 1088 bookings of 2026-02-28 out of 2.1 million:

                | | median |
                |---|---|
                | before | 4,812 ms |
                | two indexes, same query | 4,797 ms |
                | two indexes and a range on `departs_at` | 52 ms |

                The reason: `WHERE date(d.departs_at) = ?` hides the column from every
                index, so all bookings were read. `GET /bookings` uses the same query
                and gets faster with it, with the same rows in the same order.
            """),
        ),
    ),
)

LOCAL = Turn(
    "13:25:50",
    prose("""
        Very nice. Commit it. One correction from the office: in the CSV the departure
        must be harbour time, not UTC, and "a day" is a day at the harbour, so the 00:30
        boat belongs to the new day. Only in the CSV! GET /bookings stays UTC, the
        kiosks convert it themselves.
    """),
    (
        answer(
            bash(
                'git add -A && git commit -q -m "Export the day\'s bookings as CSV"'
                " && git log -1 --format='%h %s'",
                "Commit the export",
                "a5d60d6 Export the day's bookings as CSV",
            ),
            read("ferry/bookings/queries.py"),
        ),
        answer(
            say("""
                `GET /bookings` keeps `bookings_of_day` with its UTC day. The export
                gets its own bounds, from the one clock.
            """),
            edit(
                "ferry/bookings/queries.py",
                '''
                def bookings_of_day(db: sqlite3.Connection, day: str) -> Iterator[sqlite3.Row]:
                    """All bookings on departures of one day (YYYY-MM-DD), in sailing order."""
                ''',
                '''
                def bookings_between(
                    db: sqlite3.Connection, start: str, end: str
                ) -> Iterator[sqlite3.Row]:
                    """All bookings on departures from start up to end (UTC), in sailing order."""
                ''',
            ),
            edit(
                "ferry/bookings/queries.py",
                """
                        " WHERE d.departs_at >= :day AND d.departs_at < date(:day, '+1 day')"
                        " ORDER BY d.departs_at, b.reference",
                        {"day": day},
                    )
                """,
                '''
                        " WHERE d.departs_at >= ? AND d.departs_at < ?"
                        " ORDER BY d.departs_at, b.reference",
                        (start, end),
                    )


                def bookings_of_day(db: sqlite3.Connection, day: str) -> Iterator[sqlite3.Row]:
                    """The bookings of one UTC day (YYYY-MM-DD), as GET /bookings promises."""
                    after = date.fromisoformat(day) + timedelta(days=1)
                    yield from bookings_between(db, day, after.isoformat())
                ''',
            ),
            edit(
                "ferry/bookings/queries.py",
                "from collections.abc import Iterator",
                """
                from collections.abc import Iterator
                from datetime import date, timedelta
                """,
            ),
            edit(
                "ferry/clock.py",
                """
                from datetime import UTC, datetime
                """,
                """
                from datetime import UTC, datetime, timedelta
                from zoneinfo import ZoneInfo

                from ferry.settings import settings

                HARBOUR = ZoneInfo(settings.harbour_zone)
                """,
            ),
            edit(
                "ferry/clock.py",
                """
                    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
                """,
                '''
                    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


                def harbour_time(text: str) -> str:
                    """A stored time as the harbour's clocks show it: 2026-03-02 07:30."""
                    return parse(text).astimezone(HARBOUR).strftime("%Y-%m-%d %H:%M")


                def harbour_day(day: str) -> tuple[str, str]:
                    """Where a day of the harbour begins and ends, as stored times."""
                    start = datetime.fromisoformat(day).replace(tzinfo=HARBOUR)
                    return _stored(start), _stored(start + timedelta(days=1))


                def _stored(moment: datetime) -> str:
                    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")
                ''',
            ),
            edit(
                "ferry/bookings/export.py",
                "from ferry.bookings.queries import bookings_of_day",
                """
                from ferry import clock
                from ferry.bookings.queries import bookings_between
                """,
            ),
            edit(
                "ferry/bookings/export.py",
                """
                    rows.writerows(tuple(row) for row in bookings_of_day(db, day))
                """,
                """
                    for row in bookings_between(db, *clock.harbour_day(day)):
                        departs = clock.harbour_time(row["departs_at"])
                        rows.writerow((*row[:3], departs, *row[4:]))
                """,
            ),
            edit(
                "tests/test_export.py",
                ";North;2026-03-02T05:30Z;",
                ";North;2026-03-02 07:30;",
                times=2,
            ),
            edit(
                "tests/test_export.py",
                r"""
                    assert day_list(db, "2026-03-03").count("\r\n") == 1
                """,
                r"""
                    assert day_list(db, "2026-03-03").count("\r\n") == 1


                def test_a_day_is_a_day_at_the_harbour(db):
                    db.execute("INSERT INTO departures VALUES (2, 'N1', 'North', '2026-03-01T22:30Z')")
                    db.execute("INSERT INTO bookings VALUES ('QF-0999', 2, 1, NULL, 'paid')")
                    assert "QF-0999;N1;North;2026-03-02 00:30;1;;paid" in day_list(db, "2026-03-02")
                    assert "QF-0999" not in day_list(db, "2026-03-01")
                """,
            ),
        ),
        answer(
            bash(
                "TZ=America/Halifax python -m pytest && git add -A"
                ' && git commit -q -m "Show harbour time in the day list"'
                " && git log -2 --format='%h %s'",
                "Run all tests, commit",
                f"""
                {dots(17)}
                17 passed in 0.75s
                c52b9be Show harbour time in the day list
                a5d60d6 Export the day's bookings as CSV
                """,
            ),
        ),
        answer(
            say("""
                Committed as a5d60d6 (the export) and c52b9be (harbour time). The 00:30
                boat of 2 March, stored as 2026-03-01T22:30Z, is in the list of 2 March
                and not in that of 1 March. `GET /bookings` is unchanged. 17 passed.
            """),
        ),
    ),
)

RENAME = Turn(
    "14:06:37",
    prose("""
        Last thing for today, then back to the login code.

        1) rename `token_refresh` to `rotate_refresh_token` everywhere, tests included
        2) keep the route /auth/refresh and its response fields exactly as they are
        3) run the whole suite with TZ=Europe/Helsinki and with TZ=UTC
        4) don't commit, I want to read the diff first
    """),
)

AFTERNOON = [EXPORT, SLOW, LOCAL, RENAME]
