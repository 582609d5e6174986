"""Friday 6 March: is 1.8.3 still the API of 1.8.2? OpenAI Responses items."""

from lines import compact, pretty
from parts import Args, Call, Json, Turn, answer, gives, prose, say, think


def call(tool: str, result: str, **args: Json) -> Call:
    given: Args = dict(args)
    return Call(tool, given, gives(result))


def answer_of(media: str, schema: Json) -> Json:
    return {"content": {media: {"schema": schema}}}


def refused(*codes: str) -> Json:
    error = {"type": "string", "enum": list(codes)}
    schema = {"type": "object", "properties": {"error": error}}
    return answer_of("application/json", schema)


def by_day(media: str, schema: Json) -> Json:
    """A GET for signed-in accounts that takes a day."""
    day = {"name": "day", "in": "query", "required": True, "example": "2026-03-02"}
    sign_in = {"name": "authorization", "in": "header", "required": True}
    responses = {"200": answer_of(media, schema), "401": refused("access_expired")}
    return {"get": {"parameters": [day, sign_in], "responses": responses}}


PAIR = {
    "type": "object",
    "properties": {
        "access_token": {"type": "string"},
        "refresh_token": {"type": "string", "maxLength": 64},
        "expires_in": {"type": "integer", "example": 900},
    },
}
BOOKING = {
    "type": "object",
    "properties": {
        "reference": {"type": "string", "example": "QF-1001"},
        "code": {"type": "string", "example": "N7"},
        "quay": {"type": "string", "enum": ["North", "South"]},
        "departs_at": {"type": "string", "description": "UTC"},
        "passengers": {"type": "integer"},
        "vehicle": {"type": "string", "nullable": True},
        "status": {"type": "string", "enum": ["held", "paid", "cancelled"]},
    },
}
REFRESH = {
    "requestBody": {"required": True, "properties": ["refresh_token"]},
    "responses": {
        "200": answer_of("application/json", PAIR),
        "401": refused("refresh_expired", "refresh_reused", "refresh_unknown"),
    },
}
PATHS: dict[str, Json] = {
    "/auth/refresh": {"post": REFRESH},
    "/bookings": by_day("application/json", {"type": "array", "items": BOOKING}),
}
EXPORT = {"/bookings/export": by_day("text/csv", {"type": "string"})}


def described(version: str, paths: dict[str, Json]) -> str:
    info = {"title": "ferry", "version": version}
    return pretty({"openapi": "3.1.0", "info": info, "paths": paths})


DIFF = """
compared 1.8.2 with 1.8.3
added    GET /bookings/export
removed  nothing
changed  nothing
exit status 0
""".strip()

TURNS = [
    Turn(
        "07:30:00",
        prose("""
            We want to release 1.8.3. Compare its published API with that of 1.8.2. The
            kiosks are pinned to 1.8.2, so only additions are allowed.
        """),
        (
            answer(
                think("Fetching both descriptions, then comparing path by path."),
                call("get_openapi", described("1.8.2", PATHS), version="1.8.2"),
                call(
                    "get_openapi", described("1.8.3", PATHS | EXPORT), version="1.8.3"
                ),
            ),
            answer(call("compare_openapi", DIFF, old="1.8.2", new="1.8.3")),
            answer(
                say("""
                    1.8.3 only adds. There is one new route, GET /bookings/export, and
                    it answers with text/csv. POST /auth/refresh has the same request,
                    the same three response fields and the same three error codes. GET
                    /bookings is unchanged, with its UTC day.
                """),
            ),
        ),
    ),
    Turn(
        "07:41:00",
        prose("""
            Good. Write the release note for the people who run kiosks. What they need
            to know: sign-ins last again, nothing to do on their side, the new pauses
            come with the firmware in April. At most 80 words, no jargon.
        """),
        (
            answer(
                say("""
                    **ferry 1.8.3**

                    Since 27 February passengers and kiosks had to sign in again every
                    fifteen minutes. That is repaired: a sign-in lasts as long as
                    before.

                    You don't have to do anything. Your kiosks keep working with the
                    software they have.

                    In April a new firmware follows. With it, a kiosk that cannot reach
                    us waits up to a minute before it tries again, and shows the sign-in
                    screen when its sign-in has been withdrawn.
                """),
            ),
        ),
    ),
    Turn(
        "07:52:00",
        prose("""
            "Withdrawn" sounds like a punishment. And is the date right, wasn't the bad
            release on the 26th? Look it up, don't guess.
        """),
        (
            answer(
                think("The change was committed on the 26th; when was it deployed?"),
                call(
                    "list_releases",
                    compact(
                        [
                            {"version": "1.8.2", "deployed": "2026-02-27T13:20:00Z"},
                            {"version": "1.8.1", "deployed": "2026-02-12T12:05:00Z"},
                        ]
                    ),
                    service="ferry",
                    last=2,
                ),
            ),
            answer(
                say("""
                    27 February is right: 1.8.2 was deployed on 2026-02-27 at 13:20 UTC.
                    The change itself was committed the day before, which is the date
                    you have in mind.

                    New last sentence: "...and shows the sign-in screen when it needs a
                    new sign-in."
                """),
            ),
        ),
    ),
]
