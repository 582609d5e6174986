"""The fault campaign for as long as you like: `python tests/bench/campaign.py 300`.

Prints the figures as one line of JSON: faults injected, records lost, crashes.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from faults.campaign import Campaign, report


def main(seconds: float) -> None:
    """Campaigns with other seeds until the time is over."""
    end, seed = time.monotonic() + seconds, 1000
    total: dict[str, int] = {}
    while time.monotonic() < end:
        with tempfile.TemporaryDirectory() as folder:
            campaign = Campaign(Path(folder) / "home", seed)
            try:
                while time.monotonic() < end and campaign.injected < 60:
                    campaign.once()
            except AssertionError as error:
                print(f"seed {seed}, fault {campaign.injected}: {error}", flush=True)
                total["failed"] = total.get("failed", 0) + 1
            for name in ("injected", "died", "lost", "crashes"):
                total[name] = total.get(name, 0) + getattr(campaign, name)
        seed += 1
        print(seed, report(campaign), total, flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]))
