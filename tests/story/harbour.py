"""Thursday 5 March: the harbour office asks its assistant. OpenAI chat messages."""

from lines import compact
from parts import Args, Call, Json, Turn, answer, gives, prose, say

SYSTEM = prose("""
    You work for the harbour office of ferry. You can look up departures and bookings
    and move bookings. Times are harbour time (Europe/Helsinki). Never move or cancel a
    booking before the office has confirmed it in this conversation.
""")


def call(tool: str, result: Json, **args: Json) -> Call:
    given: Args = dict(args)
    return Call(tool, given, gives(compact(result)))


N7 = {"code": "N7", "quay": "North", "departs": "2026-03-05 17:30", "capacity": 120}
N9 = {"code": "N9", "quay": "North", "departs": "2026-03-05 19:00", "capacity": 120}


def booking(reference: str, passengers: int, vehicle: str | None, status: str) -> Json:
    head = {"reference": reference, "passengers": passengers}
    return head | {"vehicle": vehicle, "status": status}


BOOKINGS = [
    booking("QF-2203", 4, None, "paid"),
    booking("QF-2207", 1, None, "paid"),
    booking("QF-2214", 2, "car", "paid"),
    booking("QF-2216", 6, None, "paid"),
    booking("QF-2219", 2, None, "held"),
    booking("QF-2222", 3, None, "paid"),
    booking("QF-2226", 2, "car", "cancelled"),
    booking("QF-2231", 38, "bus", "paid"),
    booking("QF-2233", 12, None, "paid"),
    booking("QF-2235", 2, "bicycles", "paid"),
    booking("QF-2238", 5, None, "paid"),
    booking("QF-2240", 1, "van", "held"),
    booking("QF-2241", 21, None, "paid"),
]

TURNS = [
    Turn(
        "12:05:00",
        prose("""
            The car ramp at North quay is closed from 17:00 to 18:30 today. Which
            bookings have a vehicle in that time?
        """),
        (
            answer(
                call(
                    "list_departures",
                    {"departures": [N7]},
                    quay="North",
                    after="2026-03-05 17:00",
                    before="2026-03-05 18:30",
                ),
            ),
            answer(
                call(
                    "list_bookings",
                    {"departure": "N7", "passengers": 97, "bookings": BOOKINGS},
                    departure="N7",
                    day="2026-03-05",
                ),
            ),
            answer(
                say("""
                    One departure is affected: N7 at 17:30. Three of its bookings need
                    the ramp.

                    - QF-2214: car, 2 passengers, paid
                    - QF-2231: bus, 38 passengers, paid
                    - QF-2240: van, 1 passenger, held

                    QF-2226 had a car too, but it is cancelled. QF-2235 brings two
                    bicycles, which go up the gangway.
                """),
            ),
        ),
    ),
    Turn(
        "12:08:00",
        prose("""
            Is there room for all three on N9 at 19:00? The bus must travel with its
            passengers.
        """),
        (
            answer(
                call(
                    "seats_left",
                    {"departure": N9, "passengers_left": 64, "vehicle_metres_left": 16},
                    departure="N9",
                    day="2026-03-05",
                ),
                call(
                    "vehicle_lengths",
                    {"QF-2214": 4.5, "QF-2231": 12.0, "QF-2240": 6.0},
                    references=["QF-2214", "QF-2231", "QF-2240"],
                ),
            ),
            answer(
                say("""
                    Not for all three. N9 has 64 seats left, and 41 are needed, so the
                    passengers fit. The deck has 16 m left and the three need 22.5 m.

                    The bus (12.0 m) leaves 4.0 m, which is too short for the car's 4.5
                    m and the van's 6.0 m. Without the bus, car and van fit (10.5 m).
                """),
            ),
        ),
    ),
    Turn(
        "12:15:00",
        prose("""
            Then move the bus to N9, confirmed. Car and van go on S2 from South quay at
            18:00 if that has room, but ask me before you move those.
        """),
        (
            answer(
                call(
                    "move_booking",
                    {
                        "error": "version_conflict",
                        "message": "booking changed at 12:14",
                    },
                    reference="QF-2231",
                    to="N9",
                    version=3,
                ),
            ),
            answer(
                call(
                    "get_booking",
                    {"reference": "QF-2231", "passengers": 36, "version": 4},
                    reference="QF-2231",
                ),
            ),
            answer(
                call(
                    "move_booking",
                    {"reference": "QF-2231", "departure": "N9", "version": 5},
                    reference="QF-2231",
                    to="N9",
                    version=4,
                ),
                call(
                    "seats_left",
                    {
                        "departure": {"code": "S2", "quay": "South"},
                        "passengers_left": 21,
                        "vehicle_metres_left": 30,
                    },
                    departure="S2",
                    day="2026-03-05",
                ),
            ),
            answer(
                say("""
                    QF-2231 is on N9 now. The first attempt failed with
                    version_conflict, because the booking was changed at 12:14: it has
                    36 passengers now, not
                    38. I moved it as it is.

                    S2 at 18:00 has room for both: 21 seats and 30 m. Shall I move
                    QF-2214 and QF-2240 to S2?
                """),
            ),
        ),
    ),
    Turn("12:21:00", "Only QF-2240. The car's owner said on the phone they cancel."),
]
