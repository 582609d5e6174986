"""What to tell an agent, for its CLAUDE.md or AGENTS.md: shipped as `metadata.md`."""

from __future__ import annotations

import re

from pane_cli.rules.layers import shipped_folder
from pane_cli.rules.schema import DEFAULT, Rules


def metadata_instructions(rules: Rules) -> str:
    """How a reply is to end so that pane knows what it was about.

    The shipped file names the categories of the default rules; others take their place.
    """
    text = (shipped_folder() / "metadata.md").read_text("utf-8")
    words = ",".join(rf"\s+{name}" for name in DEFAULT.topics.categories)
    if list(rules.topics.categories) == list(DEFAULT.topics.categories):
        return text
    return re.sub(words, " " + ", ".join(rules.topics.categories), text)
