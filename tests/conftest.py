"""What every test may ask for."""

from __future__ import annotations

import signal

import pytest
from hypothesis import settings

# A shell lets what it runs in the background ignore Ctrl-C, which tests send.
signal.signal(signal.SIGINT, signal.default_int_handler)
# No example has a time limit: a busy machine fails no test.
settings.register_profile("usual", deadline=None)
settings.load_profile("usual")
#: `pytest --hypothesis-profile=long`: properties that have no number of their own.
settings.register_profile("long", max_examples=1_000, deadline=None)


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
