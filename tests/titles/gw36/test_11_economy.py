"""Random spending over several turns: what is offered is never refused, money adds up, caches are true, nothing hangs."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.kernel.cache import check_caches
from grognard.kernel.flow import Ask, Secret
from grognard.titles.gw36 import TITLE
from grognard.titles.gw36.rules import calendar, income, placement, placing
from grognard.titles.gw36.state import War
from tests.titles.gw36.workshop import game, production_phase, war

OPTIONS = {"ships_under_construction": True, "advanced_carriers": True, "capital_damage": True, "early_fighters": True}


def spend(g: War, procedure: Any, rng: random.Random, seen: set[str]) -> None:
    """Answer every question at random; each option offered passes the test behind the list."""
    answer: Any = None
    try:
        while True:
            question = procedure.send(answer)
            asks = question.asks if isinstance(question, Secret) else {"": question}
            answers = {}
            for seat, ask in asks.items():
                assert isinstance(ask, Ask) and ask.options, ask
                if ask.why:
                    refusals = [(o.text, ask.why(o)) for o in rng.sample(ask.options, min(12, len(ask.options)))]
                    assert not [r for r in refusals if r[1] is not None and r[0] not in ("done", "back")], ask.prompt
                texts = [o.text for o in ask.options]
                assert len(set(texts)) == len(texts), ask.prompt
                answers[seat] = rng.choice(ask.options)
                seen.add(answers[seat].verb)
            answer = answers if isinstance(question, Secret) else answers[""]
    except StopIteration:
        return


@pytest.mark.parametrize(("scenario", "seed", "switches"), [("1936", 1, {}), ("1939", 2, {}), ("1939", 3, OPTIONS)])
def test_7_0_random_spending(scenario: str, seed: int, switches: dict[str, Any]) -> None:
    g = game("germany", scenario, **switches)
    for pair in (("usa", "japan"), ("ussr", "germany"), ("great_britain", "germany")):
        war(g, *pair)
    rng, seen = random.Random(seed), set[str]()
    for turn in range(3):
        g.turn = turn + (3 if scenario == "1936" else 0)
        for slot in calendar.slots_in_turn(g):
            g.slot = slot
            calendar.begin_national_turn(g)
            for site in rng.sample(list(g.sites), 3):
                site.damage = min(1, g.facts.facilities[placement.FACILITY_IDS[site.kind]].max_damage)
            for phase in (production_phase, placing.place_phase, income.collect_income):
                spend(g, phase(g), rng, seen)
                assert not income.faults(g)
            check_caches(g)
    assert list(TITLE.invariants(g)) == []
    assert {"buy", "build", "at", "research", "place", "repair", "upgrade"} <= seen


def test_7_0_copies_spend_alike() -> None:
    """The state holds everything: a copy in the middle of a turn gives the same lists."""
    g = game("great_britain")
    first = next(production_phase(g))
    twin = g.copy()
    twin.journal = g.journal
    second = next(production_phase(twin))
    assert isinstance(first, Ask) and isinstance(second, Ask)
    assert [o.text for o in first.options] == [o.text for o in second.options]
    assert twin.digest() == g.digest()
