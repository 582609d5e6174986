"""Rules from their layers: the one file that reads and writes YAML.

    load(environment, settings=["evict.share=0.3"]).rules.evict.share  ->  0.3

Mappings merge by key; a list replaces the list below it. `version: 1` may stand at
the top. Without any layer no YAML is imported and no cache is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from pane_cli.errors import PaneError
from pane_cli.rules.layers import Environment, Layer, LayerName, file_layers
from pane_cli.rules.merge import Fault, Loaded, Setting, build, distrusted, over
from pane_cli.rules.schema import Rules
from pane_cli.rules.tree import Leaf, Problem, Tree, grow

_SET = "--set"


def load(
    environment: Environment,
    rules_file: Path | None = None,
    settings: Sequence[str] = (),
) -> Loaded:
    """Return the merged rules; a PaneError names the first thing wrong with them."""
    layers = file_layers(environment, rules_file)
    if not layers and not settings:
        return Loaded()
    merged = _from_files(environment.cache, layers) if layers else []
    for setting in settings:
        merged = over(merged, _sound(read_setting(setting)))
    return Loaded(build(merged), tuple(merged))


def read_file(path: Path, layer: LayerName = "file") -> list[Setting | Fault]:
    """Return what one file sets and what is wrong with it, in its order."""
    return read_text(path.read_bytes(), str(path), layer)


def read_text(text: bytes, file: str, layer: LayerName) -> list[Setting | Fault]:
    """Return what YAML sets and what is wrong with it; `file` is its name."""
    from pane_cli.rules.validate import read

    found = [_placed(row, file, layer) for row in read(_tree(text), Rules)]
    if layer not in ("project", "learned"):
        return found
    faults = [isinstance(row, Setting) and distrusted(row) for row in found]
    return [fault or row for fault, row in zip(faults, found, strict=True)]


def read_setting(setting: str) -> list[Setting | Fault]:
    """Return what one `KEY=VALUE` sets; the value is YAML."""
    from pane_cli.rules import hints
    from pane_cli.rules.validate import read, unknown

    key, equals, text = setting.partition("=")
    if not equals:
        return [Fault(_SET, 0, key, "has no value: write --set KEY=VALUE")]
    place = hints.at(tuple(key.split(".")), Rules)
    if place is None:
        return [Fault(_SET, 0, key, unknown(key))]
    tree = _tree(text.encode("utf-8", "surrogateescape"))
    return [_placed(row, _SET, "set") for row in read(tree, place[1], place[0])]


def to_yaml(value: Any) -> str:
    """Return a plain value on one line of YAML, which reads back as the same."""
    import yaml

    def dump(allow_unicode: bool) -> str:
        text: str = yaml.safe_dump(
            value,
            default_flow_style=True,
            allow_unicode=allow_unicode,
            width=float("inf"),
            sort_keys=False,
        )
        return text.rstrip("\n").removesuffix("\n...")

    # Some characters end a line in YAML, and are not escaped where others are kept.
    readable = dump(True)
    return readable if yaml.safe_load(readable) == value else dump(False)


def _from_files(folder: Path | None, layers: Sequence[Layer]) -> list[Setting]:
    from pane_cli.rules import cache

    kept = cache.read(folder, layers)
    if kept is not None and _is_sound(kept):
        return kept
    merged: list[Setting] = []
    for layer in layers:
        merged = over(merged, _set_by(layer))
    cache.write(folder, layers, merged)
    return merged


def _set_by(layer: Layer) -> list[Setting]:
    if not layer.agent:
        return _sound(read_file(layer.path, layer.name))
    from pane_cli.rules import hosts

    return [
        Setting(("hosts", layer.agent, key), value, layer.name, str(layer.path), 0)
        for key, value in hosts.read(layer.path, layer.agent).items()
    ]


def _is_sound(kept: list[Setting]) -> bool:
    """Whether what was kept fits the keys of this version of pane."""
    try:
        build(kept)
    except msgspec.ValidationError:
        return False
    return True


def _sound(found: list[Setting | Fault]) -> list[Setting]:
    faults = [row for row in found if isinstance(row, Fault)]
    if not faults:
        return [row for row in found if isinstance(row, Setting)]
    if faults[0].file == _SET:
        raise PaneError(str(faults[0]), "list all keys: pane rules show")
    more = f"and {len(faults) - 1} more; " if len(faults) > 1 else ""
    raise PaneError(str(faults[0]), f"{more}see: pane rules check {faults[0].file}")


def _placed(row: Leaf | Problem, file: str, layer: LayerName) -> Setting | Fault:
    line = 0 if layer == "set" else row.line
    if isinstance(row, Problem):
        return Fault(file, line, row.key, row.message)
    return Setting(row.path, row.value, layer, file, line)


def _tree(text: bytes) -> Tree:
    """Parse YAML, keeping lines; what can't be parsed is a tree with a problem."""
    import yaml

    def scalar(node: Any) -> Any:
        try:
            return loader.construct_object(node, deep=True)
        except yaml.YAMLError as error:
            raise ValueError(getattr(error, "problem", "") or str(error)) from None

    try:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
        node = loader.get_single_node()
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        return Tree(line, problem=f"no YAML: {error.problem or error.context}")
    except yaml.YAMLError as error:
        line = text[: getattr(error, "position", 0)].count(b"\n") + 1
        return Tree(line, problem=f"no YAML: {getattr(error, 'reason', error)}")
    return Tree(1) if node is None else grow(node, scalar, {})
