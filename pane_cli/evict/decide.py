"""What was asked of `evict` becomes a mark for one session, or the reason for none."""

from __future__ import annotations

from fnmatch import fnmatch
from typing import NamedTuple

from pane_cli.errors import PaneError
from pane_cli.evict.back import comes_back
from pane_cli.evict.cost import pays_after
from pane_cli.evict.distance import Encode
from pane_cli.evict.limits import Limits, limits, tokens_in
from pane_cli.evict.marks import evict_mark, freed, restore_mark, undo_mark
from pane_cli.evict.order import Fetch
from pane_cli.evict.plan import Plan, automatic, expired, plan, selected, target_tokens
from pane_cli.evict.policy import Item
from pane_cli.evict.units import units
from pane_cli.session.address import format_range
from pane_cli.session.types import Mark
from pane_cli.text.counts import counted
from pane_cli.view import measured
from pane_cli.view.view import View, numbers

#: Who decided, where `--auto` did.
BY_RULE = "rule:evict.trigger"
#: Who decided, where `--expired` did.
BY_TTL = "rule:topics.ttl"


class Request(NamedTuple):
    """What was asked: at most one of `restore`, `undo`, `to`, `auto`, `expired`."""

    selection: str | None = None
    to: str | None = None
    restore: bool = False
    undo: bool = False
    auto: bool = False
    force: bool = False
    note: str = ""
    by: str = "user"
    ts: str | None = None
    expired: bool = False
    place: str = ""
    """What behind `pane evict '#3-40'` says where the session is."""

    def check(self) -> None:
        """Raise where two things were asked at once, or `to` is no size."""
        if self.to is not None:
            target_tokens(self.to, 0)
        asked = self.restore, self.undo, self.auto, self.to is not None, self.expired
        if sum(asked) > 1:
            options = "--restore, --undo, --auto, --to and --expired"
            raise PaneError(f"{options} exclude each other")
        others = {
            "--undo": self.undo,
            "--auto": self.auto,
            f"--to {self.to}": self.to,
            "--expired": self.expired,
        }
        other = next((name for name, is_asked in others.items() if is_asked), None)
        if self.selection is not None and other is not None:
            raise PaneError(f"both {self.selection} and {other}", "give one of them")

    @property
    def is_named(self) -> bool:
        """Whether the user named what leaves: that is not weighed."""
        return self.selection is not None and self.by == "user"


class Decision(NamedTuple):
    """The mark to write (None: nothing has to change), and what to say of it."""

    mark: Mark | None
    message: str
    items: tuple[Item, ...] = ()
    """Every unit, with why it leaves or stays."""


def decide(
    view: View,
    request: Request,
    fetch: Fetch | None = None,
    encode: Encode | None = None,
) -> Decision:
    """The decision for one session; raises PaneError for what is not there.

    Without `fetch`, what turns are about has no say; with `encode`, it also tells
    whether the topic has changed.
    """
    if request.undo:
        mark = undo_mark(view, request.by, request.ts)
        return Decision(mark, f"mark {mark.undoes} undone")
    if request.restore:
        wanted = selected(view, request.selection or "all")
        mark = restore_mark(view, wanted, request.by, request.ts)
        return Decision(mark, f"{freed(view, mark.entries):,} tokens back in context")
    if request.auto:
        by = BY_RULE if request.by == "user" else request.by
        return _automatic(view, request._replace(by=by), fetch, encode)
    if request.expired:
        by = BY_TTL if request.by == "user" else request.by
        return _evicted(view, request._replace(by=by), expired(view))
    planned = plan(view, request.selection, request.to, fetch, encode)
    return _evicted(view, request, planned)


def _automatic(
    view: View, request: Request, fetch: Fetch | None, encode: Encode | None
) -> Decision:
    """Nothing below the trigger, but for turns whose recalls cost more than they do."""
    model = measured.model(view) or ""
    for glob in view.rules.evict.skip_models:
        if fnmatch(model, glob):
            return Decision(None, f"{model} is skipped (evict.skip_models: {glob})")
    sizes, now = limits(view), tokens_in(view)
    if now > sizes.trigger:
        planned = automatic(view, fetch, encode)
        least = view.rules.evict.minimum
        if planned.entries and planned.before - planned.after < least:
            message = f"held: frees {planned.before - planned.after:,} tokens"
            message += f", evict.minimum is {least:,}"
            if not request.force and now <= sizes.window:
                return Decision(None, message, planned.items)
        return _evicted(view, request, planned)
    return _returned(view, request, sizes) or Decision(
        None, f"nothing to evict: {now:,} tokens in context, {_trigger(view, sizes)}"
    )


def _trigger(view: View, sizes: Limits) -> str:
    said = f"the trigger is {sizes.trigger:,}"
    rate = measured.scale(view)
    if rate == 1.0:
        return said
    # Tokens here are our estimate, which errs high; the model was seen to charge less.
    return f"{said} (window {measured.window(view):,}, {rate:.2f} charged for one)"


def _returned(view: View, request: Request, sizes: Limits) -> Decision | None:
    found = comes_back(view, sizes)
    if not found:
        return None
    wanted = frozenset(n for back in found for n in back.entries)
    mark = restore_mark(view, wanted, request.by, request.ts)
    names = ", ".join(
        f"{b.name} (recalled {counted(b.recalls, 'time')})" for b in found
    )
    message = f"{freed(view, mark.entries):,} tokens back in context: {names}"
    return Decision(mark, message)


def _evicted(view: View, request: Request, planned: Plan) -> Decision:
    if not planned.entries:
        message = f"nothing to evict ({planned.before:,} tokens in context)"
        return Decision(None, message, planned.items)
    is_full = planned.before > limits(view).window
    weighed = not (request.force or request.is_named or is_full)
    if weighed and not planned.cost.pays_within(view.rules.evict.horizon):
        return Decision(None, _held(view, planned, request.place), planned.items)
    mark = evict_mark(
        view, planned.entries, note=request.note, by=request.by, ts=request.ts
    )
    leaving = sum(item.leaves for item in planned.items)
    message = (
        f"{leaving} out, {planned.before:,} -> {planned.after:,} tokens in context;"
        f" {planned.cost}"
    )
    return Decision(mark, message, planned.items)


def _held(view: View, planned: Plan, place: str) -> str:
    """Why it is held, and the run that would pay."""
    horizon = view.rules.evict.horizon
    run = paying_run(view, min(numbers(planned.entries)))
    would = (
        f"pane evict '{run}'{place} would pay, or --force" if run else "--force evicts"
    )
    return f"held: {planned.cost}, evict.horizon is {horizon}; {would}"


def paying_run(view: View, first: int) -> str | None:
    """The shortest run of units from entry `first` on that pays within the horizon."""
    rules = view.rules.evict
    saves = 0
    behind = sum(row.tokens for row in view.rows[first - 1 :] if view.is_in(row.n))
    for unit in units(view):
        if unit.kept or max(unit.entries) < first:
            continue
        saves += unit.tokens
        behind -= unit.tokens
        after = pays_after(saves, behind, rules.prices)
        if after is not None and after <= rules.horizon:
            return format_range(first, max(unit.entries))
    return None
