"""JSON as the agents print it."""

import json

from parts import Json


def compact(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def jsonl(records: list[Json]) -> str:
    return "".join(compact(record) + "\n" for record in records)


def pretty(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
