"""Knobs of topics: how turns are grouped, and how long a topic stays loaded."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pane_cli.rules.knobs import Count, Share

Turns = Annotated[int, Meta(ge=1, extra={"unit": "turns"})]


class Lifetime(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another time to live, for turns to which all that is given applies."""

    turns: Annotated[Turns, Meta(description="Turns without reference.")]
    category: Annotated[
        str | None, Meta(description="A kind of work: testing, debugging, ...")
    ] = None
    glob: Annotated[
        str | None, Meta(description="A glob of files that a call names.")
    ] = None
    tool: Annotated[str | None, Meta(description="A glob of tools.")] = None
    topic: Annotated[str | None, Meta(description="A glob of entities.")] = None


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entity that is always told by its name, at word boundaries."""

    name: Annotated[str, Meta(description="What it is called in topics.")]
    aliases: Annotated[
        tuple[str, ...],
        Meta(description="Its other names; with a star: globs of its files."),
    ] = ()


class Category(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What tells one category, a kind of work."""

    words: Annotated[
        tuple[str, ...], Meta(description="Words of the request, in lower case.")
    ] = ()
    commands: Annotated[
        tuple[str, ...], Meta(description="How commands begin: pytest, npm test.")
    ] = ()
    tools: Annotated[tuple[str, ...], Meta(description="Globs of tools.")] = ()


def _told(words: str, *commands: str, tools: tuple[str, ...] = ()) -> Category:
    return Category(tuple(words.split()), commands, tools)


#: Categories that are told without being configured.
CATEGORIES = {
    "architecture": _told("architecture architect abstraction decouple coupling"),
    "testing": _told(
        "test tests testing tested untested coverage e2e fixture fixtures",
        *("pytest", "python -m pytest", "tox", "jest", "npx jest", "vitest"),
        *("npx vitest", "npm test", "npm run test", "yarn test", "pnpm test"),
        *("cargo test", "go test", "mix test", "make test", "rspec", "mvn test"),
    ),
    "debugging": _told(
        "bug bugs bugfix debug debugging crash crashes crashed error errors exception"
        " traceback broken breaks fail fails failing failure failed hang hangs"
        " regression"
    ),
    "deployment": _told(
        "deploy deploys deployed deployment rollout publish staging production",
        *("docker", "podman", "kubectl", "helm", "terraform", "ansible", "systemctl"),
        *("npm publish", "twine", "fly deploy", "vercel"),
    ),
    "review": _told("review reviews reviewed reviewer feedback", "gh pr"),
    "documentation": _told(
        "docs documentation document readme changelog docstring docstrings tutorial",
        *("mkdocs", "sphinx-build"),
    ),
    "performance": _told(
        "performance slow slower faster latency benchmark benchmarks profile profiling"
        " optimize optimise throughput bottleneck",
        *("hyperfine", "perf", "py-spy", "wrk"),
    ),
    "refactoring": _told(
        "refactor refactored refactoring rename renamed simplify deduplicate"
        " de-duplicate duplication untangle restructure concise"
    ),
    "planning": _told(
        "plan plans planning roadmap milestone milestones proposal",
        tools=("ExitPlanMode", "exit_plan_mode"),
    ),
    "discussion": _told("discuss discussion opinion thoughts brainstorm idea ideas"),
}


class Topics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How turns become topics, and when a topic has had its time.

    A topic has two fingerprints: the entities that its turns are about, and the kinds
    of work. `rules/pane-0.1.yaml` and `rules/pane-head.yaml` group as the two published
    versions of Pane do.
    """

    ttl: Annotated[
        Turns, Meta(description="Turns that a topic stays loaded without reference.")
    ] = 5
    lifetimes: Annotated[
        tuple[Lifetime, ...],
        Meta(
            description="Other times by category, glob, tool, topic; the first counts."
        ),
    ] = ()
    entity_overlap: Annotated[
        Share,
        Meta(
            description="Share of a turn's entities that its topic must have for the"
            " turn to belong to it; 0: any of them."
        ),
    ] = 0.0
    category_overlap: Annotated[
        Share, Meta(description="The same of its kinds of work; 0: any of them.")
    ] = 0.0
    fingerprint: Annotated[
        Literal["fixed", "growing"],
        Meta(description="Whether a topic takes on the names of the turns it gains."),
    ] = "growing"
    core: Annotated[
        Share,
        Meta(
            description="Share of the turns of a growing topic that must have named an"
            " entity for it to stand for the topic; 0: one of them."
        ),
    ] = 0.25
    unnamed: Annotated[
        Literal["differs", "joins"],
        Meta(
            description="A turn's names where its topic has none of their sort yet:"
            " they differ from it, or it takes them on."
        ),
    ] = "joins"
    drift: Annotated[
        Literal["extend", "refresh", "new"],
        Meta(
            description="A turn that names nothing: extends the topic at hand without"
            " or with refreshing it, or begins one of its own."
        ),
    ] = "extend"
    returns: Annotated[
        bool,
        Meta(description="Whether a turn goes back to an earlier topic that it fits."),
    ] = True
    tick: Annotated[
        Literal["others", "all"],
        Meta(
            description="What grows older each turn: topics that are not referred to,"
            " or all, so that only the one that is gone on with is refreshed."
        ),
    ] = "others"
    soft: Annotated[
        Count,
        Meta(description="Topics at most that a request loads for one turn by name."),
    ] = 5
    entities: Annotated[
        int, Meta(description="Entities of a turn at most, the most telling.", ge=1)
    ] = 4
    registry: Annotated[
        tuple[Named, ...], Meta(description="Entities known by name and aliases.")
    ] = ()
    categories: Annotated[
        dict[str, Category],
        Meta(description="Kinds of work, by name; a rule file adds to them."),
    ] = msgspec.field(default_factory=lambda: dict(CATEGORIES))
