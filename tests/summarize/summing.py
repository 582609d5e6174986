"""Summaries of stories, as the command makes them."""

from __future__ import annotations

from typing import Any

import msgspec
from story_lines import session

from pane_cli.commands.shared.inputs import Session
from pane_cli.rules.schema import DEFAULT, Rules, Section
from pane_cli.summarize.lines import Material
from pane_cli.summarize.summarize import Summary, summarize


def only(*sections: Section, **summary: Any) -> Rules:
    """The default rules with these sections, and other rules of the summary."""
    changed = msgspec.structs.replace(DEFAULT.summary, sections=sections, **summary)
    return msgspec.structs.replace(DEFAULT, summary=changed)


def material(made: Session, **fields: Any) -> Material:
    """What the summary of a session is made from; no secrets are taken out."""
    plain = Material(
        made.view,
        made.log.entry,
        str,
        made.log.text,
        made.log.name,
        sections=made.view.rules.summary.sections,
    )
    return msgspec.structs.replace(plain, **fields)


def summary_of(story: str, rules: Rules = DEFAULT, **fields: Any) -> Summary:
    """The summary of a story."""
    return summarize(material(session(story, rules), **fields))


def text_of(story: str, rules: Rules = DEFAULT, **fields: Any) -> str:
    """The same as text."""
    return summary_of(story, rules, **fields).text()


def lines_of(story: str, *sections: Section, **fields: Any) -> list[str]:
    """The lines of some sections, without their headings."""
    text = text_of(story, only(*sections), **fields)
    return [line for line in text.split("\n") if line and not line.startswith("## ")]
