"""Text on its way to a person or a model: secrets out, unless asked otherwise."""

from __future__ import annotations

from collections.abc import Callable

from pane_cli.rules.schema import Rules


def redactor(rules: Rules, off: bool = False) -> Callable[[str], str]:
    """A function that takes the secrets out of a text; `off`: leaves them in."""
    if off:
        return str
    from pane_cli.text.redact import redact  # compiled patterns: paid when printing

    extra = tuple((kind.name, kind.pattern) for kind in rules.redact.extra)
    allow = rules.redact.allow
    return lambda text: redact(text, extra=extra, allow=allow)
