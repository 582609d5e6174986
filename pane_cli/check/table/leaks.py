"""P8: secrets."""

from __future__ import annotations

from pane_cli.check import leaks
from pane_cli.check.row import Row

_TODO = (
    "Revoke it first. Then take it out of the file, or `pane forget` the session. What "
    "is no secret goes into `redact.allow`, as a regex of the value."
)

ROWS = (
    Row(
        "P801",
        "leaked-key",
        "error",
        ("secret", "end"),
        leaks.leaked_key,
        means="A credential of a known form stands in the file: a private key, a key "
        "of "
        "AWS, Anthropic, OpenAI, GitHub and others, or a kind of `redact.extra`. Each "
        "is told once, by its kind and place, and never shown.",
        why="Whoever gets the file, a backup or a CI log of it, can use the key. What "
        "pane renders is redacted, the file is not.",
        example="github-token of 40 characters at column 812",
        todo=_TODO,
    ),
    Row(
        "P802",
        "likely-secret",
        "warning",
        ("secret", "end"),
        leaks.likely_secret,
        means="A value that looks random stands where a password, token or key is set, "
        "behind `Bearer`, or in a URL. Hashes, UUIDs and placeholders are left alone.",
        why="As `leaked-key`; only the words around it say that it is one.",
        example="url-password of 9 characters at column 120",
        todo=_TODO,
    ),
)
