"""How findings are written: the table behind `--format`."""

from __future__ import annotations

from pane_cli.check.reporters import github, gitlab, json, junit, sarif, text
from pane_cli.check.reporters.report import Report, Reporter

__all__ = ["REPORTERS", "Report", "Reporter"]

REPORTERS: dict[str, Reporter] = {
    "text": Reporter(text.render, streams=True),
    "json": Reporter(json.render),
    "github": Reporter(github.render),
    "gitlab": Reporter(gitlab.render),
    "sarif": Reporter(sarif.render, limit=sarif.RESULTS),
    "junit": Reporter(junit.render),
}
"""By name, as `check.format` in `rules/checking.py` lists them."""
