"""Sections of the work: done and next, files, commits."""

from __future__ import annotations

from functools import partial

from pane_cli.rules.schema import Section
from pane_cli.session.address import format_range
from pane_cli.summarize.asked import last_said
from pane_cli.summarize.lines import Line, Material, limit_of, times, with_end
from pane_cli.text.clip import one_line
from pane_cli.text.refusals import is_refusal
from pane_cli.view.metadata import without_metadata
from pane_cli.view.plan import Todo
from pane_cli.view.rows import Turn
from pane_cli.view.work import FileUse


def plan(material: Material, section: Section) -> list[Line]:
    """Done and next: the newest plan while it stands, else what each turn came to.

    A plan stands in the turn in which it was last changed, and while any of its items
    has another status than its first one, which is done first.
    """
    view = material.view
    todos = view.plans.newest(material.fetch, view.off)
    running = view.newest
    is_new = bool(todos and running and todos[0].last >= running.first)
    if todos and (is_new or len({todo.status for todo in todos}) > 1):
        lines = [_todo(todo, section) for todo in todos]
    else:
        lines = [
            line
            for turn in view.turns
            if turn is not running
            for line in _finished(material, turn, section)
        ]
    for place, line in enumerate(lines):
        line.worth = place
    return lines


def files(material: Material, section: Section) -> list[Line]:
    """Files that were written, newest first, then those that were only read."""
    uses = sorted(
        material.view.files,
        key=lambda use: (use.path in material.disk, bool(use.writes), use.last),
        reverse=True,
    )
    lines = []
    for place, use in enumerate(uses):
        writes = [n for n in use.writes if n > material.since]
        seen = writes or [n for n in use.reads[-1:] if n > material.since]
        if seen:
            words = partial(_file, material, use, len(writes), section)
            why = f"written {times(len(writes))}" if writes else "read"
            lines.append(Line(seen[0], seen[-1], words, why, -place))
    return lines


def commits(material: Material, section: Section) -> list[Line]:
    """Commits that commands made, newest last."""
    return [
        Line(
            commit.n,
            commit.n,
            partial(
                one_line,
                material.clean(f"{commit.hash} {commit.subject}".strip()),
                limit_of(section),
            ),
            "a commit",
            place,
        )
        for place, commit in enumerate(material.view.commits)
    ]


def _todo(todo: Todo, section: Section) -> Line:
    text = one_line(f"{todo.status}: {todo.text}", limit_of(section))
    return Line(todo.n, todo.last, lambda: text, "the agent's own plan")


def _finished(material: Material, turn: Turn, section: Section) -> list[Line]:
    view = material.view
    asked = [n for n in turn.requests if n not in view.off]
    said = last_said(view, turn)
    if said is None or not asked:
        return []
    words = partial(_ended, material, asked[0], said, section)
    return [Line(asked[0], said, words, f"t{turn.number} is finished")]


def _ended(material: Material, asked: int, said: int, section: Section) -> str:
    limit = limit_of(section)
    request = one_line(material.request(asked), limit // 3) or "(an image)"
    text = without_metadata(material.text(said))
    is_none = is_refusal(text, material.view.rules.facts.refusals)
    end = f" -> {'(no answer)' if is_none else one_line(text, limit // 2)}"
    return with_end(f'"{request}"', f"{end} {format_range(said, said)}", section)


def _file(material: Material, use: FileUse, count: int, section: Section) -> str:
    many = f" x{count}" if count > 1 else ""
    became = material.disk.get(use.path)
    end = many + (f"; {became}" if became else "")
    did = "changed" if count else "read"
    return with_end(f"{did} {material.clean(use.path)}", end, section)
