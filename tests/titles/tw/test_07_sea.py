"""7 and 11.6: ways, ports, interception and combat at sea. Worked cases stand under their ids."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel.dice import FixedDice
from grognard.titles.tw.charts import AIR_COMBAT
from grognard.titles.tw.nations import BRITAIN, GERMANY, INDEX, ITALY, USA, USSR
from grognard.titles.tw.rules.air_combat import air_column, air_modifiers
from grognard.titles.tw.rules.interception import (
    aircraft_beside,
    fly_out,
    interception_modifiers,
    may_fly_over,
    may_meet,
    may_search,
    meets,
    naval_forces,
    near_enough,
)
from grognard.titles.tw.rules.sea_battle import (
    OTHER_LEFT,
    PHASING_LEFT,
    battle_at_sea,
    limp_home,
    sea_losses,
)
from grognard.titles.tw.rules.sea_fight import (
    Force,
    air_worth,
    force_rating,
    naval_flak,
    navy_rating,
    sea_modifiers,
    ship_worth,
    strikers,
)
from grognard.titles.tw.rules.seas import (
    berths,
    controlled,
    distance,
    free_berths,
    harbours_in_reach,
    is_port,
    may_cross,
    route,
    sea,
    ways,
)
from grognard.titles.tw.rules.shipyards import SAILED, damage_ship
from grognard.titles.tw.rules.voyages import Voyage, sail
from grognard.titles.tw.state import NONE, SATELLITE, WINTER, YARD, War
from grognard.titles.tw.war_charts import NAVAL_COMBAT, NAVAL_NATIONALITY, SeaResult, naval_damage

from .kit import ALLIES, AXIS, drive, hold, put, space, war


def navy(*nations: str, year: int = 1941, season: int = 1, side: int = AXIS) -> War:
    """A board with ships."""
    g = war(*nations, year=year, season=season, side=side)
    g.naval = 1
    return g


def fleet(g: War, nation: str, at: str, **columns: int) -> int:
    return put(g, f"{nation} FLEET 1-12-5", at, **columns)


def carrier(g: War, nation: str, at: str, **nac: int) -> int:
    """A CV with its aircraft; returns the CV."""
    cv = put(g, f"{nation} CV 1-12-5", at)
    put(g, f"{nation} NAC 1-3-2", at, aboard=cv, **nac)
    return cv


def mediterranean(side: int = AXIS) -> War:
    return navy("italy", "germany", "britain", year=1942, season=0, side=side)


# --- ways and straits ---------------------------------------------------------------------------------------------------------


def test_7_2_a():
    """Leaving port, the area beside it is the first of twelve."""
    g = navy("britain", "germany")
    assert distance(g, BRITAIN, space(g, "southampton"), sea(g, "channel")) == 1
    assert route(g, BRITAIN, space(g, "southampton"), sea(g, "celtic_sea")) == [sea(g, "channel"), sea(g, "celtic_sea")]
    far = {s: n for s, (n, _) in ways(g, BRITAIN, space(g, "southampton")).items()}
    assert max(far.values()) == 12 and far[sea(g, "red_sea")] == 12
    assert space(g, "alexandria") in harbours_in_reach(g, BRITAIN, space(g, "southampton"), 12)
    assert space(g, "alexandria") not in harbours_in_reach(g, BRITAIN, space(g, "southampton"), 5)


def test_8_8_7_a():
    """Murmansk is five areas from Scapa Flow."""
    g = navy("britain", "germany", "ussr")
    assert distance(g, BRITAIN, space(g, "scapa_flow"), sea(g, "murmansk_sea")) == 5


def test_7_3_gibraltar():
    """Without Gibraltar nobody sails from the Mediterranean into the Atlantic; with it the way is open."""
    g = mediterranean()
    assert distance(g, ITALY, space(g, "genoa"), sea(g, "eastern_atlantic")) == 99
    assert distance(g, ITALY, space(g, "genoa"), sea(g, "straits")) < 99
    hold(g, "italy", "gibraltar")
    assert distance(g, ITALY, space(g, "genoa"), sea(g, "eastern_atlantic")) < 99
    assert distance(g, BRITAIN, space(g, "plymouth"), sea(g, "alboran_sea")) == 99


def test_7_3_baltic():
    """The West Baltic is closed to the Western Allies until Denmark or Sweden is theirs, the way out of it to the Soviets."""
    g = navy("britain", "germany", "ussr")
    west, north = sea(g, "west_baltic"), sea(g, "danish_north_sea")
    assert may_cross(g, BRITAIN, north, west).rule == "7.3"
    assert may_cross(g, GERMANY, north, west) is None
    assert may_cross(g, USSR, west, north).rule == "7.3"
    row = g.nations[INDEX["sweden"]]
    row.side, row.patron, row.status = ALLIES, BRITAIN, SATELLITE
    assert may_cross(g, BRITAIN, north, west) is None
    assert may_cross(g, USSR, west, north).rule == "7.3"
    row.patron = USSR
    assert may_cross(g, USSR, west, north) is None


def test_7_3_dardanelles_suez_and_channel():
    g = navy("britain", "germany", "italy")
    aegean, black = sea(g, "aegean_sea"), sea(g, "black_sea")
    assert may_cross(g, ITALY, aegean, black).rule == "7.3"
    hold(g, "italy", "2819")
    assert may_cross(g, ITALY, aegean, black).rule == "7.3"  # to hold the hex is not to have conquered Turkey
    turkey = g.nations[INDEX["turkey"]]
    turkey.surrendered = 1
    hold(g, "italy", "ankara")
    assert may_cross(g, ITALY, aegean, black) is None and may_cross(g, BRITAIN, aegean, black) is not None
    turkey.surrendered, turkey.status, turkey.patron, turkey.side = 0, SATELLITE, BRITAIN, ALLIES
    hold(g, "turkey", "2819", "ankara")
    assert may_cross(g, BRITAIN, aegean, black) is None and may_cross(g, ITALY, aegean, black).rule == "7.3"
    assert may_cross(g, BRITAIN, sea(g, "levant_sea"), sea(g, "red_sea")) is None
    assert may_cross(g, ITALY, sea(g, "levant_sea"), sea(g, "red_sea")).rule == "7.3"
    kiel, celtic = space(g, "kiel"), sea(g, "celtic_sea")
    assert sea(g, "channel") not in route(g, GERMANY, kiel, celtic)
    for port in g.ground.sea_ports[sea(g, "channel")]:
        if g.ground.country[port] == "france":
            g.hexes[port].holder = GERMANY
    assert sea(g, "channel") in route(g, GERMANY, kiel, celtic)


# --- ports --------------------------------------------------------------------------------------------------------------------


def test_7_1_three_to_a_port():
    """A Fleet takes a berth, a CV with its aircraft one, a CV alone none."""
    g = mediterranean()
    fleet(g, "britain", "alexandria")
    cv = carrier(g, "britain", "alexandria")
    alone = put(g, "britain CV 1-12-5", "alexandria")
    assert berths(g, [cv]) == 1 and berths(g, [alone]) == 0
    assert free_berths(g, space(g, "alexandria")) == 1
    assert is_port(g, space(g, "alexandria")) and not is_port(g, space(g, "cairo"))


# --- worth and ratings --------------------------------------------------------------------------------------------------------


def test_7_9_5_b():
    """Fleets that count: a CV with a 2-3-2 NAC two, with a 1-3-2 one, without none, a fighter in a strait half."""
    g = navy("germany", "britain")
    strong = put(g, "germany CV 1-12-5", "kiel")
    put(g, "germany NAC 2-3-2", "kiel", aboard=strong)
    plain = carrier(g, "britain", "southampton")
    bare = put(g, "britain CV 1-12-5", "southampton")
    assert [ship_worth(g, [u]) for u in (strong, plain, bare)] == [2, 1, 0]
    ftr = [put(g, "britain FTR 3-3-2", "southampton") for _ in range(2)]
    assert air_worth(g, ftr[:1], sea(g, "channel")) == 0 and air_worth(g, ftr, sea(g, "channel")) == 1


def test_7_9_2_a():
    """Two fighters make a Fleet in the Channel, a TAC three anywhere; outside straits fighters strike no ships."""
    g = navy("germany", "britain")
    ftr = [put(g, "britain FTR 3-3-2", "southampton") for _ in range(2)]
    tac = put(g, "britain TAC 1-5-4", "southampton")
    assert air_worth(g, ftr, sea(g, "channel")) == 1 and air_worth(g, [tac], sea(g, "north_sea")) == 3
    assert air_worth(g, ftr, sea(g, "north_sea")) == 0
    assert strikers(g, [*ftr, tac], sea(g, "north_sea")) == [tac]


def test_7_9_four_ships_count():
    g = mediterranean()
    ships = [fleet(g, "britain", "alexandria") for _ in range(6)]
    assert ship_worth(g, ships) == 4


def test_7_9_4_naval_flak():
    """Half a factor for a Fleet, one for a CV with aircraft, none for the depleted, rounded up."""
    g = mediterranean()
    one, two = fleet(g, "britain", "alexandria"), fleet(g, "britain", "alexandria")
    cv = carrier(g, "britain", "alexandria")
    assert naval_flak(g, [one]) == 1 and naval_flak(g, [one, two]) == 1 and naval_flak(g, [one, cv]) == 2
    g.units[one].depleted = 1
    assert naval_flak(g, [one]) == 0


def test_7_11_ratings_and_modifiers():
    """First, Second and Third Rate as listed; depleted ships are Fourth; the signs are the sentences' (TW-AMB-02)."""
    g = navy("britain", "france", "italy")
    ports = (("britain", "malta"), ("france", "brest"), ("italy", "genoa"))
    assert [navy_rating(g, fleet(g, n, p)) for n, p in ports] == [1, 2, 3]
    assert navy_rating(g, fleet(g, "britain", "malta", depleted=1)) == 4
    assert [NAVAL_NATIONALITY[a, d] for a, d in ((1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))] == [-1, -3, -4, -1, -2, -1]
    assert [NAVAL_NATIONALITY[d, a] for a, d in ((1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))] == [1, 3, 4, 1, 2, 1]


def test_7_11_5_a():
    """A British and a French Fleet against an Italian: 2-1, First Rate, -3, and the French ship suffers first."""
    g = navy("britain", "france", "italy", side=ALLIES)
    british, french = fleet(g, "britain", "malta"), fleet(g, "france", "marseilles")
    italian = fleet(g, "italy", "taranto")
    ours, theirs = Force(ALLIES, [british, french]), Force(AXIS, [italian])
    assert NAVAL_COMBAT.label(NAVAL_COMBAT.column(ship_worth(g, ours.ships), ship_worth(g, theirs.ships))) == "2-1"
    assert force_rating(g, ours.ships, ()) == 1
    modifiers = sea_modifiers(g, ours, theirs, attackers=(ours.ships, ()), defenders=(theirs.ships, ()))
    assert modifiers.total == -3
    drive(g, sea_losses(g, ours, SeaResult(True, depleted=1), ALLIES), dice=[1])
    assert g.units.depleted[french] and not g.units.depleted[british]


# --- interception -------------------------------------------------------------------------------------------------------------


def malta_run() -> tuple[War, int, int]:
    """The position of the worked example after 7.11.5: (game, British Fleet, British CV)."""
    g = mediterranean()
    hold(g, "germany", "tunis")
    return g, fleet(g, "britain", "gibraltar"), carrier(g, "britain", "gibraltar")


def test_7_11_5_l():
    """An Italian TAC at Cagliari is over the Sardinian Sea without a roll; one at Rome is not."""
    g, *_ = malta_run()
    tac = put(g, "italy TAC 1-5-4", "cagliari")
    far = put(g, "italy TAC 1-5-4", "bologna")
    assert aircraft_beside(g, AXIS, sea(g, "sardinian_sea")) == [tac]
    assert far not in aircraft_beside(g, AXIS, sea(g, "sardinian_sea"))


def test_7_11_5_b():
    """Fleet and carrier four areas away against one Italian TAC: +2 -1 -3; a 3 meets it, a 10 never does."""
    g, ship, cv = malta_run()
    tac = put(g, "italy TAC 1-5-4", "cagliari")
    target = Force(AXIS, planes=[tac])
    area = sea(g, "sardinian_sea")
    found = interception_modifiers(g, [ship, cv], space(g, "gibraltar"), area, target, counter=True)
    assert sorted(i.value for i in found.items) == [-3, -1, 2] and found.total == -2
    assert meets(3, found.total, 1) and meets(7, found.total, 1) and not meets(8, found.total, 1) and not meets(10, -9, 1)


def test_7_11_5_c():
    """Two Italian Fleets three areas away against Fleet and carrier, aircraft on the shore: +4; a 3 meets them, a 4 does not."""
    g, ship, cv = malta_run()
    put(g, "germany TAC 1-5-4", "palermo")
    italians = [fleet(g, "italy", "taranto") for _ in range(2)]
    target = Force(ALLIES, [ship, cv])
    area = sea(g, "sardinian_sea")
    found = interception_modifiers(g, italians, space(g, "taranto"), area, target, counter=True)
    assert found.total == 4
    assert meets(3, 4, 2) and not meets(4, 4, 2) and meets(1, 40, 2)


def test_7_11_5_d():
    """A fighter at Tunis joins the air battle, but strikes no ships in the Sardinian Sea."""
    g, *_ = malta_run()
    ftr = put(g, "germany FTR 3-3-2", "tunis")
    assert ftr in aircraft_beside(g, AXIS, sea(g, "sardinian_sea"))
    assert strikers(g, [ftr], sea(g, "sardinian_sea")) == []


def test_7_11_5_e():
    """Fighter and two TAC against one NAC: 5-1, -5."""
    g, _, cv = malta_run()
    axis = [put(g, "germany FTR 3-3-2", "tunis"), put(g, "germany TAC 1-5-4", "palermo"), put(g, "italy TAC 1-5-4", "cagliari")]
    nac = next(u for u, c in enumerate(g.units.aboard) if c == cv)

    assert AIR_COMBAT.label(air_column(g, axis, [nac])) == "4-1"
    assert air_modifiers(g, axis, [nac], sea(g, "sardinian_sea")).total == -5


def test_7_11_5_f():
    """Even a 10 eliminates the NAC."""

    assert AIR_COMBAT.code("4-1", 10 - 5) == "DE2"


def test_7_11_5_h():
    """A TAC and a depleted TAC against a Fleet and a bare CV: 6-1."""
    g = mediterranean()
    tacs = [put(g, "germany TAC 1-5-4", "palermo"), put(g, "italy TAC 1-5-4", "cagliari", depleted=1)]
    ships = [fleet(g, "britain", "gibraltar"), put(g, "britain CV 1-12-5", "gibraltar")]
    assert air_worth(g, tacs, sea(g, "sardinian_sea")) == 6 and ship_worth(g, ships) == 1
    assert NAVAL_COMBAT.label(NAVAL_COMBAT.column(Fraction(6), Fraction(1))) == "4-1"


def test_7_11_5_j():
    """A 9 against a supply run is an 8: DD."""
    g = mediterranean()
    tac = put(g, "germany TAC 1-5-4", "palermo")
    ship = fleet(g, "britain", "gibraltar")
    found = sea_modifiers(
        g, Force(AXIS, planes=[tac]), Force(ALLIES, [ship], supply=True), attackers=((), [tac]), defenders=([ship], ())
    )
    assert found.total == -1 and NAVAL_COMBAT.code("4-1", 9 + found.total) == "DD"


def test_7_11_5_n():
    """After a round a side leaves with all it has: the only choices are to stay or to leave."""
    g = mediterranean()
    ours, theirs = Force(AXIS, [fleet(g, "italy", "taranto")]), Force(ALLIES, [fleet(g, "britain", "malta")])
    flow = battle_at_sea(g, ours, theirs, sea(g, "ionian_sea"))

    g.dice = FixedDice(1, 1)
    ask = next(flow)
    assert [o.text for o in ask.options] == ["stay", "leave"]


def test_7_8_a():
    """A force tries each mission once; another force, or another mission, is open to it."""
    g = mediterranean(side=ALLIES)
    genoa, naples = fleet(g, "italy", "genoa"), fleet(g, "italy", "naples")
    ship = fleet(g, "britain", "gibraltar")
    way = [sea(g, n) for n in ("straits", "alboran_sea", "algerian_coast", "sardinian_sea", "central_med")]
    first = Voyage(Force(ALLIES, [ship]), space(g, "gibraltar"), way, "a convoy to Malta")
    tried = drive(g, sail(g, first), ["intercept 2230 algerian_coast", "let"], dice=[10])
    assert first.tried == {space(g, "genoa")} and len(tried) == 2
    assert naval_forces(g, AXIS) == {space(g, "genoa"): [genoa], space(g, "naples"): [naples]}
    again = Voyage(Force(ALLIES, [ship]), space(g, "gibraltar"), way, "another convoy")
    flow = sail(g, again)
    assert "intercept 2230 sardinian_sea" in [o.text for o in next(flow).options]


def test_7_8_b():
    """A mission that was met once can be met again, not by the same force."""
    g = mediterranean(side=ALLIES)
    for port in ("genoa", "naples"):
        fleet(g, "italy", port)
    ship = fleet(g, "britain", "gibraltar")
    way = [sea(g, n) for n in ("straits", "alboran_sea", "algerian_coast", "sardinian_sea", "central_med")]
    run = Voyage(Force(ALLIES, [ship]), space(g, "gibraltar"), way, "a convoy")
    flow = sail(g, run)

    g.dice = FixedDice(1, 4, 1, 4, 1, 4)
    ask = next(flow)
    ask = flow.send(ask.find("intercept 2230 algerian_coast"))
    while ask.find("fight") or ask.find("enough") or ask.find("stay"):
        ask = flow.send(ask.find("fight") or ask.find("enough") or ask.find("leave"))
        if ask.find("let"):
            break
    texts = [o.text for o in ask.options]
    assert not any(t.startswith("intercept 2230") for t in texts)


def test_7_8_distance_and_condition():
    """Five areas at most; no depleted or unsupplied ship, on the own turn none that has sailed."""
    g = mediterranean()
    ship = fleet(g, "italy", "venice")
    assert near_enough(g, space(g, "venice"), [ship], sea(g, "ionian_sea"))
    assert not near_enough(g, space(g, "venice"), [ship], sea(g, "straits"))
    assert may_meet(g, ship) is None
    g.units[ship].missions = SAILED
    assert may_meet(g, ship).rule == "7.0"
    g.units[ship].missions, g.units[ship].depleted = 0, 1
    assert may_meet(g, ship).rule == "7.10"
    g.units[ship].depleted, g.units[ship].supply = 0, NONE
    assert may_meet(g, ship).rule == "12.6.3"


def test_7_8_1_modifiers():
    """Winter outside the Mediterranean, a patrol, cargo, an own port on a strait."""
    g = navy("germany", "britain", season=WINTER)
    ship = fleet(g, "britain", "southampton")
    german = Force(AXIS, [fleet(g, "germany", "kiel")], cargo=True)
    area = sea(g, "channel")
    modifiers = interception_modifiers(g, [ship], space(g, "southampton"), area, german, counter=False)
    found = {i.label: i.value for i in modifiers.items}
    assert found["winter"] == 1 and found["own port on the strait"] == -3 and found["enemy carries units"] == -1
    patrol = fleet(g, "britain", "southampton")
    g.units[patrol].at = area
    modifiers = interception_modifiers(g, [ship], space(g, "southampton"), area, german, counter=False)
    found = {i.label: i.value for i in modifiers.items}
    assert found["patrol in the area"] == -2
    south = interception_modifiers(g, [ship], space(g, "southampton"), sea(g, "ionian_sea"), german, counter=True)
    assert "winter" not in {i.label for i in south.items}


def test_7_8_2_a():
    """An Evasion chit adds 4 to every interception of its force, nothing to counter-interception."""
    g = navy("germany", "britain")
    ship = fleet(g, "britain", "scapa_flow")
    german = Force(AXIS, [fleet(g, "germany", "kiel")])
    place, area = space(g, "scapa_flow"), sea(g, "norwegian_sea")
    plain = interception_modifiers(g, [ship], place, area, german, counter=False).total
    assert interception_modifiers(g, [ship], place, area, german, counter=False, evasion=True).total == plain + 4
    meant = interception_modifiers(g, [ship], place, area, german, counter=True).total
    assert interception_modifiers(g, [ship], place, area, german, counter=True, evasion=True).total == meant


# --- battles ------------------------------------------------------------------------------------------------------------------


def test_7_9_5_a():
    """A Fleet met by a TAC: flak column 1, 1-3, and the aircraft cannot be hurt on the table."""
    g = navy("germany", "britain", "ussr", year=1942, side=ALLIES)
    hold(g, "germany", "narvik_box", "murmansk_box")
    ship = fleet(g, "britain", "scapa_flow")
    tac = put(g, "germany TAC 1-5-4", "murmansk_box")
    area = sea(g, "murmansk_sea")
    assert aircraft_beside(g, AXIS, area) == [tac] and naval_flak(g, [ship]) == 1
    assert NAVAL_COMBAT.label(NAVAL_COMBAT.column(ship_worth(g, [ship]), air_worth(g, [tac], area))) == "1-3"
    drive(g, battle_at_sea(g, Force(ALLIES, [ship]), Force(AXIS, planes=[tac]), area), ["leave"], dice=[5, 2, 2])
    assert g.units.at[tac] >= 0 and not g.units.depleted[tac] and not g.units.depleted[ship]


def test_7_9_5_c():
    """Attacked from the air in one area and again in the next, a mission has twelve, nine, six areas."""
    g = mediterranean(side=ALLIES)
    put(g, "italy TAC 1-5-4", "cagliari")
    put(g, "germany TAC 1-5-4", "palermo")
    ships = [fleet(g, "britain", "gibraltar") for _ in range(3)]
    way = [sea(g, n) for n in ("straits", "alboran_sea", "algerian_coast", "sardinian_sea", "central_med")]
    run = Voyage(Force(ALLIES, ships), space(g, "gibraltar"), way, "a convoy")
    sardinian, central = g.hexes[way[3]].token, g.hexes[way[4]].token
    cagliari = next(u for u in aircraft_beside(g, AXIS, way[3]))
    palermo = next(u for u in aircraft_beside(g, AXIS, way[4]))
    flow = sail(g, run)

    g.dice = FixedDice(*[5, 2, 2] * 6)
    ask = next(flow)
    seen = []
    wanted = [f"strike u{cagliari} {sardinian}", f"strike u{palermo} {central}"]
    while ask is not None:
        seen.append(run.reach)
        found = next((ask.find(w) for w in wanted if ask.find(w)), None)
        if found is not None:
            wanted.remove(found.text)
        answer = found or ask.find("fight") or ask.find("let") or ask.find("enough") or ask.find("stay") or ask.options[0]
        try:
            ask = flow.send(answer)
        except StopIteration as stop:
            ask, arrived = None, stop.value
    assert arrived is True
    assert run.reach == 6 and 9 in seen


def test_7_9_6_a():
    """A ship on space 3 of a track that is depleted by 7 comes to 0."""
    g = navy("germany", "britain")
    ship = fleet(g, "germany", "kiel")
    row = g.units[ship]
    row.at, row.pool, row.yard, row.track = -1, YARD, space(g, "kiel"), 3

    g.dice = FixedDice(9)
    assert damage_ship(g, row, "7.9.6") == 7 and row.track == 0 and row.pool == YARD


def test_7_10_a():
    """Five factors of damage put a Fleet on space 4 of the nearest yard of its country."""
    g = mediterranean()
    ship = g.units[fleet(g, "britain", "gibraltar")]

    g.dice = FixedDice(7)
    damage_ship(g, ship, "7.10")
    limp_home(g, [ship.index], sea(g, "algerian_coast"))
    assert (ship.pool, g.board.label(ship.yard), ship.track) == (YARD, "Southampton", 4)


def test_7_10_b():
    """Without a way home through the Mediterranean a depleted Fleet finds a friendly port, and waits there."""
    g = mediterranean()
    hold(g, "italy", "gibraltar")
    ship = g.units[fleet(g, "britain", "alexandria", depleted=1)]
    limp_home(g, [ship.index], sea(g, "ionian_sea"))
    assert ship.pool == 0 and ship.at >= 0


@pytest.mark.parametrize(("roll", "ship", "cv"), [(1, 1, 2), (3, 1, 2), (4, 3, 2), (5, 3, 2), (6, 5, 3), (8, 5, 3), (9, 7, 3)])
def test_7_10_damage(roll, ship, cv):
    assert naval_damage(roll, carrier=False) == ship and naval_damage(roll, carrier=True) == cv


def test_7_10_carriers_take_their_aircraft_along():
    g = mediterranean()
    cv = carrier(g, "britain", "alexandria")

    g.dice = FixedDice(3)
    damage_ship(g, g.units[cv], "7.10")
    nac = next(u for u, c in enumerate(g.units.aboard) if c == cv)
    assert g.units.depleted[nac] and g.units.track[cv] == 2


def test_7_9_8_guns_alone():
    """Two Fleets against one at even rates: 2-1; a 5 depletes the other, who leaves."""
    g = navy("germany", "britain")
    ours = Force(AXIS, [fleet(g, "germany", "kiel") for _ in range(2)])
    other = fleet(g, "britain", "scapa_flow")
    drive(g, battle_at_sea(g, ours, Force(ALLIES, [other]), sea(g, "norwegian_sea")), ["stay", "leave"], dice=[5, 2])
    assert drive.value == OTHER_LEFT and g.units.depleted[other] and g.units.track[other] == 8


def test_7_9_9_worse_than_1_4():
    """One Fleet that must fight two TAC is sunk (TW-AMB-01)."""
    g = mediterranean(side=ALLIES)
    ship = fleet(g, "britain", "gibraltar")
    tacs = [put(g, "germany TAC 1-5-4", "palermo"), put(g, "italy TAC 1-5-4", "cagliari")]
    drive(g, battle_at_sea(g, Force(ALLIES, [ship]), Force(AXIS, planes=tacs), sea(g, "sardinian_sea")), dice=[1])
    assert g.units.at[ship] < 0 and drive.value == PHASING_LEFT


def test_7_9_3_surprise():
    """Without an air battle a 2 surprises: no flak, and aircraft count twice at sea."""
    g = mediterranean()
    tac = put(g, "germany TAC 1-5-4", "palermo")
    ships = [fleet(g, "britain", "gibraltar") for _ in range(3)]
    drive(
        g,
        battle_at_sea(g, Force(AXIS, planes=[tac]), Force(ALLIES, ships), sea(g, "sardinian_sea")),
        ["stay", "leave"],
        dice=[2, 10, 10, 10],
    )
    assert not g.units.depleted[tac]


def test_12_7_2_a():
    """A patrol alone in an area controls it; with an enemy patrol it is disputed."""
    g = mediterranean()
    waters = sea(g, "tobruk_waters")
    ship = fleet(g, "italy", "taranto")
    g.units[ship].at = waters
    assert controlled(g, waters, AXIS)
    other = fleet(g, "britain", "alexandria")
    g.units[other].at = waters
    assert not controlled(g, waters, AXIS) and not controlled(g, waters, ALLIES)


def test_5_1_2_2_america_is_five_areas_away():
    g = navy("germany", "britain", "united_states")
    ship = fleet(g, "united_states", "us_box")
    area = sea(g, "north_atlantic")
    assert distance(g, USA, space(g, "us_box"), area) == 5
    german = Force(AXIS, [fleet(g, "germany", "kiel")])
    found = interception_modifiers(g, [ship], space(g, "us_box"), area, german, counter=False)
    assert next(i.value for i in found.items if "away" in i.label) == 3


def test_7_8_why_ships_and_aircraft_cannot_meet_a_mission():
    """Each refusal has its own reason: nobody there, tried already, too far, depleted; a base elsewhere, a flight behind it."""
    g = mediterranean(side=ALLIES)
    ship, plane = fleet(g, "italy", "genoa"), put(g, "italy TAC 1-5-4", "cagliari")
    genoa, near, far = space(g, "genoa"), sea(g, "sardinian_sea"), sea(g, "north_atlantic")
    assert may_search(g, AXIS, genoa, near, set()) is None
    assert may_search(g, AXIS, space(g, "naples"), near, set()).reason.startswith("no ships")
    assert "tried" in may_search(g, AXIS, genoa, near, {genoa}).reason
    assert "sea areas" in may_search(g, AXIS, genoa, far, set()).reason
    g.units[ship].depleted = 1
    assert may_search(g, AXIS, genoa, near, set()).rule == "7.10"
    assert may_fly_over(g, AXIS, plane, near) is None and plane in aircraft_beside(g, AXIS, near)
    assert "beside" in may_fly_over(g, AXIS, plane, far).reason and plane not in aircraft_beside(g, AXIS, far)
    fly_out(g, plane)
    assert may_fly_over(g, AXIS, plane, near).rule == "11.2.3" and plane not in aircraft_beside(g, AXIS, near)
    g.units[plane].depleted, g.units[plane].missions = 1, 0
    assert may_fly_over(g, AXIS, plane, near) is None and plane in aircraft_beside(g, AXIS, near)  # as Fourth Rate (11.11.4)
    naval = put(g, "italy NAC 1-3-2", "cagliari", depleted=1)
    assert may_fly_over(g, AXIS, naval, near).rule == "11.11.4" and naval not in aircraft_beside(g, AXIS, near)
    assert may_fly_over(g, AXIS, ship, near).rule == "7.8.3"
