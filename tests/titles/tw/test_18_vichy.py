"""18.5 to 18.8, 16.3.5: the armistice and what follows. Worked cases stand under their ids."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.flow import Together
from grognard.titles.tw import TITLE
from grognard.titles.tw.kinds import NAVAL, Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, KEYS, MAJORS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.allowance import allowance, may_move
from grognard.titles.tw.rules.declarations import annex_alsace, declare, may_annex, may_declare, may_raid_colony, raid_colony
from grognard.titles.tw.rules.diplomacy import Offensive, roll_modifiers
from grognard.titles.tw.rules.end import end_segment
from grognard.titles.tw.rules.free_french import enlist, enlisted, free_french, liberated, liberation
from grognard.titles.tw.rules.influence import pops
from grognard.titles.tw.rules.logistics import free_effort
from grognard.titles.tw.rules.mers_el_kebir import Anchorage, fleet_ports, may_send, mers_el_kebir
from grognard.titles.tw.rules.minors import call_up, incline, join
from grognard.titles.tw.rules.money import conquered_value
from grognard.titles.tw.rules.national import resented
from grognard.titles.tw.rules.placing import homes
from grognard.titles.tw.rules.status import AXIS_BLOC, WEST_BLOC
from grognard.titles.tw.rules.strength import defence_value
from grognard.titles.tw.rules.surrender import armistice, armistice_modifiers
from grognard.titles.tw.rules.units import army_rating
from grognard.titles.tw.rules.vichy import (
    Garrison,
    disarm,
    end_influence,
    fall_of_france,
    may_garrison,
    vichy_goes_home,
)
from grognard.titles.tw.rules.works import may_fortify
from grognard.titles.tw.state import (
    ASSOCIATE,
    FALL,
    GONE,
    HOME,
    LOST,
    SATELLITE,
    SPRING,
    SUMMER,
    SYMPATHIZER,
    WINTER,
    War,
    turn_of,
)

from .kit import drive, hold, put, space
from .test_14_money import campaign
from .test_16_diplomacy import give, refused

VICHY, COLONIES, SPAIN, BELGIUM = (INDEX[k] for k in ("vichy_france", "vichy_colonies", "spain", "belgium"))


def defeat(season: int = SUMMER, year: int = 1940) -> War:
    """Paris is German, and the British have gone home."""
    g = campaign()
    g.turn, g.side = turn_of(year, season), ALLIES
    g.nations[ITALY].side = AXIS
    hold(g, "germany", "paris", "sedan", "calais")
    for u, at in enumerate(g.units.at):
        if at == space(g, "paris"):
            g.units[u].at, g.units[u].pool = -1, LOST
    return g


def fall(g: War, answers: list[str] | None = None, dice: list[int] | None = None) -> None:
    """The armistice, with Britain leaving the fleet alone."""
    drive(g, fall_of_france(g), answers or [], dice or [9, 9, 9, 9])


def vichy_units(g: War) -> list[int]:
    return [u for u, pool in enumerate(g.units.pool) if pool == HOME and g.units.flag[u] == VICHY]


def test_18_4_in_the_whole_war_the_roll_leads_to_the_terms():
    g = defeat()
    drive(g, armistice(g), dice=[10, 9, 9, 9, 9])
    assert g.nations.surrendered[FRANCE]
    assert (g.nations.patron[VICHY], g.nations.status[VICHY], g.nations.side[VICHY]) == (GERMANY, SYMPATHIZER, NEUTRAL)


def test_18_4_damaged_fleets_count():
    g = defeat()
    before = armistice_modifiers(g).total
    fleet = next(u for u in g.roster.naval if g.roster.nations[u] == FRANCE)
    g.units[fleet].depleted = 1
    assert armistice_modifiers(g).total == before + 1


def test_18_5_1_france_is_divided():
    g = defeat()
    fall(g)
    holder = g.hexes.holder
    assert holder[space(g, "paris")] == holder[space(g, "bordeaux")] == holder[space(g, "brest")] == GERMANY
    assert holder[space(g, "vichy")] == holder[space(g, "marseilles")] == holder[space(g, "ajaccio")] == VICHY
    assert holder[space(g, "algiers")] == holder[space(g, "damascus")] == VICHY
    assert FRANCE not in holder


def test_18_5_2_a_italy_keeps_what_it_conquered():
    """tw-18.5.2-a: Tunisia taken by Italy before stays Italian."""
    g = defeat()
    hold(g, "italy", "tunis", "sfax")
    fall(g, dice=[9, 9, 9])
    assert g.hexes.holder[space(g, "tunis")] == ITALY
    assert not any(h == VICHY and g.ground.country[s] == "tunisia" for s, h in enumerate(g.hexes.holder))


def test_18_5_3_half_of_the_foot_is_left():
    g = defeat()
    known = g.roster
    foot = [u for u, n in enumerate(known.nations) if n == FRANCE and known.kinds[u] == Kind.INF and g.units.at[u] >= 0]
    total = sum(known.strengths[u] for u in foot)
    kept = disarm(g)
    assert total // 2 <= sum(known.strengths[u] for u in kept) <= total - total // 2 + 3
    others = [u for u, n in enumerate(known.nations) if n == FRANCE and known.kinds[u] not in NAVAL and u not in kept]
    assert others and all(g.units.pool[u] == GONE for u in others)


def test_18_5_3_where_the_army_of_vichy_stands():
    """One in North Africa, one in mainland Vichy, one in Syria, four in the colonies at most, one in a hex."""
    g = defeat()
    fall(g)
    foot = [u for u in vichy_units(g) if g.roster.kinds[u] == Kind.INF]
    lands = [g.ground.country[g.units.post[u]] for u in foot]
    assert "france" in lands and "syria" in lands and set(lands) & {"algeria", "morocco", "tunisia"}
    assert sum(land != "france" for land in lands) <= 4
    assert len({g.units.post[u] for u in foot}) == len(foot)
    garrison = Garrison(foot[0], 9)
    assert refused(may_garrison(g, garrison, space(g, "paris"))) == "18.5.3"
    assert refused(may_garrison(g, garrison, g.units.post[foot[0]])) == "9.6"
    assert all(army_rating(g, u) == 3 for u in foot)


def test_18_5_4_colonies_roll_and_the_season_counts():
    """In Spring none goes with Britain; in Winter a 5 does, with its garrison, a 6 does not."""
    g = defeat(SPRING)
    fall(g, dice=[1, 1, 1, 1])
    assert g.hexes.holder[space(g, "damascus")] == VICHY
    g = defeat(WINTER)
    fall(g, dice=[5, 6, 6, 6])
    assert g.hexes.holder[space(g, "damascus")] == BRITAIN
    assert g.hexes.holder[space(g, "tunis")] == VICHY
    levant = [u for u, at in enumerate(g.units.at) if at == space(g, "damascus")]
    assert levant and all(g.roster.nations[u] == BRITAIN for u in levant)
    assert g.units.pool[enlisted(g, "bri_ff_inf")] == LOST


def test_18_5_5_the_fleet_goes_to_africa_and_marseilles():
    g = defeat()
    fall(g)
    ships = [u for u in vichy_units(g) if g.roster.kinds[u] in NAVAL]
    african = [u for u in ships if g.ground.country[g.units.post[u]] != "france"]
    assert len(african) == -(-len(ships) // 3)
    assert {g.units.post[u] for u in ships if u not in african} == {space(g, "marseilles")}
    assert not any(n == FRANCE and g.units.at[u] >= 0 for u, n in enumerate(g.roster.nations))


def test_18_5_5_without_vichy_in_africa_all_go_home():
    g = defeat(WINTER)
    fall(g, dice=[9, 1, 1, 1])
    ships = [u for u in vichy_units(g) if g.roster.kinds[u] in NAVAL]
    assert ships and all(g.ground.country[g.units.post[u]] == "france" for u in ships)
    assert fleet_ports(g) == []


def test_18_5_6_britain_strikes_once():
    """The ships in Oran: -2, no flak; America notices when one is hit; on a 10 a Fleet joins the Axis."""
    g = defeat()
    level = g.usel
    port = "strike " + g.hexes[fleet_port(g)].token
    ship = next(u for u in g.roster.naval if may_send(g, Anchorage(fleet_port(g)), u) is None)
    answers = [port, f"send u{ship}", "go"]
    posts = count_posts(g)
    drive(g, fall_of_france(g), [*posts, *answers], dice=[9, 9, 9, 9, 1, 10])
    fleets = [u for u in g.roster.naval if g.designs[g.units.design[u]].nation == "france"]
    assert g.usel == level + 1
    assert any(g.units.flag[u] in (GERMANY, ITALY) and g.units.at[u] >= 0 for u in fleets)


def count_posts(g: War) -> list[str]:
    """First answers for the garrisons."""
    twin, posts = g.copy(), 0
    twin.dice, twin.journal = g.dice, g.journal
    posts = len([p for p in drive(twin, fall_of_france(twin), dice=[9, 9, 9, 9]) if p.startswith("Place")])
    answers = []
    twin = g.copy()
    twin.dice, twin.journal = type(g.dice)(9, 9, 9, 9), g.journal
    flow = fall_of_france(twin)
    ask = next(flow)
    for _ in range(posts):
        assert not isinstance(ask, Together)
        answers.append(ask.options[0].text)
        ask = flow.send(ask.options[0])
    return answers


def fleet_port(g: War) -> int:
    """Where the ships of Vichy in Africa will lie."""
    twin = g.copy()
    twin.dice, twin.journal = g.dice, g.journal
    drive(twin, fall_of_france(twin), dice=[9, 9, 9, 9])
    return fleet_ports(twin)[0]


def test_18_5_6_not_after_other_missions():
    g = defeat()
    port = fleet_port(g)
    ship = next(u for u in g.roster.naval if may_send(g, Anchorage(port), u) is None)
    g.units[ship].missions = 2
    assert refused(may_send(g, Anchorage(port), ship)) == "18.5.6"
    g.nations[BRITAIN].surrendered = 1
    assert drive(g, mers_el_kebir(g)) == []


def test_18_5_7_a_troops_leave_algeria():
    """tw-18.5.7-a: five British units in Algeria cannot all go to Gibraltar; those without room go further."""
    g = defeat()
    units = [put(g, "britain MOT 3-7", "algiers") for _ in range(5)]
    fall(g)
    places = [g.units.at[u] for u in units]
    assert all(at >= 0 and g.hexes.holder[at] == BRITAIN for at in places)
    assert places.count(space(g, "gibraltar")) < 5


def test_18_5_7_aircraft_that_were_lost_do_not_sail_with_their_carrier():
    g = defeat()
    carrier = next(u for u in g.roster.naval if g.roster.kinds[u] == Kind.CV and u in g.units.aboard)
    nac = g.units.aboard.index(carrier)
    g.units[carrier].at = space(g, "oran")
    g.units[nac].at, g.units[nac].pool = -1, LOST
    fall(g)
    assert g.hexes.holder[g.units.at[carrier]] == BRITAIN
    assert g.units.at[nac] < 0


def test_18_5_7_fighting_on_in_france():
    """British units that stay move half their points, have no second impulse, build nothing, and have no help of the ground."""
    g = defeat()
    tank = put(g, "britain ARM 2-8", "brest")
    fall(g, ["stay"])
    assert g.bitter and g.units.at[tank] == space(g, "brest")
    assert g.hexes.holder[space(g, "brest")] == BRITAIN
    g.nations[BRITAIN].effort = 1
    assert allowance(g, tank, 1) == 4
    assert refused(may_move(g, tank, 2)) == "18.5.7"
    assert refused(may_fortify(g, BRITAIN, space(g, "brest"))) == "10.6.4"
    g.side = AXIS
    foe = put(g, "germany INF 6-5", "1433")
    assert defence_value(g, space(g, "brest"), [foe], 1) == [(tank, 2)]
    g.bitter = 0
    assert allowance(g, tank, 1) == 8


def test_18_5_7_who_lands_later_is_not_resented():
    """While a unit that fought on is in France the people are hostile; once none is left it is over, also for the landings."""
    g = defeat()
    tank = put(g, "britain ARM 2-8", "brest")
    fall(g, ["stay"])
    g.side = AXIS
    drive(g, end_segment(g))
    assert g.bitter and resented(g, tank)
    g.units[tank].at = space(g, "london")
    drive(g, end_segment(g))
    g.units[tank].at = space(g, "brest")
    assert not g.bitter and not resented(g, tank)


def test_18_5_7_or_leaving_it():
    g = defeat()
    tank = put(g, "britain ARM 2-8", "brest")
    fall(g, ["leave"])
    assert g.ground.country[g.units.at[tank]] != "france"
    assert g.hexes.holder[space(g, "brest")] == GERMANY


def test_18_5_8_french_influence_is_gone():
    g = defeat()
    give(g, SPAIN, france=1, britain=1)
    incline(g, INDEX["yugoslavia"], FRANCE, ASSOCIATE)
    row = g.nations[BELGIUM]
    row.patron, row.status, row.side, row.invaded = FRANCE, SATELLITE, ALLIES, g.turn
    end_influence(g)
    assert pops(g, FRANCE, SPAIN) == 0 and pops(g, BRITAIN, SPAIN) == 1
    assert g.nations.status[INDEX["yugoslavia"]] == 0
    assert (row.patron, row.side) == (BRITAIN, ALLIES)
    poland = g.nations[INDEX["poland"]]
    assert (poland.patron, poland.side) == (BRITAIN, ALLIES)


def test_18_7_2_a_colony_is_attacked_and_vichy_stays_out():
    g = defeat()
    fall(g)
    g.turn += 3
    level = g.usel
    assert may_raid_colony(g, BRITAIN, "syria") is None
    assert refused(may_raid_colony(g, BRITAIN, "libya")) == "18.7.2"
    assert refused(may_raid_colony(g, USA, "syria")) == "18.7.2"
    raid_colony(g, BRITAIN, "syria")
    garrison = [u for u, f in enumerate(g.units.flag) if f == COLONIES]
    assert garrison and all(g.ground.country[g.units.at[u]] == "syria" for u in garrison)
    assert (g.nations.side[COLONIES], g.nations.side[VICHY]) == (AXIS, NEUTRAL)
    assert g.usel == level - 3
    assert roll_modifiers(g, Offensive(VICHY, WEST_BLOC, AXIS_BLOC)).total == 3  # the breach of neutrality and Vichy's grudge
    assert roll_modifiers(g, Offensive(SPAIN, WEST_BLOC, AXIS_BLOC)).total == 2
    assert refused(may_raid_colony(g, ITALY, "tunisia")) == "18.7.2"


def test_18_7_3_who_leads_an_invaded_vichy():
    for power, patron in ((GERMANY, USA), (BRITAIN, GERMANY)):
        g = defeat()
        fall(g)
        assert may_declare(g, power, VICHY) is None
        from_before = len(vichy_units(g))
        assert from_before
        drive(g, declare(g, power, VICHY))
        assert g.nations.patron[VICHY] == patron
        assert not vichy_units(g)


def test_4_2_no_free_effort_without_a_hex_of_its_own_side():
    g = defeat()
    fall(g)
    ship = next(u for u in vichy_units(g) if g.roster.kinds[u] in NAVAL)
    g.nations[VICHY].side, g.nations[VICHY].free_efforts, g.side = ALLIES, 1, ALLIES
    for u in vichy_units(g):
        g.units[u].pool = GONE
    g.units[ship].pool, g.units[ship].at = 0, space(g, "stockholm")
    assert drive(g, free_effort(g, VICHY)) == []


def test_18_7_4_vichy_goes_home_five_turns_after_american_entry():
    g = defeat()
    fall(g)
    g.happy_time = turn_of(1941, WINTER)
    g.turn = g.happy_time + 4
    vichy_goes_home(g)
    assert vichy_units(g)
    g.turn += 1
    vichy_goes_home(g)
    assert not vichy_units(g)


def test_18_7_5_the_free_french_roll_in_spring():
    g = defeat()
    fall(g)
    g.turn = turn_of(1941, SPRING)
    drive(g, free_french(g), dice=[5])
    assert enlisted(g, "bri_ff_mot") < 0
    drive(g, free_french(g), dice=[1])
    assert enlisted(g, "bri_ff_arm") >= 0
    drive(g, free_french(g), dice=[1])
    assert enlisted(g, "bri_ff_mot") >= 0
    g.turn = turn_of(1941, FALL)
    assert drive(g, free_french(g)) == []


def test_18_7_5_they_are_built_in_north_africa_too():
    g = defeat(WINTER)
    fall(g, dice=[9, 9, 1, 9])
    unit = enlist(g, "bri_ff_mot")
    assert space(g, "algiers") in homes(g, unit)
    plain = next(u for u, p in enumerate(g.units.pool) if p == LOST and g.roster.kinds[u] == Kind.MOT and u != unit
                 and g.roster.nations[u] == BRITAIN)  # fmt: skip
    assert space(g, "algiers") not in homes(g, plain)


def test_18_8_paris_is_free():
    g = defeat()
    fall(g)
    occupied = conquered_value(g, FRANCE)
    g.turn, g.side = turn_of(1944, SUMMER), ALLIES
    assert not liberated(g)
    hold(g, "britain", "paris")
    put(g, "britain MOT 3-7", "paris")
    assert liberated(g)
    liberation(g)
    assert any(at == space(g, "paris") and "free_french" in g.designs[g.units.design[u]].marks for u, at in enumerate(g.units.at))
    assert conquered_value(g, FRANCE) < occupied  # the Axis still holds other cities


def test_16_3_5_a_alsace_is_annexed_for_good():
    """tw-16.3.5-a: after the fall of France Germany announces it; nothing undoes it, and no diplomacy reaches it."""
    g = defeat()
    assert refused(may_annex(g, GERMANY)) == "16.3.5"
    fall(g)
    assert refused(may_annex(g, USSR)) == "16.3.5"
    assert may_annex(g, GERMANY) is None
    base, worth = g.nations[GERMANY].base, conquered_value(g, FRANCE)
    annex_alsace(g)
    assert g.nations[GERMANY].base == base + 4
    assert conquered_value(g, FRANCE) == worth - 4
    assert refused(may_annex(g, GERMANY)) == "16.3.5"
    assert "alsace_lorraine" not in KEYS


@pytest.mark.parametrize("scenario", ["campaign_1939", "campaign_1941", "campaign_1942"])
def test_18_5_3_armies_of_neutrals_wait_at_their_posts(scenario):
    """TW-AMB-96: nobody of a neutral country stands on the board, Vichy's army of 1941 and 1942 included: when war comes it does
    not appear beside an enemy."""
    g = campaign(scenario)
    known = g.roster
    assert [g.units[u].label for u, at in enumerate(g.units.at) if at >= 0 and known.sides[u] == NEUTRAL
            and known.nations[u] not in MAJORS] == []  # fmt: skip
    if scenario == "campaign_1941":
        post = g.board.space("3509")
        army = next(u for u, at in enumerate(g.units.post) if at == post and g.units.pool[u] == HOME)
        put(g, "britain MOT 3-7", "3509")
        g.hexes[post].holder = INDEX["britain"]
        join(g, INDEX["vichy_france"], GERMANY)
        call_up(g, INDEX["vichy_france"])
        assert g.units.at[army] != post


def test_18_5_7_germans_who_leave_vichy_meet_no_frenchmen():
    """A German unit in what becomes Vichy goes to the nearest German hex, where a French division stood that is to be placed: it
    is off the board before, also while Britain is asked about its troops (found by random play)."""
    g = defeat()
    put(g, "britain MOT 6-7", "brest")
    hold(g, "germany", "2136")
    start = space(g, "2136")
    tank = put(g, "germany ARM 8-8", "2136")
    near = [s for s in g.ground.near(start, 3) if g.ground.country[s] == "france" and "vichy" not in g.ground.regions[s]]
    for s in near:
        put(g, "france INF 2-5", g.board.ids[s])
    g.dice = FixedDice(9, 9, 9, 9)
    flow = fall_of_france(g)
    next(flow)  # Britain is asked
    assert g.units.at[tank] in near and list(TITLE.invariants(g)) == []
