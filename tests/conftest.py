"""What every test may ask for."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate",
        action="store_true",
        help="Rewrite golden cases, README output, completions and the man page from "
        "what pane does now. Review the change with git diff.",
    )


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Whether expected output is to be written, not compared."""
    return bool(request.config.getoption("--regenerate"))
