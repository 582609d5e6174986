"""`pane rules`: show, schema, check, explain, metadata."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pane_cli.commands.shared.given import Given
from pane_cli.commands.shared.options import (
    Json,
    NoLearned,
    RulesFile,
    Settings,
    Store,
)
from pane_cli.commands.shared.settings import environment, rules_for
from pane_cli.commands.shared.terminal import (
    output,
    say,
    stdin,
    write_document,
    write_text,
)
from pane_cli.errors import PaneError
from pane_cli.text.counts import counted

app = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help="""Show, check and explain the rules: every number and list that decides.

    Later wins: the defaults, what the agents' own settings say of when they compact
    (hosts), what the store learned from use (learned.yaml), the user's rules.yaml
    (~/.config/pane), the store's rules.yaml, the project's .pane/rules.yaml,
    --rules FILE, --set KEY=VALUE.

    Example: pane rules explain evict.share
    """,
)


@app.command(cls=Given)
def show(
    json: Json = False,
    store: Store = None,
    rules: RulesFile = None,
    settings: Settings = None,
    no_learned: NoLearned = False,
) -> int:
    """Print the rules in effect, and which layer each value comes from.

    What is printed is a rules file: it can be edited and given to --rules.

    Example: pane rules show --rules small-window --set evict.share=0.3
    """
    from pane_cli.rules.document import merged_yaml

    loaded = rules_for(store, rules, settings, no_learned)
    if not json:
        return _print(merged_yaml(loaded))
    with output() as stream:
        write_document(stream, {"rules": loaded.rules, "layers": loaded.layers})
    return 0


@app.command(cls=Given)
def schema() -> int:
    """Print the JSON Schema of rules files, for editors.

    An editor finds it by a line at the top of a rules file:
    `# yaml-language-server: $schema=schema.json`.

    Example: pane rules schema > schema.json
    """
    from pane_cli.rules.document import json_schema
    from pane_cli.text.pretty import pretty

    return _print(pretty(json_schema()))


@app.command(cls=Given)
def check(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Rules files, names of shipped ones, `-` for stdin; none: all in use.",
            show_default=False,
        ),
    ] = None,
    store: Store = None,
    rules: RulesFile = None,
    settings: Settings = None,
    no_learned: NoLearned = False,
) -> int:
    """Print what is wrong with rules, as file:line: key: message; exit 2 if anything.

    A file in a folder `.pane` is held to what a project's rules may say.

    Example: pane rules check .pane/rules.yaml
    """
    from pane_cli.commands.shared.rule_names import name_faults
    from pane_cli.rules.layers import file_layers
    from pane_cli.rules.load import read_file, read_setting
    from pane_cli.rules.merge import Fault, Setting

    if files:
        found = [row for path in files for row in _read(path)]
    else:
        layers = [
            layer
            for layer in file_layers(environment(store, no_learned), rules)
            if not layer.agent  # another program's settings, not ours to judge
        ]
        found = [row for layer in layers for row in read_file(layer.path, layer.name)]
    found += [row for setting in settings or () for row in read_setting(setting)]
    found += name_faults(found)
    faults = [row for row in found if isinstance(row, Fault)]
    _print("".join(f"{fault}\n" for fault in faults))
    keys = sum(isinstance(row, Setting) for row in found)
    say(f"{counted(keys, 'key')} set, {len(faults)} wrong")
    return 2 if faults else 0


@app.command(cls=Given)
def explain(
    key: Annotated[
        str,
        typer.Argument(
            help="A key or a section: `evict.share`, `evict`.", metavar="KEY"
        ),
    ] = "",
    store: Store = None,
    rules: RulesFile = None,
    settings: Settings = None,
    no_learned: NoLearned = False,
) -> int:
    """Print what a key does, what it takes, its default, its value and its layer.

    A section lists its keys; no KEY lists them all.

    Example: pane rules explain evict.share
    """
    from pane_cli.rules.explain import explain_key, explain_section
    from pane_cli.rules.keys import knobs, sections
    from pane_cli.rules.validate import unknown

    loaded = rules_for(store, rules, settings, no_learned)
    if key in sections():
        return _print(explain_section(loaded, key))
    if key in knobs():
        return _print(explain_key(loaded, key))
    raise PaneError(f"{key}: {unknown(key)}", "list them all: pane rules explain")


@app.command(cls=Given)
def metadata(
    store: Store = None, rules: RulesFile = None, settings: Settings = None
) -> int:
    """Print what to tell an agent so that it says of each turn what it was about.

    A block turn.json at the end of a reply gives entities, kinds of work (those of
    topics.categories), facts and a summary; `pane check` measures how it is followed.

    Example: pane rules metadata >> CLAUDE.md
    """
    from pane_cli.rules.instructions import metadata_instructions

    return _print(metadata_instructions(rules_for(store, rules, settings).rules))


def _read(path: Path) -> list[Any]:
    from pane_cli.rules.layers import named_file
    from pane_cli.rules.load import read_file, read_text
    from pane_cli.rules.merge import Fault

    if str(path) == "-":
        return list(read_text(stdin().read(), "-", "file"))
    try:
        file = named_file(path)
        is_project = file.absolute().parent.name == ".pane"
        return list(read_file(file, "project" if is_project else "file"))
    except PaneError as error:
        return [Fault(str(path), 0, "", f"no such rules file; {error.hint}")]
    except OSError as error:
        return [Fault(str(path), 0, "", error.strerror or str(error))]


def _print(text: str) -> int:
    with output() as stream:
        write_text(stream, text)
    return 0
