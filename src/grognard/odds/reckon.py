"""Which calculator answers: the exact one where that is quick enough, otherwise the one that fights battles."""

from __future__ import annotations

import msgspec

from grognard.odds.battle import Contest
from grognard.odds.exact import exact, work
from grognard.odds.outlook import Outlook
from grognard.odds.sampling import sample

EXACT_WORK = 15_000_000
SAMPLES = 50_000


def outlook(battle: Contest, *, samples: int = SAMPLES, seed: int = 1, method: str = "") -> Outlook:
    """The outlook of a battle: exact if that is quick enough, otherwise sampled. `method` exact or sampled insists."""
    if method != "sampled" and battle.random_losses_apart and (method == "exact" or work(battle) <= EXACT_WORK):
        found = exact(battle)
    else:
        found = sample(battle, samples, seed)
    return msgspec.structs.replace(found, money=battle.money)
