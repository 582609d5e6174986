"""What a view remembers between two lines, as bytes and back: numbers, keys, facts.

Marks are no part of it. They are few and hold the user's words, which stay where they
are: in the session.
"""

from __future__ import annotations

import zlib
from types import ModuleType

import msgspec

from pane_cli.rules.schema import Rules
from pane_cli.session.types import Header, Usage
from pane_cli.view import (
    branch,
    facts,
    grouping,
    plan,
    reads,
    recalls,
    rows,
    saying,
    topics,
    usage,
    windows,
    work,
)
from pane_cli.view.folded import FoldRules, fold_rules
from pane_cli.view.view import View

VERSION = 5
"""Raise it when a fold makes something else of the same lines."""

_FOLDS = (
    branch,
    facts,
    grouping,
    plan,
    reads,
    recalls,
    rows,
    saying,
    topics,
    usage,
    windows,
    work,
)


class Folds(msgspec.Struct, array_like=True):
    """The folds of the entries and amends."""

    shape: rows.Shape
    branch: branch.Branch
    work: work.Work
    plans: plan.Plans
    answers: usage.Answers
    calibration: usage.Calibration
    windows: windows.Windows
    reads: reads.Reads
    recalls: recalls.Recalls
    given: facts.Given
    topics: topics.Topics


_decoder = msgspec.msgpack.Decoder(Folds)


class Stamp(msgspec.Struct, frozen=True, array_like=True):
    """What folds that were kept must have been made by to be of use."""

    version: int
    layout: int
    session: str
    rules: FoldRules


def stamp(header: Header, rules: Rules) -> Stamp:
    """The stamp of a session's folds, made here and now."""
    return Stamp(VERSION, _layout(), header.id, fold_rules(rules))


def pack(view: View) -> bytes:
    """The folds as bytes; raises OverflowError where a number is beyond 64 bits."""
    view.topics.hold(view.naming)
    return msgspec.msgpack.encode(
        Folds(
            view.shape,
            view.branch,
            view.work,
            view.plans,
            view.answers,
            view.calibration,
            view.windows,
            view.reads,
            view.recalls,
            view.given,
            view.topics,
        )
    )


def unpack(body: bytes | msgspec.Raw, header: Header, rules: Rules) -> View:
    """A view to go on with, its marks yet to come; raises msgspec.DecodeError."""
    folds = _decoder.decode(body)
    view = View(header, rules)
    for name in Folds.__struct_fields__:
        setattr(view, name, getattr(folds, name))
    return view


def _layout() -> int:
    """A number that changes with any field of a fold."""
    structs = [item for module in _FOLDS for item in _structs(module)]
    fields = [(one.__name__, one.__annotations__) for one in (*structs, Folds, Usage)]
    return zlib.crc32(repr(fields).encode("utf-8"))


def _structs(module: ModuleType) -> list[type]:
    return [
        item
        for item in vars(module).values()
        if isinstance(item, type(msgspec.Struct)) and item.__module__ == module.__name__
    ]
