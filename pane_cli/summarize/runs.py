"""Sections of what was run: commands with how they ended, and what was tried."""

from __future__ import annotations

import re
from functools import lru_cache, partial

from pane_cli.rules.schema import Section
from pane_cli.session.address import format_range
from pane_cli.summarize.lines import Line, Material, limit_of, outcome, times, with_end
from pane_cli.text.clip import clip, one_line
from pane_cli.text.counts import counted
from pane_cli.view.command_lines import command_key, command_line
from pane_cli.view.work import PATCH, Command, Failure

_QUOTED = re.compile(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"", re.DOTALL)
_SEGMENTS = re.compile(r"&&|\|\||[;|\n]")
_ASSIGNMENTS = re.compile(r"^(?:\w+=\S*\s+)+")
#: Open failures that the task state names.
OPEN = 3
#: What a run printed last takes at most this share of its line.
_OUTPUT_SHARE = 3
#: Files named as changed before a failure was fixed, the first after it.
_CHANGED = 3


def commands(material: Material, section: Section) -> list[Line]:
    """The same command once, as it was run last, with how that ended.

    Commands that the rules track stay first, then those that were run again.
    """
    runs: dict[str, list[Command]] = {}
    for command in material.view.work.commands:
        if command.call > material.since and command.call not in material.view.off:
            runs.setdefault(command_key(command.line), []).append(command)
    track = material.rules.track
    lines = []
    for key, all_runs in runs.items():
        is_tracked = key.startswith(track) if track else False
        is_patch = PATCH in all_runs[-1].line
        if is_tracked or not (is_patch or only_looks(key, material.rules.looks)):
            lines.append(_run(material, all_runs, is_tracked, section))
    return sorted(lines, key=lambda line: line.first)


def tried(material: Material, section: Section) -> list[Line]:
    """What failed, and what was changed before it passed."""
    shown = {failure.call for failure in still_open(material)[-OPEN:]}
    groups: dict[str, list[Failure]] = {}
    for failure in material.view.work.failures:
        if failure.call not in material.view.off and _is_command(material, failure):
            groups.setdefault(failure.what, []).append(failure)
    lines = []
    for failures in groups.values():
        last = failures[-1]
        if last.call in shown or last.result <= material.since:
            continue
        words = partial(_tried, material, failures, section)
        why = "failed and was fixed" if last.fixed else "failed and was left"
        end = max(last.result, last.fixed)
        lines.append(Line(failures[0].call, end, words, why, last.call))
    return sorted(lines, key=lambda line: line.first)


def still_open(material: Material) -> list[Failure]:
    """Failures that nothing later passed; a look that finds nothing is none."""
    looks = material.rules.looks
    return [f for f in material.view.open_failures if not only_looks(f.what, looks)]


@lru_cache(maxsize=4096)
def only_looks(line: str, looks: tuple[str, ...]) -> bool:
    """Whether a command line changes nothing and tests nothing.

    >>> only_looks("cd src && grep -rn x . | head -3", ("cd", "grep", "head"))
    True
    """
    begins = tuple(f"{look} " for look in looks)
    bare = _QUOTED.sub("''", line.split("<<", 1)[0])
    parts = (_ASSIGNMENTS.sub("", part.strip()) for part in _SEGMENTS.split(bare))
    return all(f"{part} ".startswith(begins) for part in parts if part)


def _is_command(material: Material, failure: Failure) -> bool:
    tool = material.view.row(failure.call).tool or "?"
    is_call = failure.what == tool or failure.what.startswith(tool + " ")
    return not is_call and not only_looks(failure.what, material.rules.looks)


def _run(
    material: Material, runs: list[Command], is_tracked: bool, section: Section
) -> Line:
    last = runs[-1]
    words = partial(_command, material, last, len(runs), section)
    ranks = (is_tracked, len(runs) > 1)
    why = "summary.track" if is_tracked else f"run {times(len(runs))}"
    worth = sum(is_so * (material.view.last << 2 - i) for i, is_so in enumerate(ranks))
    return Line(last.call, last.result or last.call, words, why, worth + last.call)


def _command(material: Material, run: Command, count: int, section: Section) -> str:
    view = material.view
    line = command_line(material.fetch(run.call).args)
    first, _, rest = line.strip().partition("\n")
    more = f" (+{counted(rest.count(chr(10)) + 1, 'line')})" if rest else ""
    ended = outcome(view.row(run.result) if run.result else None)
    many = f" x{count}" if count > 1 else ""
    printed = material.output(run.result, limit_of(section) // _OUTPUT_SHARE)
    end = f"{more} -> {ended}{many}" + (f": {printed}" if printed else "")
    return with_end(f"$ {first}", end, section)


def _tried(material: Material, failures: list[Failure], section: Section) -> str:
    last = failures[-1]
    limit = limit_of(section)
    many = f" x{len(failures)}" if len(failures) > 1 else ""
    name = one_line(material.failed_call(last), limit // 2)
    printed = material.output(last.result, limit // 2)
    text = f"failed{many}: {name}" + (f": {printed}" if printed else "")
    if not last.fixed:
        return clip(text, limit)
    changed = _changed(material, last)
    passed = f"passed {format_range(last.fixed, last.fixed)}"
    end = f" -> changed {changed}, {passed}" if changed else f" -> {passed}"
    return with_end(text, end, section)


def _changed(material: Material, failure: Failure) -> str:
    """The files that were written between a failure and what passed it."""
    span = range(failure.result, failure.fixed)
    written = [
        (writes[0], writes[-1], use.path)
        for use in material.view.files
        if (writes := [n for n in use.writes if n in span])
    ]
    shown = [
        f"{material.clean(path)} {format_range(first, last)}"
        for first, last, path in sorted(written)[:_CHANGED]
    ]
    more = f" (+{len(written) - _CHANGED} more)" if len(written) > _CHANGED else ""
    return ", ".join(shown) + more
