"""The calendar of history that greedy and planner keep: who goes to war when, and what the USA dares."""

from __future__ import annotations

from grognard.kernel.session import Session
from grognard.titles.wif import TITLE
from grognard.titles.wif.agent import MIND
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, USSR
from grognard.titles.wif.rules.powers import at_war


def test_greedy_opens_the_war_with_poland_and_leaves_the_ussr_alone() -> None:
    session = Session.new(TITLE, "global_war_1939", seed=b"a" * 32)
    for _ in range(60):
        seat, ask = next(iter(session.pending.items()))
        session.apply(seat, MIND.at_once(session, ask)[0])
        if at_war(session.g, GERMANY, FRANCE):
            break
    g = session.g
    assert at_war(g, GERMANY, COMMONWEALTH) and at_war(g, GERMANY, FRANCE) and not at_war(g, GERMANY, USSR)
    assert g.countries.attacked_by[g.facts.country["poland"]] == 1 << GERMANY
