"""completions/ says what the commands say, and shells and man can use it."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from docs.generate import FOLDER, documents, write
from docs.manual import ENVIRONMENT
from running import PATIENCE, ROOT, difference, environment

PAGE = FOLDER / "pane.1"


def test_nothing_is_stale(regenerate: bool) -> None:
    if regenerate:
        write()
    stale = [
        difference((FOLDER / name).read_bytes(), text.encode(), name)
        for name, text in documents().items()
    ]
    assert not any(stale), "stale: run pytest tests/docs --regenerate\n" + "\n".join(
        filter(None, stale)
    )


def test_the_folder_holds_nothing_else() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(documents())


@pytest.mark.parametrize(
    "words, offered",
    [
        pytest.param(["pane", "rec"], ["recall"], id="command"),
        pytest.param(["pane", "ev"], ["evict", "evaluate"], id="what begins so"),
        pytest.param(["pane", "assemble", "--bud"], ["--budget"], id="option"),
        pytest.param(["pane", "pin", "--from"], ["--from"], id="whole option"),
        pytest.param(["pane", "nothing", "--x"], [], id="unknown command"),
    ],
)
def test_bash_completes(words: list[str], offered: list[str], tmp_path: Path) -> None:
    script = f"""
        source {FOLDER}/pane.bash
        COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}
        _pane_completion pane
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = _shell(["bash", "--norc", "-c", script], tmp_path)
    assert done.stderr == ""
    assert done.stdout.split() == offered


def test_fish_completes(tmp_path: Path) -> None:
    _needs("fish")
    script = f"source {FOLDER}/pane.fish; complete --do-complete 'pane rec'"
    done = _shell(["fish", "--no-config", "-c", script], tmp_path)
    assert done.stdout.split()[:1] == ["recall"]


def test_zsh_takes_the_script(tmp_path: Path) -> None:
    _needs("zsh")
    script = f"""
        fpath=({FOLDER} $fpath); autoload -Uz compinit; compinit -u -D
        print $_comps[pane]; source {FOLDER}/_pane; print $_comps[pane]
    """
    done = _shell(["zsh", "-f", "-c", script], tmp_path)
    assert done.stderr == ""
    assert done.stdout.split() == ["_pane", "_pane_completion"]


def test_the_page_renders_without_a_warning() -> None:
    _needs("groff")
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", PAGE], capture_output=True, check=True
    )
    assert done.stderr == b""
    assert done.stdout


def test_the_page_is_plain_ascii_without_long_gaps() -> None:
    text = PAGE.read_bytes()
    assert text.isascii()
    assert b"\n\n" not in text, "an empty line is a vertical gap in roff"


def test_the_page_names_every_variable_that_the_code_reads() -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "pane_cli").rglob("*.py")]
    named = [
        node.value
        for source in sources
        if "os.environ" in source or "getenv" in source
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    read = {name for name in named if re.fullmatch(r"(?!O_)[A-Z][A-Z_]{3,}", name)}
    assert read == set(ENVIRONMENT)


def _shell(command: list[str], home: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env=environment(home),
        cwd=home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def _needs(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
