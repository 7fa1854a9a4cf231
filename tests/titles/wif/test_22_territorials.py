"""22.5, 22.7: Siberians (option 53) and territorials (option 54)."""

from __future__ import annotations

from functools import cache

from grognard.titles.wif import TITLE
from grognard.titles.wif.facts import COMMONWEALTH, GERMANY, USSR
from grognard.titles.wif.ground import JUNGLE, MOUNTAIN
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.land_odds import abroad
from grognard.titles.wif.rules.land_steps import may_enter_country, step_cost
from grognard.titles.wif.rules.reinforcements import Arrival, may_arrive
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.territorials import LEVY, may_levy, settle_territorials
from grognard.titles.wif.rules.units import roster
from grognard.titles.wif.setup import set_up
from grognard.titles.wif.state import ACTIVE, CONQUERED, FORCE_POOL, GONE, NEUTRAL, RESERVE_POOL, War, slot_of

from .field import FixedDice, Journal, at, hold, war
from .test_22_divisions import corps


@cache
def opening(scenario: str, *options: str) -> War:
    """The start of a campaign with options."""
    g: War = TITLE.blank(scenario, dict.fromkeys(options, True))
    g.dice, g.journal = FixedDice(), Journal()
    set_up(g)
    return g


def placed(g: War, kind: Type) -> list[int]:
    return [u for u, t in enumerate(roster(g).types) if t == kind]


def test_22_5_siberians_relieve_infantry() -> None:
    """Siberians stand in the east in place of ordinary armies, which lie in the force pool; who finds none lies there himself."""
    plain, g = opening("global_war_1939"), opening("global_war_1939", "siberians")
    names = [g.units[u].sheet.name for u in placed(g, Type.INF)]
    siberians = [u for u in placed(g, Type.INF) if g.units[u].sheet.name.endswith("Siberian")]
    assert len(siberians) == 4 and "4 Siberian" in names
    assert all(g.units.at[u] >= 0 or g.units.at[u] in (FORCE_POOL, RESERVE_POOL) for u in siberians)
    assert sum(g.units.at[u] == RESERVE_POOL for u in siberians) == 1
    scale = {g.ground.scale[g.units.at[u]] for u in siberians if g.units.at[u] >= 0}
    assert scale == {1}, "on the Asian and Pacific maps"

    def on_map(game: War) -> int:
        own = [u for u in placed(game, Type.INF) if game.units.power[u] == USSR and not game.units[u].sheet.division]
        return sum(game.units.at[u] >= 0 for u in own)

    assert on_map(g) == on_map(plain)
    assert not any(plain.units[u].sheet.name.endswith("Siberian") for u in placed(plain, Type.INF))


def test_22_7_in_force_pools_and_on_the_map() -> None:
    """Territorials of 1939 stand in their countries or lie in their owner's pool, none for who does not control the country."""
    assert placed(opening("global_war_1939"), Type.TERR) == []
    g = opening("global_war_1939", "territorials")
    found = placed(g, Type.TERR)
    assert len(found) > 50
    for unit in found:
        assert g.countries.power[g.units.country[unit]] == g.units.power[unit]
    assert not any(g.units[u].sheet.power == "Japan" and g.units[u].sheet.home == "Philippines" for u in found)


def south_africa() -> tuple[War, list[int]]:
    g = war(("Germany", "Commonwealth"), territorials=True, scenario="global_war_1939")
    g.powers[GERMANY].plays = g.powers[COMMONWEALTH].plays = 1
    return g, [corps(g, "L133", "London"), corps(g, "L134", None)]


def test_22_7_a() -> None:
    """wif-22.7-a: Germany conquers South Africa while its 5-2 is in London: both leave the game, the German 4-3 arrives next turn
    and the 6-2 lies in the German force pool."""
    g, own = south_africa()
    row = g.countries[g.facts.country["south_africa"]]
    row.status, row.power = CONQUERED, GERMANY
    settle_territorials(g)
    assert [g.units.at[u] for u in own] == [GONE, GONE]
    german = {g.units[u].sheet.values: g.units.at[u] for u in placed(g, Type.TERR) if g.units.power[u] == GERMANY}
    assert german["4-3"] == slot_of(g.turn + 1) and german["6-2"] == FORCE_POOL


def test_22_7_nothing_changes_without_a_new_owner() -> None:
    g, own = south_africa()
    settle_territorials(g)
    assert [g.units.at[u] for u in own] == [at(g, "London"), FORCE_POOL]


def test_22_7_clear_ground_at_home() -> None:
    g = war(("Italy", "Commonwealth"), territorials=True, scenario="global_war_1939")
    rough = next(s for s in g.ground.homeland["india"] if g.ground.terrain[s] in (JUNGLE, MOUNTAIN))
    start = g.ground.steps[rough][0][0]
    native, other = corps(g, "L117", g.board.token(start)), corps(g, "L105", g.board.token(start))
    assert step_cost(g, native, start, rough) < step_cost(g, other, start, rough)


def test_22_7_leaves_home_under_an_active_power_alone() -> None:
    g = war(("Italy", "Commonwealth"), territorials=True, scenario="global_war_1939")
    unit = corps(g, "L105", "Cairo")
    there = next(s for s in g.ground.homeland["libya"])
    g.powers[COMMONWEALTH].status = NEUTRAL
    no = may_enter_country(g, unit, there)
    assert no is not None and no.rule == "22.7"
    g.powers[COMMONWEALTH].status = ACTIVE
    no = may_enter_country(g, unit, there)
    assert no is None or no.rule != "22.7"


def test_22_7_abroad_they_fight_worse() -> None:
    g = war(("Italy", "Commonwealth"), territorials=True, scenario="global_war_1939")
    native = corps(g, "L517", "Tripoli")
    assert abroad(g, [native], at(g, "Cairo")) and not abroad(g, [native], at(g, "Tripoli"))
    assert not abroad(g, [native, corps(g, "L300", "Tripoli")], at(g, "Cairo"))


def test_22_7_home_cities_supply_them_after_a_conquest() -> None:
    g, own = south_africa()
    g.units[own[0]].at = at(g, "Pretoria") if "pretoria" in g.ground.places else at(g, "Cape Town")
    g.countries[g.facts.country["south_africa"]].status = CONQUERED
    assert in_supply(g, own[0])


def test_22_7_arrives_in_ports_of_its_territory() -> None:
    g = war(("Italy", "Commonwealth"), territorials=True, scenario="global_war_1939")
    unit = corps(g, "L84", None)
    subject = Arrival(COMMONWEALTH, unit)
    home = g.ground.homeland["aden"]
    port = next(s for s in home if g.ground.port[s] or g.ground.city[s])
    assert may_arrive(g, subject, port) is None
    assert may_arrive(g, subject, at(g, "London")) is not None


def test_22_7_a_chosen_country() -> None:
    """One country a turn may be chosen; its territorial takes two turns."""
    g = war(("Italy", "Commonwealth"), territorials=True, scenario="global_war_1939")
    unit = corps(g, "L118", None)
    purse = Purse(COMMONWEALTH, 5)
    india, egypt = g.facts.country["india"], g.facts.country["egypt"]
    assert may_levy(g, purse, india) is None and may_levy(g, purse, egypt) is not None
    g.powers[COMMONWEALTH].build_points = 5
    g.dice = FixedDice(unit)
    assert LEVY.do is not None
    LEVY.do(g, purse, india)
    assert g.units.at[unit] == slot_of(g.turn + 2) and g.powers.build_points[COMMONWEALTH] == 3
    corps(g, "L119", None)
    no = may_levy(g, purse, india)
    assert no is not None and "one country" in no.reason
    hold(g, "Commonwealth", "Cairo")


def test_22_kits_can_be_played() -> None:
    """Every kit is a set that goes together; everything is everything, the base game has no option on."""
    kits = {kit.key: TITLE.read_options({"kit": kit.key}) for kit in TITLE.kits}
    switches = [s.key for s in TITLE.switches if not s.choices]
    assert all(kits["everything"][key] for key in switches)
    assert not any(kits["base"][key] for key in switches)
    assert kits["club"]["divisions"] and not kits["club"]["warlords"]


def test_22_units_of_options_are_in_play_with_them_alone() -> None:
    """22: a counter of an option is in the game if and only if its switch is on."""
    plain, full = opening("global_war_1939"), opening("global_war_1939", *TITLE.kits[-1].options)
    for option in (2, 3, 14, 52, 53, 54, 55, 56, 59):
        assert not any(c >= 0 and plain.facts.counters[c].option == option for c in plain.units.counter), option
        assert any(c >= 0 and full.facts.counters[c].option == option for c in full.units.counter), option
