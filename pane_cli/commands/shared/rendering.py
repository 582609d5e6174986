"""Text on its way to a person or a model: secrets out, unless asked otherwise."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from pane_cli.rules.schema import Rules
from pane_cli.session.types import Entry
from pane_cli.text.clip import strip_ansi
from pane_cli.text.entries import clean_entry

#: What is longer hardly comes twice, and would only be kept.
_NAME_CHARS = 200


def redactor(rules: Rules, off: bool = False) -> Callable[[str], str]:
    """A function that takes the secrets out of a text; `off`: leaves them in."""
    if off:
        return str
    from pane_cli.text.redact import redact  # compiled patterns: paid when printing

    extra = tuple((kind.name, kind.pattern) for kind in rules.redact.extra)
    allow = rules.redact.allow

    def clean(text: str) -> str:
        # Colours go first: they can stand in the middle of a secret.
        return redact(strip_ansi(text), extra=extra, allow=allow)

    known = lru_cache(1 << 12)(clean)  # names of arguments and files come again
    return lambda text: known(text) if len(text) < _NAME_CHARS else clean(text)


def cleaned(
    fetch: Callable[[int], Entry], clean: Callable[[str], str]
) -> Callable[[int], Entry]:
    """`fetch`, its entries without secrets (as they stand where `clean` is off)."""
    if clean is str:
        return fetch
    return lambda n: clean_entry(fetch(n), clean)
