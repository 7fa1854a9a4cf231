"""Chapter 1: lakes, terrain, railways, straits and canals, cities, the Burma Road, routes, crossings, fortified lines."""

from __future__ import annotations

import pytest

from grognard.titles.gw36.kinds import FACILITY, KIND
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import air_movement, crossings, movement, non_combat, passages, strategic, terrain, turns
from grognard.titles.gw36.rules.battle import ground
from grognard.titles.gw36.state import SIGNED, War
from tests.titles.gw36.workshop import count, dice, game, go, put, refused, run, seize, site, war, zone


def passing(g: War, nation: str, kind: str, a: str, b: str, *, combat: bool = False):  # type: ignore[no-untyped-def]
    border = g.board.border(zone(g, a), zone(g, b))
    assert border is not None
    return passages.may_pass(g, KIND[kind], NATION[nation], border, combat=combat)


def test_gw36_1_1_a() -> None:
    """gw36-1.1-a: the lake between Chad and Nigeria blocks land units and is no space of its own."""
    g = game("france")
    chad, nigeria = zone(g, "chad"), zone(g, "nigeria")
    assert nigeria not in [b for b, _ in g.board.geo.land[chad]]
    assert not g.board.knows("lake_chad")


def test_1_2_a() -> None:
    """Sea zones are numbered, and the zones with printed numbers bear them."""
    g = game()
    assert g.board.ints("number")[zone(g, "sz_49")] == 49
    assert all(g.zones.owner[z] < 0 for z in range(g.board.size) if g.board.geo.is_sea[z])


def test_1_3_a() -> None:
    """A nation's capital is one of its zones and bears its roundel."""
    from grognard.titles.gw36.rules.nations import printed_owner

    g = game()
    for name, sheet in g.facts.nations.items():
        if sheet.capital and name not in ("kmt", "ccp"):
            assert printed_owner(g, zone(g, sheet.capital)) == NATION[name]


def test_1_4_a() -> None:
    """Printed facilities stand when the game begins; Berlin has a Major Factory, Corsica has none."""
    g = game()
    assert site(g, "berlin", "major_factory").since == -1
    assert not [s for s in g.sites.where(at=zone(g, "corsica")) if "factory" in s.label.lower()]


def test_1_6_a() -> None:
    """A convoy line holds what each nation can lose; the Soviet-Arctic line has no value."""
    g = game()
    lines = {line.id: line for line in g.board.geo.lines}
    assert lines["mediterranean"].values["great_britain"] == 6
    assert lines["soviet_arctic"].values["ussr"] == 0


def test_gw36_1_7_a() -> None:
    """gw36-1.7-a: the roundel of Romania lies in mountains, so all of it is a mountain zone, in every round; not without 1.8."""
    g = game("ussr")
    assert terrain.zone_terrain(g, zone(g, "romania")) == "mountain"
    assert ground(g, zone(g, "romania"), NATION["romania"]).terrains == {"mountain"}
    plain = game("ussr", mountains=False)
    assert terrain.zone_terrain(plain, zone(plain, "romania")) == ""


def test_gw36_1_7_b() -> None:
    """gw36-1.7-b: from Chita into Northern Manchuria mountain rules last one round: it is border terrain, not zone terrain."""
    g = game("ussr")
    assert terrain.border_terrain(g, zone(g, "chita"), zone(g, "northern_manchuria")) == ("mountain",)
    assert terrain.zone_terrain(g, zone(g, "northern_manchuria")) == ""
    assert terrain.zone_terrain(g, zone(g, "romania")) == "mountain"


@pytest.mark.parametrize(
    ("start", "middle", "end"), [("austria", "bohemia", "eastern_germany"), ("slovakia", "bohemia", "eastern_germany")]
)
def test_1_8_a(start: str, middle: str, end: str) -> None:
    """A two-zone unit that starts in mountains moves one zone; cavalry keeps its movement, and so does all without the option."""
    g = game("germany", "1939")
    armor = put(g, "germany", start, "light_armor")
    horse = put(g, "germany", start, "cavalry")
    assert zone(g, middle) in movement.land_move_reach(g, armor.index)
    assert zone(g, end) not in movement.land_move_reach(g, armor.index)
    assert zone(g, end) in movement.land_move_reach(g, horse.index)
    plain = game("germany", "1939", mountains=False)
    armor = put(plain, "germany", start, "light_armor")
    assert zone(plain, end) in movement.land_move_reach(plain, armor.index)


def test_1_9_a() -> None:
    """Desert cuts movement to 1, for cavalry too."""
    g = game("italy", "1939")
    horse = put(g, "italy", "tripolitania", "cavalry")
    assert zone(g, "cyrenaica") in movement.land_move_reach(g, horse.index)
    assert zone(g, "tobruk") not in movement.land_move_reach(g, horse.index)


def test_1_10_a() -> None:
    """Jungle cuts movement to 1; without the option it does not."""
    g = game("great_britain", "1939")
    truck = put(g, "fec", "burma", "motorized_infantry")
    assert zone(g, "bengal") in movement.land_move_reach(g, truck.index)
    assert zone(g, "calcutta") not in movement.land_move_reach(g, truck.index)


def test_1_11_a() -> None:
    """Marsh is terrain only while its option is played."""
    assert terrain.in_play(game(), "marsh")
    assert not terrain.in_play(game(marshes=False), "marsh")


def test_1_12_a() -> None:
    """A river carries units like a railway, if its option is played."""
    dry = game("kmt", "1936", rivers=False)
    wet = game("kmt", "1936")
    for g in (dry, wet):
        for name in ("yunnan", "kwangtung"):
            seize(g, name, "kmt")
    assert zone(wet, "kwangtung") in strategic.rail_reach(wet, NATION["kmt"], zone(wet, "yunnan"))
    assert zone(dry, "kwangtung") not in strategic.rail_reach(dry, NATION["kmt"], zone(dry, "yunnan"))


def test_1_13_a() -> None:
    """With the option tundra is closed to land units, without it open."""
    g = game("ussr", "1939", tundra=True)
    frozen = next(z for z in range(g.board.size) if g.board.geo.zone_terrain[z] == "tundra" and g.board.geo.land[z])
    near = g.board.geo.land[frozen][0][0]
    refused(movement.land_step(g, KIND["infantry"], near, frozen, 0), "1.13")
    assert movement.land_step(game("ussr", "1939"), KIND["infantry"], near, frozen, 0) is None


def test_1_14_a() -> None:
    """Railways have a gauge: broad in the USSR, regular in Germany, a break between."""
    g = game()
    gauge = g.board.geo.rail

    def of(a: str, b: str) -> str:
        border = g.board.border(zone(g, a), zone(g, b))
        assert border is not None
        return gauge[border]

    assert of("berlin", "eastern_germany") == "regular"
    assert of("moscow", "yaroslavl") == "broad"
    assert of("northern_belorussia", "lubelskie") == "break"


def test_gw36_1_15_a() -> None:
    """gw36-1.15-a: with the option neutral Italy makes no combat move through British Suez; without it she does."""
    g = game("italy", "1936", canal_combat_moves=True)
    refused(passing(g, "italy", "light_cruiser", "sz_59", "sz_74", combat=True), "1.15")
    assert passing(g, "italy", "light_cruiser", "sz_59", "sz_74") is None
    assert passing(g, "great_britain", "light_cruiser", "sz_59", "sz_74", combat=True) is None
    assert passing(game("italy", "1936"), "italy", "light_cruiser", "sz_59", "sz_74", combat=True) is None


def test_1_15_b() -> None:
    """The Danish Straits bar British, French and US warships while Denmark is neutral, German and Soviet ones pass."""
    g = game("great_britain", "1939")
    refused(passing(g, "great_britain", "destroyer", "sz_14", "sz_17"), "1.15")
    assert passing(g, "germany", "destroyer", "sz_14", "sz_17") is None
    assert passing(g, "ussr", "battleship", "sz_14", "sz_17") is None
    assert passing(g, "great_britain", "naval_transport", "sz_14", "sz_17") is None
    assert passing(g, "great_britain", "submarine", "sz_14", "sz_17") is None  # (c) submarines pass closed straits


def test_1_15_c() -> None:
    """Neutral Turkey closes its straits, a canal, to nations at war with a Major Power, submarines included."""
    g = game("great_britain", "1939")
    refused(passing(g, "great_britain", "submarine", "sz_39", "sz_53"), "1.15")
    assert passing(g, "italy", "light_cruiser", "sz_39", "sz_53") is None


def test_1_15_d() -> None:
    """A canal captured this turn is closed this turn; a strait is open at once."""
    g = game("italy", "1939")
    war(g, "italy", "great_britain")
    for name in ("eastern_egypt", "gibraltar"):
        row = g.zones[zone(g, name)]
        row.owner, row.captured = NATION["italy"], 1
    refused(passing(g, "italy", "light_cruiser", "sz_59", "sz_74"), "1.15", "captured")
    assert passing(g, "italy", "light_cruiser", "sz_48", "sz_50") is None


def test_1_15_e() -> None:
    """Only Torpedo Boat Destroyers and Coastal Submarines enter the Great Lakes."""
    g = game("great_britain", "1939")
    refused(passing(g, "great_britain", "destroyer", "sz_21", "sz_33"), "1.15")
    assert passing(g, "great_britain", "torpedo_boat_destroyer", "sz_21", "sz_33") is None


def test_gw36_b4_a() -> None:
    """gw36-B4-a: the USA may close Panama as soon as its income is 15, in any turn."""
    g = game("japan", "1939")
    panama = next(n for n, p in enumerate(g.board.geo.passages) if p.id == "panama")
    g.nations[NATION["usa"]].income = 14
    refused(passages.may_shut(g, panama, NATION["usa"], NATION["japan"]), "1.15")
    g.nations[NATION["usa"]].income = 15
    assert passages.may_shut(g, panama, NATION["usa"], NATION["japan"]) is None


def test_1_16_b() -> None:
    """A city next to a neutral is never surrounded; with enemies all round and no base it is."""
    g = game("germany", "1939")
    for z, _ in g.board.geo.land[zone(g, "warsaw")]:
        g.zones[z].owner = NATION["germany"]
    war(g, "germany", "poland")
    for s in g.sites.where(at=zone(g, "warsaw")):
        s.at = -1
    assert terrain.is_surrounded(g, zone(g, "warsaw"), NATION["poland"])
    g.zones[zone(g, "lubelskie")].owner = NATION["romania"]
    assert not terrain.is_surrounded(g, zone(g, "warsaw"), NATION["poland"])


def test_1_17_a() -> None:
    """The Burma Road opens from July 1938 while Japan fights China, KMT holds Yunnan and the Allies Burma."""
    g = game("japan", "1936", when="1938-07")
    g.zones[zone(g, "yunnan")].owner = NATION["kmt"]
    assert not terrain.burma_road_opens(g)
    war(g, "japan", "kmt")
    assert terrain.burma_road_opens(g)
    g.turn -= 1
    assert not terrain.burma_road_opens(g)


def test_1_17_b() -> None:
    """One unit a turn is railed over the open road; land units do not walk it."""
    g = game("usa", "1939")
    war(g, "usa", "japan")
    first, second = put(g, "usa", "burma", "infantry"), put(g, "usa", "burma", "infantry")
    assert zone(g, "yunnan") not in movement.land_move_reach(g, first.index)
    g.burma_road = 1
    texts = [o.text for o in non_combat.orders_of(g, first.index)]
    assert f"rail {first.token} yunnan" in texts
    choice = next(o for o in non_combat.orders_of(g, first.index) if o.text == f"rail {first.token} yunnan")
    go(g, first.index, choice)
    assert count(g, "usa", "yunnan", "infantry") == 1
    refused(strategic.may_rail(g, second.index, zone(g, "yunnan")), "10.4")


def test_1_17_c() -> None:
    """The road is part of one rail move from Calcutta; it is cut the moment Yunnan falls, and no way leads back over it."""
    g = game("usa", "1939")
    war(g, "usa", "japan")
    unit, back = put(g, "usa", "calcutta", "infantry"), put(g, "usa", "yunnan", "infantry")
    refused(strategic.may_rail(g, unit.index, zone(g, "yunnan")), "10.4")
    g.burma_road = 1
    if zone(g, "burma") in strategic.rail_reach(g, NATION["usa"], zone(g, "calcutta")):
        assert strategic.may_rail(g, unit.index, zone(g, "yunnan")) is None
    refused(strategic.may_rail(g, back.index, zone(g, "burma")), "10.4")
    g.zones[zone(g, "yunnan")].owner = NATION["japan"]
    run(g, turns.check_events(g))
    assert not g.burma_road


def test_1_12_banks() -> None:
    """A river past a neutral bank carries units if the other bank is one's own, and not if both are foreign."""
    g = game("germany", "1939")
    germany = NATION["germany"]
    for name in ("yugoslavia", "bulgaria", "bessarabia"):
        seize(g, name, "germany")
    for border in [n for n in range(len(g.board.ends)) if zone(g, "romania") in g.board.ends[n]]:
        g.rail_damage[border] = 1
    assert zone(g, "bessarabia") in strategic.rail_reach(g, germany, zone(g, "yugoslavia"))
    assert zone(g, "romania") not in strategic.rail_reach(g, germany, zone(g, "yugoslavia"))
    g.zones[zone(g, "bulgaria")].owner = NATION["bulgaria"]
    assert zone(g, "bessarabia") not in strategic.rail_reach(g, germany, zone(g, "yugoslavia"))
    dry = game("germany", "1939", rivers=False)
    for name in ("yugoslavia", "bulgaria", "bessarabia"):
        seize(dry, name, "germany")
    assert zone(dry, "bessarabia") not in strategic.rail_reach(dry, germany, zone(dry, "yugoslavia"))


def test_1_12_damaged_railway() -> None:
    """Where river and railway run together the river serves while the railway is damaged; a railway alone does not."""
    g = game("germany", "1939")
    warsaw, west = zone(g, "warsaw"), zone(g, "west_poland")
    for name in ("warsaw", "west_poland"):
        seize(g, name, "germany")
    for n in range(len(g.board.ends)):
        if warsaw in g.board.ends[n]:
            g.rail_damage[n] = 1
    assert west in strategic.rail_reach(g, NATION["germany"], warsaw)
    dry = game("germany", "1939", rivers=False)
    for name in ("warsaw", "west_poland"):
        seize(dry, name, "germany")
    dry.rail_damage = dict(g.rail_damage)
    assert west not in strategic.rail_reach(dry, NATION["germany"], warsaw)


def test_1_15_canals_carry() -> None:
    """The St. Lawrence and the White Sea canal carry strategic moves like rivers, over friendly land only."""
    g = game("usa", "1939")
    usa, lakes = NATION["usa"], zone(g, "great_lakes")
    for n in range(len(g.board.ends)):
        g.rail_damage[n] = 1
    shores = [z for z in g.board.geo.canal_ways[lakes] if g.zones.owner[z] == usa]
    assert shores
    assert set(shores) <= set(strategic.rail_reach(g, usa, lakes))
    assert zone(g, "ottawa") not in strategic.rail_reach(g, usa, lakes)
    war(g, "usa", "germany")
    assert zone(g, "ottawa") in strategic.rail_reach(g, usa, lakes)


def test_1_15_air_over_canals() -> None:
    """Aircraft cross a neutral's strait but not its canal, nor the canal of a power they may not fly over."""
    g = game("italy", "1939")
    plane = put(g, "italy", "sz_53", "fighter")
    assert zone(g, "sz_39") not in air_movement.air_reach(g, plane.index, 1)  # neutral Turkey
    war(g, "italy", "turkey")
    assert zone(g, "sz_39") in air_movement.air_reach(g, plane.index, 1)
    over = put(g, "italy", "sz_17", "fighter")
    assert zone(g, "sz_14") in air_movement.air_reach(g, over.index, 1)  # the straits of neutral Denmark


def test_1_19_a() -> None:
    """One Soviet ship a turn takes the Northern Sea Route; others only with leave (Germany under the pact)."""
    g = game("ussr")
    ship = put(g, "ussr", "sz_6", "destroyer")
    assert strategic.may_route(g, ship.index, "northern_sea_route") is None
    german = put(g, "germany", "sz_6", "destroyer")
    refused(strategic.may_route(g, german.index, "northern_sea_route"), "1.19")
    g.pact = SIGNED
    assert strategic.may_route(g, german.index, "northern_sea_route") is None
    choice = next(o for o in non_combat.orders_of(g, ship.index) if o.verb == "route")
    go(g, ship.index, choice)
    assert ship.at == zone(g, "sz_7")
    other = put(g, "ussr", "sz_6", "submarine")
    routes = [o.text for o in non_combat.orders_of(g, other.index) if o.verb == "route"]
    assert f"route {other.token} sz_7" not in routes


def test_1_19_b() -> None:
    """Only submarines use the Baltic-White Sea Canal."""
    g = game("ussr")
    refused(strategic.may_route(g, put(g, "ussr", "sz_16", "destroyer").index, "baltic_white_sea"), "1.15")
    assert strategic.may_route(g, put(g, "ussr", "sz_16", "submarine").index, "baltic_white_sea") is None


def test_1_20_a() -> None:
    """Infantry crosses a narrow crossing, vehicles do not; enemy warships bar it; the printed number is the limit."""
    g = game("italy", "1939")
    messina = next(c for c in g.board.geo.crossings if c.id == "messina")
    soldier = put(g, "italy", "sicily", "infantry")
    refused(crossings.may_ferry(g, put(g, "italy", "sicily", "light_armor").index, messina), "1.20")
    assert crossings.may_ferry(g, soldier.index, messina) is None
    g.crossed[messina.border] = messina.limit
    refused(crossings.may_ferry(g, soldier.index, messina), "1.20", "2 units")
    g.crossed = {}
    war(g, "italy", "great_britain")
    put(g, "great_britain", "sz_51", "destroyer")
    refused(crossings.may_ferry(g, soldier.index, messina), "1.20", "warships")


def test_1_20_b() -> None:
    """Only Marines combat move over a narrow crossing."""
    from grognard.titles.gw36.rules.land_orders import may_attack_over

    g = game("great_britain", "1939")
    for u in list(g.units.stacks[zone(g, "sz_26")]):
        g.remove(u)
    g.zones[zone(g, "picardy")].owner = NATION["germany"]
    refused(may_attack_over(g, put(g, "great_britain", "london", "infantry").index, zone(g, "picardy")), "1.20")
    assert may_attack_over(g, put(g, "great_britain", "london", "marine").index, zone(g, "picardy")) is None


def test_1_21_a() -> None:
    """At the Channel Ports vehicles cross too."""
    g = game("great_britain", "1939")
    channel = next(c for c in g.board.geo.crossings if c.id == "channel_picardy")
    assert crossings.may_ferry(g, put(g, "great_britain", "london", "light_armor").index, channel) is None


def test_1_22_a() -> None:
    """A fortified line stands until the zone it protects is conquered once."""
    from grognard.titles.gw36.rules.conquest import capture

    g = game("germany")
    a, b = zone(g, "bavaria"), zone(g, "alsace_lorraine")
    assert terrain.fortified_line(g, a, b) == "maginot"
    assert terrain.fortified_line(g, b, a) == ""
    run(g, capture(g, b, NATION["germany"]))
    assert terrain.fortified_line(g, a, b) == ""


def test_1_24_hump() -> None:
    """With the option an aircraft over the Himalaya is lost on 11 and 12 only."""
    g = game("usa", "1939", himalayan_hump=True)
    plane = put(g, "usa", "bengal", "fighter")
    dice(g, 10)
    assert air_movement.fly_the_hump(g, plane.index, [zone(g, "bengal"), zone(g, "tibet")])
    dice(g, 11)
    assert not air_movement.fly_the_hump(g, plane.index, [zone(g, "bengal"), zone(g, "tibet")])
    assert plane.at < 0


def test_1_15_f() -> None:
    """A German Denmark keeps the straits shut to a neutral USA; a British one opens them."""
    g = game("usa", "1939")
    g.zones[zone(g, "denmark")].owner = NATION["germany"]
    refused(passing(g, "usa", "destroyer", "sz_14", "sz_17"), "1.15")
    assert passing(g, "ussr", "destroyer", "sz_14", "sz_17") is None
    g.zones[zone(g, "denmark")].owner = NATION["great_britain"]
    assert passing(g, "usa", "destroyer", "sz_14", "sz_17") is None


def test_1_18_a() -> None:
    """Antarctica is no zone of the board."""
    g = game()
    assert not [name for name in g.board.ids if "antarctic" in name]
    assert g.board.knows("patagonia")


def test_0_6_a() -> None:
    """Optional rules may be combined freely: each is its own switch and is off or on without the others."""
    g = game(mountains=False, rivers=True)
    assert not terrain.in_play(g, "mountain")
    assert terrain.in_play(g, "river")


def test_words_of_passages_and_lines_are_no_zones() -> None:
    """An answer is read back from its text: a passage called like a zone would become the zone."""
    g = game()
    words = [p.word for p in g.board.geo.passages] + [line.word for line in g.board.geo.lines]
    assert len(words) == len(set(words))
    assert not [word for word in words if g.board.knows(word)]


def test_gw36_7_9_a_port() -> None:
    """gw36-7.9-a: the battleship built for ANZAC can be landed: Sydney has a Major Port, but ANZAC no Major Shipyard."""
    from grognard.titles.gw36.rules.supply import ports

    g = game("usa", "1939")
    assert ports(g)[zone(g, "sydney")] == -1
    assert ports(g)[zone(g, "queensland")] == 3
    mine = [s.kind for s in g.sites if s.at >= 0 and g.zones.owner[s.at] == NATION["anzac"]]
    assert FACILITY["major_shipyard"] not in mine


def test_gw36_b13() -> None:
    """Appendix B 13: narrow crossings lead over the English Channel, none between islands of the Netherlands East Indies."""
    g = game()
    ends = [{g.board.ids[c.a], g.board.ids[c.b]} for c in g.board.geo.crossings]
    assert {"london", "picardy"} in ends and {"london", "belgium"} in ends
    indies = {"sumatra", "java", "borneo", "celebes", "timor", "new_guinea"}
    assert not [pair for pair in ends if len(pair & indies) > 1]


def test_gw36_b42() -> None:
    """Appendix B 42: both Chinese factions claim Manchuria, Hong Kong and Formosa; continental China is all else but Hainan."""
    from grognard.titles.gw36.rules.china import continental_china
    from grognard.titles.gw36.rules.nations import home_mask

    g = game()
    claims = {zone(g, n) for n in ("northern_manchuria", "eastern_manchuria", "western_manchuria", "hong_kong", "formosa")}
    for faction in ("kmt", "ccp"):
        assert claims <= home_mask(g)[NATION[faction]]
    china = continental_china(g)
    assert not claims & china and zone(g, "hainan") not in china
    assert {zone(g, n) for n in ("nanking", "yunnan", "tibet", "sinkiang")} <= china


def test_gw36_b10_ports() -> None:
    """Appendix B 10: with Shanghai, Nanking, Peking and Hong Kong in Japanese hands China has no port; Burma has one."""
    from grognard.titles.gw36.rules.nations import home_mask
    from grognard.titles.gw36.rules.supply import ports

    for scenario in ("1936", "1939"):
        g = game("japan", scenario)
        for name in ("shanghai", "nanking", "peking", "hong_kong"):
            seize(g, name, "japan")
        china = [z for z in home_mask(g)[NATION["kmt"]] if g.zones.owner[z] != NATION["japan"]]
        assert not [g.board.ids[z] for z in china if z in ports(g)]
        assert zone(g, "burma") in ports(g)


def test_1_15_an_enemy_of_turkey() -> None:
    """The USSR at peace with all Major Powers passes the Turkish Straits, not once it has attacked Turkey (GW36-AMB-132)."""
    from grognard.titles.gw36.rules.war import go_to_war

    g = game("ussr", "1936")
    assert passing(g, "ussr", "destroyer", "sz_39", "sz_53") is None
    run(g, go_to_war(g, NATION["ussr"], NATION["turkey"]))
    refused(passing(g, "ussr", "destroyer", "sz_39", "sz_53"), "1.15", "closed")
    assert passing(g, "italy", "destroyer", "sz_39", "sz_53") is None


def test_1_15_denmark_under_control() -> None:
    """Allied warships pass the Danish Straits once Denmark is under Allied Control; before only submarines and transports do."""
    from grognard.titles.gw36.rules.war import go_to_war

    g = game("germany", "1936")
    for nation in ("great_britain", "france", "usa", "anzac"):
        refused(passing(g, nation, "destroyer", "sz_14", "sz_17"), "1.15")
        assert passing(g, nation, "submarine", "sz_14", "sz_17") is None
        assert passing(g, nation, "naval_transport", "sz_14", "sz_17") is None
    for nation in ("germany", "ussr"):
        assert passing(g, nation, "battleship", "sz_14", "sz_17") is None
    run(g, go_to_war(g, NATION["germany"], NATION["denmark"]))
    for nation in ("great_britain", "france", "usa"):
        assert passing(g, nation, "destroyer", "sz_14", "sz_17") is None


def test_1_8_sections_of_rough_ground() -> None:
    """A second step is refused by the section of its terrain; cavalry minds all of them but mountains."""
    g = game("germany")
    geo = g.board.geo
    seen = set()
    for a in range(g.board.size):
        for b, _ in geo.land[a]:
            word = terrain.zone_terrain(g, b)
            section = {"mountain": "1.8", "desert": "1.9", "jungle": "1.10", "marsh": "1.11"}.get(word)
            if section and not terrain.zone_terrain(g, a) and not geo.entering.get((a, b)):
                seen.add(word)
                refused(movement.land_step(g, KIND["light_armor"], a, b, 1), section, word)
                assert movement.land_step(g, KIND["light_armor"], a, b, 0) is None
                rider = movement.land_step(g, KIND["cavalry"], a, b, 1)
                assert (rider is None) is (word == "mountain")
    assert {"mountain", "desert"} <= seen
