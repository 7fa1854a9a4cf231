"""Standing answers: a side that has said so is not asked about ships and aircraft it has no use in meeting."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import seed_from
from grognard.kernel.session import Refused, Session
from grognard.titles.tw import TITLE
from grognard.titles.tw.nations import ALLIES, GERMANY
from grognard.titles.tw.rules.air_support import AV, return_to_base, support_mission, transfer
from grognard.titles.tw.rules.sea_fight import Force
from grognard.titles.tw.rules.seas import sea
from grognard.titles.tw.rules.voyages import Voyage, sail

from .kit import drive, hold, put, space, war
from .test_07_sea import fleet, mediterranean

MEET = "a voyage: meet it?"


def passage(
    condition: str, ships: int = 1, foes: int = 1, *, cargo: bool = False, narfs: int = 0, bomber: bool = False
) -> list[str]:
    """What is asked when British ships sail from Gibraltar past Italian ones with this standing answer."""
    g = mediterranean(side=ALLIES)
    for _ in range(foes):
        fleet(g, "italy", "genoa")
    if bomber:
        put(g, "italy TAC 1-5-4", "cagliari")
    force = Force(ALLIES, [fleet(g, "britain", "gibraltar") for _ in range(ships)], cargo=cargo)
    way = [sea(g, n) for n in ("straits", "alboran_sea", "algerian_coast", "sardinian_sea")]
    if condition:
        g.standing["axis sea"] = condition
    return drive(g, sail(g, Voyage(force, space(g, "gibraltar"), way, "a voyage", narfs=narfs)))


@pytest.mark.parametrize(
    ("condition", "what", "asked"),
    [
        ("", {}, True),
        ("never", {"cargo": True}, False),
        ("chance", {"ships": 2}, True),
        ("chance", {"ships": 4}, False),
        ("chance", {"ships": 4, "foes": 2}, True),
        ("chance", {"ships": 4, "bomber": True}, True),
        ("cargo", {}, False),
        ("cargo", {"cargo": True}, True),
        ("cargo", {"narfs": 5}, True),
    ],
)
def test_7_8_ships_are_met_or_pass_as_was_said(condition: str, what: dict[str, int], asked: bool) -> None:
    assert passage(condition, **what) == ([MEET] if asked else [])  # type: ignore[arg-type]


def flight(condition: str, foe: str, *, mission: bool = False) -> bool:
    """Whether the Soviets are asked about a German flight."""
    g = war("germany", "ussr")
    plane = put(g, "germany TAC 1-5-4", "1318")
    put(g, foe, "1316")
    hold(g, "germany", "1317")
    g.hexes[space(g, "1317")].airbase = GERMANY
    g.standing["allies flights"] = condition
    flow = support_mission(g, [plane], space(g, "1316"), AV) if mission else transfer(g, plane, space(g, "1317"), 3, 10)
    return any("ntercept" in prompt for prompt in drive(g, flow, dice=[5, 5]))


@pytest.mark.parametrize(
    ("condition", "foe", "mission", "asked"),
    [
        ("fighters", "ussr FTR 2-3-2", False, True),
        ("fighters", "ussr TAC 1-5-4", False, False),
        ("missions", "ussr FTR 2-3-2", False, False),
        ("missions", "ussr FTR 2-3-2", True, True),
        ("never", "ussr FTR 2-3-2", True, False),
    ],
)
def test_11_8_1_flights_are_met_or_pass_as_was_said(condition: str, foe: str, mission: bool, asked: bool) -> None:
    assert flight(condition, foe, mission=mission) == asked


@pytest.mark.parametrize("condition", ["", "base"])
def test_11_2_2_aircraft_return_unasked_where_that_was_said(condition: str) -> None:
    g = war("germany", "ussr")
    plane = put(g, "germany TAC 1-5-4", "1318")
    g.standing["axis landings"] = condition
    assert bool(drive(g, return_to_base(g, g.side, {plane: space(g, "1316")}))) == (not condition)
    assert g.units.at[plane] == space(g, "1318")


def test_7_8_who_sits_down_is_asked_where_it_matters():
    """The usual answers stand for a person from the start, agents are asked everything; an unknown answer is refused."""
    game = Session.new(TITLE, "mediterranean", {}, seed=seed_from(1), players={"axis": "ann", "allies": "bob"})
    game.stand_by_default("axis")
    assert game.g.standing == {"axis sea": "chance", "axis flights": "fighters"}
    game.stand("axis", "sea", "")
    assert game.g.standing == {"axis flights": "fighters"}
    with pytest.raises(Refused, match="there is no standing answer"):
        game.stand("axis", "sea", "sometimes")
