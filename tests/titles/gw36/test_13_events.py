"""Chapter 13: the Spanish Civil War, Abyssinia, the Chinese Civil War, evolution; border clashes (14.3)."""

from __future__ import annotations

from grognard.titles.gw36.kinds import FACILITY, KIND
from grognard.titles.gw36.powers import ABSORBED, NATION
from grognard.titles.gw36.rules import building, china, clashes, combat_movement, production, spain, war, war_conditions
from grognard.titles.gw36.rules.conquest import capture
from grognard.titles.gw36.rules.movement import may_stay_out
from grognard.titles.gw36.rules.nations import aligned, alive, at_war
from grognard.titles.gw36.rules.units import SHIPS, starts_at_base
from grognard.titles.gw36.state import CIVIL_WAR, NATIONALIST, REPUBLICAN, SIGNED
from tests.titles.gw36 import workshop
from tests.titles.gw36.workshop import carry_out, count, desk, dice, game, money, put, refused, run, site, spending_menu, zone

NATIONALISTS, REPUBLICANS = NATION["nationalist_spain"], NATION["republican_spain"]


def test_13_1_a() -> None:
    """One side wins when it possesses all six continental zones, not with five."""
    g = game("germany", "1936")
    assert g.spain == CIVIL_WAR
    zones = sorted(spain.continental_spain(g))
    assert len(zones) == 6
    for z in zones[:-1]:
        g.zones[z].owner = NATIONALISTS
    g.zones[zones[-1]].owner = REPUBLICANS
    run(g, spain.check_spain(g))
    assert g.spain == CIVIL_WAR
    g.zones[zones[-1]].owner = NATIONALISTS
    run(g, spain.check_spain(g), "done")
    assert g.spain == NATIONALIST
    assert not alive(g, REPUBLICANS)
    assert not [u for u in g.units if u.nation == REPUBLICANS and u.at >= 0]
    assert g.zones.owner[zone(g, "balearic_islands")] == NATIONALISTS


def test_13_1_b() -> None:
    """The winner's facilities are repaired and its land forces may be placed anew in Spain."""
    g = game("ussr", "1936")
    port = site(g, "catalonia", "minor_port")
    port.damage = 2
    for z in spain.continental_spain(g):
        g.zones[z].owner = REPUBLICANS
    soldier = put(g, "republican_spain", "catalonia", "infantry")
    run(g, spain.check_spain(g), f"pick {soldier.token}", f"place {soldier.token} madrid", "done")
    assert g.spain == REPUBLICAN
    assert port.damage == 0
    assert soldier.at == zone(g, "madrid")


def test_13_1_c() -> None:
    """Patrons and Spaniards do not fight each other."""
    g = game("germany", "1936")
    refused(war_conditions.may_declare(g, NATION["germany"], NATIONALISTS), "4.3")
    assert not at_war(g, NATION["ussr"], REPUBLICANS)
    refused(war_conditions.may_declare(g, NATIONALISTS, NATION["france"]), "4.5")


def test_13_1_d() -> None:
    """The Blue Division comes to Berlin every turn after a Nationalist victory, and no longer once Spain has Aligned."""
    g = game("germany", "1936")
    before = count(g, "germany", "berlin", "infantry")
    spain.free_divisions(g)
    assert count(g, "germany", "berlin", "infantry") == before
    g.spain = NATIONALIST
    spain.free_divisions(g)
    assert count(g, "germany", "berlin", "infantry") == before + 1
    g.nations[NATIONALISTS].status = ABSORBED
    spain.free_divisions(g)
    assert count(g, "germany", "berlin", "infantry") == before + 1


def test_13_1_brigade() -> None:
    """The International Brigade comes to Moscow for the rest of the game, also when Spain has Aligned with the USSR."""
    g = game("ussr", "1936")
    g.spain = REPUBLICAN
    g.nations[REPUBLICANS].status = ABSORBED
    before = count(g, "ussr", "moscow", "infantry")
    spain.free_divisions(g)
    assert count(g, "ussr", "moscow", "infantry") == before + 1
    spain.free_divisions(g)
    g.zones[zone(g, "moscow")].owner = NATION["germany"]
    spain.free_divisions(g)
    assert count(g, "ussr", "moscow", "infantry") == before + 2


def test_13_1_patrons() -> None:
    """Germany and the USSR attack no Spaniard in the Civil War, not even the other faction; Italy might."""
    g = game("germany", "1936")
    refused(war_conditions.may_declare(g, NATION["germany"], REPUBLICANS), "13.1")
    refused(war_conditions.may_declare(g, NATION["ussr"], NATIONALISTS), "13.1")
    assert war_conditions.may_declare(g, NATION["italy"], REPUBLICANS) is None


def test_13_1_ships() -> None:
    """Ships of the winner come to a Spanish port, wherever they were; ships already in one may stay."""
    g = game("germany", "1936")
    ship = put(g, "nationalist_spain", "sz_24", "destroyer")
    zones = sorted(spain.continental_spain(g))
    for z in zones:
        g.zones[z].owner = NATIONALISTS
    ports = spain.port_seas(g, sorted({*zones, *[z for z, o in enumerate(g.zones.owner) if o in (NATIONALISTS, REPUBLICANS)]}))
    strays = [u for u in g.units if u.nation == NATIONALISTS and u.at >= 0 and u.kind == ship.kind and u.at not in ports]
    assert ship in strays
    run(g, spain.check_spain(g), *["place" for _ in strays], "done")
    assert ship.at in ports


def test_13_1_e() -> None:
    """After a Nationalist victory German ships use Spanish ports, British ones do not (GW36-AMB-52)."""
    g = game("germany", "1936")
    g.zones[zone(g, "galicia_and_leon")].owner = NATIONALISTS
    site(g, "galicia_and_leon", "major_port")
    sea = g.board.geo.coast[zone(g, "galicia_and_leon")][0]
    assert not starts_at_base(g, sea, NATION["germany"], SHIPS)
    g.spain = NATIONALIST
    assert starts_at_base(g, sea, NATION["germany"], SHIPS)
    assert not starts_at_base(g, sea, NATION["usa"], SHIPS)


def test_13_1_attacked() -> None:
    """A neutral Nationalist Spain that the Allies attack Aligns with Germany and brings it war."""
    g = game("great_britain", "1939")
    workshop.money(g, "great_britain", 20)
    run(g, war.declare_war(g, NATION["great_britain"], NATIONALISTS), "pay 10")
    assert g.nations[NATIONALISTS].status == ABSORBED
    assert g.zones.owner[zone(g, "madrid")] == NATION["germany"]


def test_13_2_a() -> None:
    """Italy and Abyssinia are at war from the start; Abyssinia falls with its zone."""
    g = game("italy", "1936")
    assert at_war(g, NATION["italy"], NATION["abyssinia"])
    for u in list(g.units.stacks[zone(g, "abyssinia")]):
        g.remove(u)
    run(g, capture(g, zone(g, "abyssinia"), NATION["italy"]))
    assert not alive(g, NATION["abyssinia"])
    assert g.abyssinia == 0


def test_13_2_b() -> None:
    """Abyssinia that has regained Eritrea joins France once France is at war with a Major Power."""
    g = game("france", "1936")
    g.zones[zone(g, "eritrea")].owner = NATION["abyssinia"]
    spain.check_abyssinia(g)
    assert g.abyssinia == 2
    assert alive(g, NATION["abyssinia"])
    workshop.war(g, "france", "germany")
    spain.check_abyssinia(g)
    assert g.zones.owner[zone(g, "eritrea")] == NATION["france"]


def test_13_2_c() -> None:
    """If France and Italy are at war Abyssinia Aligns with France."""
    g = game("italy", "1936")
    run(g, war.go_to_war(g, NATION["italy"], NATION["france"]))
    assert g.nations[NATION["abyssinia"]].master == NATION["france"]


def test_13_3_a() -> None:
    """A truce needs both factions; it makes peace and lets them share zones; one refusal is enough to stop it."""
    g = game("japan", "1936")
    assert at_war(g, NATION["kmt"], NATION["ccp"])
    run(g, china.offer_truce(g))  # nobody attacks China
    assert not g.truce
    workshop.war(g, "japan", "kmt")
    run(g, china.offer_truce(g), "agree", "refuse")
    assert not g.truce
    run(g, china.offer_truce(g), "agree", "agree")
    assert g.truce
    assert aligned(g, NATION["kmt"], NATION["ccp"])
    assert not at_war(g, NATION["kmt"], NATION["ccp"])


def test_13_3_b() -> None:
    """The truce ends when no foreign unit is left in continental China; while one is there it holds."""
    g = game("japan", "1939")
    china.check_china(g)
    assert g.truce
    zones = china.continental_china(g)
    for unit in list(g.units):
        if unit.at in zones and unit.nation == NATION["japan"]:
            g.remove(unit.index)
    china.check_china(g)
    assert not g.truce
    assert at_war(g, NATION["kmt"], NATION["ccp"])


def test_13_3_c() -> None:
    """A faction without units in continental China has lost the Civil War; its zones fall to the other."""
    g = game("ccp", "1936")
    for unit in list(g.units):
        if unit.nation == NATION["ccp"]:
            g.remove(unit.index)
    china.check_china(g)
    assert not alive(g, NATION["ccp"])
    assert g.zones.owner[zone(g, "shensi")] == NATION["kmt"]


def test_13_3_d() -> None:
    """Under a truce a faction declares no war on the other before breaking it."""
    g = game("kmt", "1939")
    refused(war_conditions.may_declare(g, NATION["kmt"], NATION["ccp"]), "13.3")


def test_13_3_1_a() -> None:
    """CCP evolves at zone values of 13, not at 12; then it may leave China."""
    g = game("ccp", "1939")
    ccp = NATION["ccp"]
    value = g.board.ints("ipp")
    unit = put(g, "ccp", "shensi", "infantry")
    refused(may_stay_out(g, unit.index, zone(g, "kerulen")), "13.3.1")
    total = 0
    for z in sorted(range(g.board.size), key=lambda z: value[z]):
        if g.zones.owner[z] == NATION["kmt"] or g.zones.owner[z] == ccp:
            g.zones[z].owner = ccp
    from grognard.titles.gw36.rules.nations import zone_income

    total = zone_income(g)[ccp]
    assert total < 13
    china.check_china(g)
    assert not g.nations[ccp].evolved
    for z in range(g.board.size):
        if zone_income(g)[ccp] < 13 and g.zones.owner[z] == NATION["japan"] and value[z]:
            g.zones[z].owner = ccp
    china.check_china(g)
    assert g.nations[ccp].evolved
    assert may_stay_out(g, unit.index, zone(g, "kerulen")) is None


def test_13_3_2_facilities_before_factories() -> None:
    """An evolved KMT builds facilities at once, a Medium Factory at home too; units of the US chart wait for a factory."""
    g = game("kmt", "1939", when="1942-01")
    money(g, "kmt", 40)
    refused(building.may_build(g, desk("kmt"), FACILITY["medium_factory"]), "7.1", "not on the sheet")
    g.nations[NATION["kmt"]].evolved = 1
    g.news += 1
    for name in ("medium_factory", "air_base", "railroad", "fortification"):
        assert building.may_build(g, desk("kmt"), FACILITY[name]) is None, name
    assert "build medium_factory" in [o.text for o in spending_menu(g, desk("kmt")).options()]
    refused(building.may_build(g, desk("kmt"), FACILITY["minor_factory"]), "12.4", "Major Factory")
    refused(production.may_order(g, desk("kmt"), KIND["medium_armor"]), "7.1", "not on the sheet")


def test_13_3_2_a() -> None:
    """KMT evolves the same way; with the option off nobody does."""
    for option in (True, False):
        g = game("kmt", "1939", chinese_victory=option)
        g.zones[zone(g, "washington_d_c")].owner = NATION["kmt"]
        g.zones[zone(g, "berlin")].owner = NATION["kmt"]
        china.check_china(g)
        assert bool(g.nations[NATION["kmt"]].evolved) is option


def test_14_3_clash() -> None:
    """A border clash: one round over the Manchurian border, nobody moves, no war; the pact forbids it, Militia takes no part."""
    g = game("japan", "1936")
    for name in ("northern_manchuria", "chita", "amur"):
        for u in list(g.units.stacks[zone(g, name)]):
            g.remove(u)
    soldier, militia = put(g, "japan", "northern_manchuria", "infantry"), put(g, "japan", "northern_manchuria", "militia")
    refused(clashes.may_clash(g, soldier.index, zone(g, "chita")), "14.3", "nobody")
    enemy = put(g, "ussr", "chita", "infantry")
    assert clashes.may_clash(g, soldier.index, zone(g, "chita")) is None
    refused(clashes.may_clash(g, militia.index, zone(g, "chita")), "14.3", "Militia")
    choice = next(o for o in combat_movement.orders_of(g, soldier.index) if o.text == f"clash {soldier.token} chita")
    run(g, carry_out(g, soldier.index, choice))
    dice(g, 1, 12)
    run(g, clashes.resolve(g))
    assert enemy.at < 0
    assert soldier.at == zone(g, "northern_manchuria")
    assert g.zones.owner[zone(g, "chita")] == NATION["ussr"]
    assert not at_war(g, NATION["japan"], NATION["ussr"])
    g.neutrality = SIGNED
    put(g, "ussr", "chita", "infantry")
    refused(clashes.may_clash(g, soldier.index, zone(g, "chita")), "14.3", "pact")


def test_13_3_2_at_once() -> None:
    """KMT evolves the moment the warlords join it, if that makes 13 IPP; with less it does not."""
    g = game("japan", "1936")
    kmt = NATION["kmt"]
    from grognard.titles.gw36.rules import alignment
    from grognard.titles.gw36.rules.nations import zone_income

    run(g, alignment.settle(g))
    assert not g.nations[kmt].evolved
    for z in range(g.board.size):
        if zone_income(g)[kmt] < 13 and g.zones.owner[z] == NATION["usa"]:
            g.zones[z].owner = kmt
    assert zone_income(g)[kmt] >= 13
    run(g, alignment.settle(g))
    assert g.nations[kmt].evolved


def test_4_9_without_kmt() -> None:
    """If KMT has surrendered a foreign attack brings the warlords to CCP."""
    from grognard.titles.gw36.powers import SURRENDERED, WARLORDS
    from grognard.titles.gw36.rules import alignment
    from grognard.titles.gw36.rules.nations import fall

    for gone, heir in ((True, "ccp"), (False, "kmt")):
        g = game("japan", "1936")
        if gone:
            fall(g, NATION["kmt"], SURRENDERED)
        flow = alignment.china_attacked(g, NATION["japan"])
        for _ in flow:
            break
        assert {g.nations[w].master for w in WARLORDS} == {NATION[heir]}


def test_13_2_lend_lease() -> None:
    """Nations that may lend at all may lend to Abyssinia: France, Britain, the USSR, the USA from an income of 15; not Italy."""
    from grognard.kernel.rules import No
    from grognard.titles.gw36.rules.lend_lease import terms

    g = game("france", "1936")
    abyssinia = NATION["abyssinia"]
    for name in ("france", "great_britain", "ussr"):
        assert not isinstance(terms(g, NATION[name], abyssinia), No)
    assert isinstance(terms(g, NATION["usa"], abyssinia), No)
    g.nations[NATION["usa"]].income = 15
    assert not isinstance(terms(g, NATION["usa"], abyssinia), No)
    assert isinstance(terms(g, NATION["italy"], abyssinia), No)
