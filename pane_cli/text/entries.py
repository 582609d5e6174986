"""An entry without its secrets, before anything is picked from it or clipped.

Half a secret is not recognised, and neither is a value without its name: so the whole
entry is cleaned, arguments under their names, and only then shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from pane_cli.session.types import Entry

Clean = Callable[[str], str]


def clean_entry(entry: Entry, clean: Clean) -> Entry:
    """The same entry, its text, arguments and files cleaned.

    Signed thinking that would be altered loses its signature: it is no longer what was
    signed.
    """
    text = clean(entry.text) if entry.text else ""
    signed = entry.signature if text == entry.text else None
    args = None
    if entry.args is not None:
        args = {
            clean(key): _value(key, value, clean) for key, value in entry.args.items()
        }
    files = tuple(map(clean, entry.files))
    return msgspec.structs.replace(
        entry, text=text, args=args, files=files, signature=signed
    )


def _value(name: str, value: Any, clean: Clean) -> Any:
    if isinstance(value, str):
        return clean_value(name, value, clean)
    if isinstance(value, dict):
        return {clean(key): _value(key, item, clean) for key, item in value.items()}
    if isinstance(value, list):
        return [_value(name, item, clean) for item in value]
    return value


def clean_value(name: str, value: str, clean: Clean) -> str:
    """`value` as it is cleaned behind its name: `password` makes a word a secret."""
    head = f"{name}: "
    shown = clean(head + value)
    return shown[len(head) :] if shown.startswith(head) else clean(value)
