"""The server of the browser tests: every new game has the same dice, so that a test meets the same game in every run.

`GROGNARD_TEST_SEED=7 pytest tests/web/test_browser_turns.py` plays other games. It is no switch of the server itself: nobody can
ask a table for known dice without everybody seeing it.
"""

from __future__ import annotations

import os
from itertools import count

from grognard.kernel import session
from grognard.kernel.dice import seed_from
from grognard.server import copies, hall
from grognard.server.__main__ import main

SEED = int(os.environ.get("GROGNARD_TEST_SEED", "1936"))


def fix(seed: int) -> None:
    """New games all have this seed; dice that are taken anew (an answer taken back, a what-if) go on from it in order."""
    later = count(1000 * seed)
    setattr(hall, "fresh_seed", lambda: seed_from(seed))  # noqa: B010 (a name these modules do not export)
    for module in (copies, session):
        setattr(module, "fresh_seed", lambda: seed_from(next(later)))  # noqa: B010


if __name__ == "__main__":
    fix(SEED)
    main()
