"""Ids and times that look like an agent's, the same on every run."""

import base64
import random
import string
from datetime import datetime, timedelta, timezone
from uuid import UUID

BASE62 = string.digits + string.ascii_letters


class Chance:
    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def uuid(self) -> str:
        return str(UUID(bytes=self.random.randbytes(16), version=4))

    def uuid7(self, at: datetime) -> str:
        head = int(at.timestamp() * 1000).to_bytes(6, "big")
        raw = bytearray(head + self.random.randbytes(10))
        raw[6] = 0x70 | raw[6] & 0x0F
        raw[8] = 0x80 | raw[8] & 0x3F
        return str(UUID(bytes=bytes(raw)))

    def name(self, prefix: str, length: int = 22) -> str:
        return prefix + "".join(self.random.choices(BASE62, k=length))

    def hex(self, length: int) -> str:
        return "".join(self.random.choices("0123456789abcdef", k=length))

    def sealed(self, head: bytes, length: int) -> str:
        """Stands for what only the model's host can read."""
        return base64.b64encode(head + self.random.randbytes(length)).decode()

    def seconds(self, low: float, high: float) -> timedelta:
        return timedelta(milliseconds=round(self.random.uniform(low, high) * 1000))


class Clock:
    """Story time: never goes back, moves with the length of what is written."""

    def __init__(self, day: str, chance: Chance) -> None:
        self.day = day
        self.chance = chance
        self.now = self._on(day, "00:00:00")

    @staticmethod
    def _on(day: str, time: str) -> datetime:
        return datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=timezone.utc)

    def start(self, time: str) -> None:
        moment = self._on(self.day, time) + self.chance.seconds(0, 1)
        if moment < self.now:
            raise ValueError(f"{time} is before {self.now}")
        self.now = moment

    def pause(self, low: float, high: float) -> None:
        self.now += self.chance.seconds(low, high)

    def write(self, text: str) -> None:
        self.pause(1.2, 2.4)
        self.now += timedelta(milliseconds=6 * len(text))

    def iso(self) -> str:
        return self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def ms(self) -> int:
        return int(self.now.timestamp() * 1000)


def tokens(text: str) -> int:
    """About what a provider would count."""
    return len(text) * 10 // 36 + 3
