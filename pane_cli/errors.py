"""The one kind of error that a user can do something about."""

from __future__ import annotations


class PaneError(Exception):
    """What went wrong, and what to do: printed as two lines, exit status 2."""

    def __init__(self, message: str, hint: str = "", status: int = 2) -> None:
        super().__init__(message)
        self.hint = hint
        self.status = status
