"""What the planner plans beside attacks, each in a position: lend-lease, raids and escorts, landings, purchases, minors."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.titles.gw36.agent import lending
from grognard.titles.gw36.state import NATION, War
from tests.titles.gw36.workshop import game, money, put, war, zone

USA, BRITAIN, USSR, GERMANY, KMT = (NATION[n] for n in ("usa", "great_britain", "ussr", "germany", "kmt"))


# --- lend-lease (7.9, 11.4) --------------------------------------------------------------------------------------------


def _britain_alone(*, invaded: bool) -> War:
    """January 1941: the USA at war with Germany; a German army in Southern England, or none."""
    g = game("usa", when="1941-01")
    war(g, "usa", "germany")
    war(g, "great_britain", "germany")
    money(g, "usa", 30)
    if invaded:
        g.zones[zone(g, "southern_england")].owner = GERMANY
        for _ in range(14):
            put(g, "germany", "southern_england", "infantry")
        g.news += 1
    return g


def test_help_goes_to_a_friend_in_danger_and_names_it() -> None:
    g = _britain_alone(invaded=True)
    loan = lending.best_loan(g, USA, BRITAIN)
    assert loan is not None
    assert loan.text.startswith("lend ")
    assert "to Great Britain: London in danger" in loan.text
    assert lending.lend_value(g, USA, BRITAIN) > 0


def test_a_quiet_friend_gets_nothing() -> None:
    g = _britain_alone(invaded=False)
    g.zones[zone(g, "southern_england")].owner = BRITAIN
    assert lending.need(g, BRITAIN) < lending.need(_britain_alone(invaded=True), BRITAIN)
    assert lending.best_loan(g, BRITAIN, USA) is None
    assert lending.lend_value(g, BRITAIN, USA) < 0


def test_another_alliance_is_helped_only_against_a_third_that_leads() -> None:
    g = game("usa", when="1942-07")
    for a, b in (("usa", "germany"), ("ussr", "germany")):
        war(g, a, b)
    assert lending.share(g, USA, BRITAIN) == 1.0
    for name in ("moscow", "leningrad", "london", "paris", "warsaw"):
        g.zones[zone(g, name)].owner = USSR  # the Comintern leads
    g.news += 1
    assert lending.share(g, USA, USSR) == 0.0
    for name in ("moscow", "leningrad", "london", "paris", "warsaw", "stalingrad", "cairo", "washington"):
        if g.board.knows(name):
            g.zones[zone(g, name)].owner = GERMANY
    g.news += 1
    assert lending.share(g, USA, USSR) > 0.0


def test_submarines_on_the_way_spoil_a_loan() -> None:
    g = _britain_alone(invaded=True)
    safe, arrives = lending.passage(g, USA, BRITAIN, lending.SMALL)
    assert safe == 1.0
    assert g.zones.owner[arrives] == BRITAIN
    for number in range(1, 140):
        if g.board.knows(f"sz_{number}"):
            put(g, "germany", f"sz_{number}", "submarine")
    assert lending.chance_of(g, USA, (zone(g, "sz_22"),)) == lending.THROUGH
    assert lending.passage(g, USA, BRITAIN, lending.SMALL)[0] <= lending.THROUGH**2
    assert lending.best_loan(g, USA, BRITAIN) is None
    assert lending.offer(g, "Lend-lease to Great Britain", Option("money", 3)) is None
