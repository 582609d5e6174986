"""Every finding there is: one row each, with the small function that finds it.

To add one, write the function beside its kin and a row in the file of its group. Ids
and names are for ever: people write them into `--ignore`.
"""

from __future__ import annotations

from pane_cli.check.row import Row
from pane_cli.check.table import (
    damage,
    figures,
    leaks,
    metadata,
    pairs,
    records,
    rules,
    sessions,
)

__all__ = ["ROWS", "Row"]

ROWS: tuple[Row, ...] = (
    *damage.ROWS,  # P1
    *pairs.ROWS,  # P2
    *records.ROWS,  # P3, P4
    *sessions.ROWS,  # P5, P6
    *figures.ROWS,  # P7
    *leaks.ROWS,  # P8
    *rules.ROWS,  # P9
    *metadata.ROWS,  # PT
)
