"""Commands as Typer reads them, and what they refuse alike."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

from pane_cli.errors import PaneError

#: Nothing may be asked, and no words may stand in a place.
MAY_BE_EMPTY = ("query", "note")


class Given(TyperCommand):
    """A command whose options have a value where they are given.

    An empty one is a variable of a script that nobody set: `--since "$SINCE"` must not
    mean all times, nor `--store "$STORE"` this folder.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read a command line; raises PaneError for an empty value."""
        if not ctx.resilient_parsing:  # a line that is being completed
            self._refuse_empty(self.make_parser(ctx).parse_args(list(args))[0])
        return super().parse_args(ctx, args)

    def _refuse_empty(self, given: dict[str, Any]) -> None:
        for option in self.params:
            value = given.get(option.name or "")
            values = value if isinstance(value, list) else [value]
            is_option = option.param_type_name == "option"
            if is_option and "" in values and option.name not in MAY_BE_EMPTY:
                name = option.opts[0]
                raise PaneError(f"{name}: its value is empty", f"leave {name} out")
