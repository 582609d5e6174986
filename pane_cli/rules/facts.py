"""Knobs of facts, and of the metadata that agents give of their own turns."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pane_cli.rules.knobs import Chars, Count


class Facts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What agents say of their own turns, and which of it is kept as a fact."""

    contradiction_turns: Annotated[
        Count,
        Meta(
            description="Another value within so many turns contradicts; later it is"
            " an update.",
            extra={"unit": "turns"},
        ),
    ] = 3
    refusals: Annotated[
        tuple[str, ...],
        Meta(
            description="What a reply begins with that answers nothing, in lower case,"
            " `cannot` for `can't`: no fact, and behind other hits."
        ),
    ] = (
        *("i cannot help with", "i cannot help you", "i cannot assist"),
        *("i cannot answer", "i cannot provide", "i cannot comply", "i cannot fulfill"),
        *("i cannot recall", "i cannot remember", "i cannot say", "i cannot tell"),
        *("i am unable to", "i am not able to", "i am not sure", "i am not certain"),
        *("i do not know", "i do not recall", "i do not remember"),
        *("i do not have access", "i do not have any", "i do not have enough"),
        *("i do not have information", "i have no information", "i have no record"),
        *("there is no information", "i must decline", "i will not be able to"),
        *("as an ai i cannot", "as an ai i do not", "as an ai language model i"),
        *("as a language model i cannot", "as a language model i do not"),
    )
    generic: Annotated[
        tuple[str, ...],
        Meta(description="Words that name no entity: `check` wants a specific one."),
    ] = (
        *("agent", "api", "app", "application", "assistant", "backend", "bug"),
        *("change", "code", "codebase", "command", "config", "data", "database"),
        *("error", "file", "files", "fix", "folder", "frontend", "function", "issue"),
        *("module", "output", "problem", "program", "project", "repo", "repository"),
        *("script", "server", "service", "software", "system", "task", "test", "tests"),
        *("thing", "tool", "user", "website", "work"),
    )
    summary_chars: Annotated[
        Chars,
        Meta(description="Characters of a metadata summary at most, for every turn."),
    ] = 400
    summary_tokens: Annotated[
        Count,
        Meta(
            description="Tokens of a metadata summary at least, for every turn.",
            extra={"unit": "tokens"},
        ),
    ] = 50
