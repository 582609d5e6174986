"""What `tokens.estimate` charges: weights by kind of run, prices by script.

price("你")  ->  1.5
"""

from __future__ import annotations

from bisect import bisect_right

SLACK = 4.0
"""Added once to every text that is not empty: short strings err high as well."""

# Tokens per ASCII byte, per start of a word, and so on.
BYTE = 0.1
WORD = 1.02
UPPER = 0.2
DIGIT = 1.0
DIGIT_AFTER_SPACE = 1.2
LETTER_AFTER_DIGIT = 1.5
PUNCTUATION = 0.7
LINE = 0.4
# Words beside words cost more where few of them are English.
FOREIGN_WORD = 1.4
OTHER_WORD = 1.0  # a space before a character beyond ASCII
WORDS_PER_ENGLISH = 12
ENGLISH = (b" the ", b" to ", b" of ", b" and ")
# Base64, keys, minified names: 0.7 to 0.8 tokens a character were measured.
UNBROKEN = 0.8
UNBROKEN_LENGTH = 64

PRICES: tuple[tuple[int, float], ...] = (
    (0x80, 1.7),  # Latin with marks
    (0x370, 1.5),  # Greek
    (0x400, 0.9),  # Cyrillic
    (0x530, 2.0),  # Armenian
    (0x590, 1.3),  # Hebrew
    (0x600, 1.4),  # Arabic
    (0x700, 2.0),  # Syriac, Thaana, N'Ko
    (0x800, 3.0),
    (0x900, 1.5),  # Devanagari
    (0x980, 2.3),  # Bengali
    (0xA00, 3.0),  # Gurmukhi, Gujarati, Oriya
    (0xB80, 2.5),  # Tamil
    (0xC00, 2.7),  # Telugu, Kannada, Malayalam
    (0xD80, 3.0),  # Sinhala
    (0xE00, 2.1),  # Thai
    (0xE80, 3.0),  # Lao, Tibetan
    (0x1000, 2.5),  # Burmese
    (0x10A0, 2.2),  # Georgian
    (0x1100, 3.0),
    (0x1E00, 1.9),  # Latin for Vietnamese, Greek with many marks
    (0x2000, 1.5),  # dashes, quotes, bullets
    (0x2030, 3.0),  # signs, arrows, mathematics
    (0x2500, 1.5),  # lines and blocks, mostly in long rows
    (0x25A0, 3.0),  # shapes, dingbats
    (0x3000, 1.4),  # Kana, CJK punctuation
    (0x3100, 3.0),
    (0x4E00, 1.5),  # Hanzi
    (0xA000, 3.0),
    (0xAC00, 1.5),  # Hangul
    (0xD7B0, 3.0),
    (0xFF00, 1.9),  # full width
    (0xFFF0, 3.0),
    (0x10000, 4.0),  # emoji and all that takes four bytes
)
"""(first code point, tokens per character). Never above the UTF-8 length, which no
byte-level vocabulary exceeds."""
_STARTS = [start for start, _ in PRICES]


def _table(classes: dict[bytes, bytes], other: bytes) -> bytes:
    """Return a `bytes.translate` table that sends each member to its class."""
    table = bytearray(other * 256)
    for name, members in classes.items():
        for member in members:
            table[member] = name[0]
    return bytes(table)


LOWER = b"abcdefghijklmnopqrstuvwxyz"
DIGITS = b"0123456789"
CLASSES = _table(
    {
        b"a": LOWER,
        b"A": LOWER.upper(),
        b"0": DIGITS,
        b" ": b" ",
        b"n": b"\t\n\r",
        b"x": bytes(range(128, 256)),
    },
    other=b"p",
)
LETTERS = _table({b"a": LOWER + LOWER.upper()}, other=b"-")
RUNS = _table({b"r": LOWER + LOWER.upper() + DIGITS + b"+/=_-"}, other=b" ")
ASCII = bytes(range(128))


def price(character: str) -> float:
    """Return the tokens of one character beyond ASCII."""
    return PRICES[bisect_right(_STARTS, ord(character)) - 1][1]
