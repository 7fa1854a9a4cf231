"""Chapter 4: alliances, alignment, control, special conditions, China's warlords, colonies."""

from __future__ import annotations

from grognard.kernel.flow import Option
from grognard.titles.gw36.powers import ABSORBED, ALLIES, AXIS, COMINTERN, NATION
from grognard.titles.gw36.rules import air_movement, alignment, movement, raiding, war, war_conditions
from grognard.titles.gw36.rules.conquest import capture
from grognard.titles.gw36.rules.nations import absorb, alive, at_war, is_major, is_neutral, make_war, take_control, zones_of
from grognard.titles.gw36.rules.seats import acting, seat_of
from grognard.titles.gw36.state import SIGNED
from tests.titles.gw36 import workshop
from tests.titles.gw36.workshop import desk, dice, game, money, put, refused, run, spending_menu, zone

BRITAIN, GERMANY, USA, USSR = (NATION[n] for n in ("great_britain", "germany", "usa", "ussr"))


def owner(g, name):  # type: ignore[no-untyped-def]
    return g.zones.owner[zone(g, name)]


def test_4_1_a() -> None:
    """Seven Major Powers, the Commonwealth as one; KMT and CCP are minor until they evolve."""
    g = game()
    majors = {n for n in g.facts.nations if is_major(g, NATION[n])}
    assert majors == {"germany", "italy", "japan", "usa", "great_britain", "fec", "anzac", "france", "ussr"}
    assert not is_major(g, NATION["kmt"])
    g.nations[NATION["kmt"]].evolved = 1
    assert is_major(g, NATION["kmt"])


def test_4_2_a() -> None:
    """Minors without a sheet are played by whoever controls them."""
    g = game("germany", "1936")
    assert seat_of(g, NATION["nationalist_spain"]) == seat_of(g, NATION["germany"])
    assert seat_of(g, NATION["republican_spain"]) == seat_of(g, NATION["ussr"])


def test_4_3_a() -> None:
    """Table 4-1, and no war on a member of one's alliance."""
    g = game("germany", "1936")
    sides = g.nations.alliance
    assert sides[NATION["italy"]] == AXIS
    assert sides[NATION["kmt"]] == ALLIES
    assert sides[NATION["ccp"]] == COMINTERN
    refused(war_conditions.may_declare(g, NATION["germany"], NATION["italy"]), "4.3")
    assert war_conditions.may_declare(g, NATION["germany"], NATION["france"]) is None


def test_gw36_4_4_a() -> None:
    """gw36-4.4-a: a minor that Aligns is part of the Major at once: its units may be used in the phases left of the turn."""
    g = game("germany", "1939")
    unit = put(g, "romania", "romania", "infantry")
    absorb(g, NATION["romania"], NATION["germany"])
    assert unit.nation == NATION["germany"]
    assert owner(g, "romania") == NATION["germany"]
    assert g.nations[NATION["romania"]].status == ABSORBED
    assert movement.land_move_reach(g, unit.index)


def test_4_5_a() -> None:
    """A controller moves a minor's units and starts no war for it; its own units may not enter."""
    g = game("germany", "1936")
    take_control(g, NATION["turkey"], NATION["germany"])
    assert NATION["turkey"] in acting(g)
    refused(war_conditions.may_declare(g, NATION["turkey"], NATION["greece"]), "4.5")
    soldier = put(g, "germany", "bulgaria", "infantry")
    assert zone(g, "istanbul") not in movement.land_move_reach(g, soldier.index)
    refused(air_movement.may_overfly(g, zone(g, "istanbul"), NATION["germany"]), "8.3")


def test_gw36_4_6_a() -> None:
    """gw36-4.6-a: Japan at war with KMT and CCP alone is neutral; at war with a Major Power it is not."""
    g = game("japan", "1939")
    assert is_neutral(g, NATION["japan"])
    workshop.war(g, "japan", "great_britain")
    assert not is_neutral(g, NATION["japan"])


def test_gw36_4_7_a() -> None:
    """gw36-4.7-a: the USSR, not at war with Germany, attacks Turkey and takes a zone: Germany gets Control, not entry."""
    g = game("ussr", "1939")
    g.nations[NATION["ussr"]].income = g.nations[NATION["ussr"]].wartime
    run(g, war.declare_war(g, NATION["ussr"], NATION["turkey"]))
    assert g.nations[NATION["turkey"]].controller == NATION["germany"]
    assert alive(g, NATION["turkey"])
    run(g, capture(g, zone(g, "kars"), NATION["ussr"]))
    assert owner(g, "istanbul") == NATION["turkey"]
    refused(air_movement.may_overfly(g, zone(g, "istanbul"), NATION["germany"]), "8.3")


def test_gw36_4_7_b() -> None:
    """gw36-4.7-b: when Germany then declares war on the USSR, Turkey is absorbed with every zone it still owns."""
    g = game("germany", "1939")
    g.nations[NATION["ussr"]].income = g.nations[NATION["ussr"]].wartime
    run(g, war.declare_war(g, NATION["ussr"], NATION["turkey"]))
    run(g, capture(g, zone(g, "kars"), NATION["ussr"]))
    soldier = put(g, "turkey", "istanbul", "infantry")
    run(g, war.declare_war(g, NATION["germany"], NATION["ussr"]))
    assert g.nations[NATION["turkey"]].status == ABSORBED
    assert soldier.nation == NATION["germany"]
    assert owner(g, "istanbul") == NATION["germany"]
    assert owner(g, "kars") == NATION["ussr"]


def test_4_7_c() -> None:
    """Axis attack: the nearest Commonwealth entity, in the Americas the USA; Siam attacked by the Allies goes to Japan."""
    g = game("japan", "1936")
    assert alignment.protector(g, NATION["germany"], NATION["netherlands"]) == NATION["great_britain"]
    assert alignment.protector(g, NATION["germany"], NATION["brazil"]) == NATION["usa"]
    assert alignment.protector(g, NATION["great_britain"], NATION["siam"]) == NATION["japan"]
    assert alignment.protector(g, NATION["ussr"], NATION["finland"]) == NATION["germany"]
    assert alignment.protector(g, NATION["japan"], NATION["mongolia"]) == NATION["ussr"]
    assert alignment.protector(g, NATION["japan"], NATION["siam"]) == NATION["fec"]


def test_4_7_d() -> None:
    """Germany at war with Britain attacks Belgium: Belgium Aligns at once and its colonies with it."""
    g = game("germany", "1939")
    run(g, war.declare_war(g, NATION["germany"], NATION["belgium"]))
    assert g.nations[NATION["belgium"]].status == ABSORBED
    assert owner(g, "belgian_congo") == NATION["great_britain"]


def test_15_11_a() -> None:
    """With the option minors attacked by the Axis go to France, those attacked by others to Italy."""
    g = game("germany", "1939", italian_french_minors=True)
    assert alignment.protector(g, NATION["germany"], NATION["netherlands"]) == NATION["france"]
    assert alignment.protector(g, NATION["ussr"], NATION["finland"]) == NATION["italy"]
    assert alignment.protector(game(), NATION["ussr"], NATION["finland"]) == NATION["germany"]


def test_4_8_poland() -> None:
    """Britain may Align Poland at the start of its turn while it or France fights Germany; in peace nobody asks."""
    g = game("great_britain", "1939")
    run(g, alignment.start_of_british_turn(g), "align")
    assert owner(g, "warsaw") == NATION["great_britain"]
    assert run(game("great_britain", "1936"), alignment.start_of_british_turn(game("great_britain", "1936"))) == []


def test_4_8_pan_america() -> None:
    """The USA at war pays up to 3 and rolls; once a nation a turn; at peace never; enemies near help."""
    g = game("usa", "1939")
    refused(alignment.may_influence(g, NATION["usa"], NATION["brazil"]), "4.8", "at war")
    workshop.war(g, "usa", "japan")
    assert alignment.may_influence(g, NATION["usa"], NATION["brazil"]) is None
    refused(alignment.may_influence(g, NATION["usa"], NATION["chile"]), "4.8")
    cash = g.nations[NATION["usa"]].cash
    dice(g, 4)
    run(g, alignment.influence(g, NATION["usa"], NATION["brazil"], 3))
    assert alive(g, NATION["brazil"])
    assert g.nations[NATION["usa"]].cash == cash - 3
    refused(alignment.may_influence(g, NATION["usa"], NATION["brazil"]), "4.8", "one attempt")
    assert not alignment.enemies_near(g, NATION["brazil"])
    line = next(line for line in g.board.geo.lines if line.id == "new_york_rio")
    raider = put(g, "japan", g.board.ids[line.zones[0]], "submarine")
    dice(g, 1, 6)
    run(g, raiding.raid(g, raider.index, line.zones[0], NATION["usa"]))
    g.remove(raider.index)
    assert alignment.enemies_near(g, NATION["paraguay"])  # a raid on the line counts without damage too
    g.turn += 1
    assert not alignment.enemies_near(g, NATION["paraguay"])
    put(g, "japan", "sz_127", "submarine")
    assert alignment.enemies_near(g, NATION["uruguay"]) or alignment.enemies_near(g, NATION["brazil"])
    dice(g, 3)
    run(g, alignment.influence(g, NATION["usa"], NATION["mexico"], 3))
    assert g.nations[NATION["mexico"]].status == ABSORBED


def test_4_8_argentina() -> None:
    """Germany at war with a Major tries Argentina once a game for 2 IPP; success raises US income."""
    g = game("germany", "1939")
    assert alignment.may_influence(g, NATION["germany"], NATION["argentina"]) is None
    refused(alignment.may_influence(g, NATION["germany"], NATION["brazil"]), "4.8")
    income = g.nations[NATION["usa"]].income
    dice(g, 2, 7)
    run(g, alignment.influence(g, NATION["germany"], NATION["argentina"], 2))
    assert owner(g, "buenos_aires") == NATION["germany"]
    assert g.nations[NATION["usa"]].income == income + 7


def test_4_8_balkans() -> None:
    """After the fall of France one Balkan minor a turn, for three turns; the rest when Germany and the USSR are at war."""
    g = game("germany", "1939")
    assert run(g, alignment.place_units(g)) == []
    g.france_fell = g.turn
    run(g, alignment.place_units(g), "align n.hungary")
    assert g.nations[NATION["hungary"]].status == ABSORBED
    assert alive(g, NATION["romania"])
    run(g, war.go_to_war(g, NATION["germany"], NATION["ussr"]))
    assert g.nations[NATION["romania"]].status == ABSORBED
    assert g.nations[NATION["bulgaria"]].status == ABSORBED


def test_4_8_finland() -> None:
    """With the pact signed Finland joins Germany when it fights the USSR; without it Finland stays out."""
    g = game("germany", "1939")
    run(g, war.go_to_war(g, NATION["germany"], NATION["ussr"]))
    assert alive(g, NATION["finland"])
    g = game("germany", "1939")
    g.pact = SIGNED
    run(g, war.go_to_war(g, NATION["germany"], NATION["ussr"]))
    assert g.nations[NATION["finland"]].status == ABSORBED


def test_4_8_spain() -> None:
    """Nationalist Spain Aligns when the Axis holds London, not before."""
    g = game("germany", "1939")
    run(g, alignment.settle(g))
    assert alive(g, NATION["nationalist_spain"])
    g.zones[zone(g, "london")].owner = NATION["germany"]
    run(g, alignment.settle(g))
    assert g.nations[NATION["nationalist_spain"]].status == ABSORBED


def test_4_8_siam() -> None:
    """Siam Aligns with Japan in its July 1939 production, not in January."""
    g = game("japan", "1936", when="1939-01")
    alignment.start_of_production(g, NATION["japan"])
    assert alive(g, NATION["siam"])
    g.turn += 1
    alignment.start_of_production(g, NATION["japan"])
    assert g.nations[NATION["siam"]].status == ABSORBED


def test_4_8_iraq_turkey() -> None:
    """Iraq joins the Axis power with a land unit next to it, Turkey Germany when it has taken Transcaucasia."""
    g = game("germany", "1939")
    run(g, alignment.after_combat(g))
    assert alive(g, NATION["iraq"])
    g.zones[zone(g, "syria")].owner = NATION["germany"]
    put(g, "germany", "syria", "infantry")
    g.zones[zone(g, "transcaucasia")].owner = NATION["germany"]
    run(g, alignment.after_combat(g))
    assert g.nations[NATION["iraq"]].master == NATION["germany"]
    assert g.nations[NATION["turkey"]].master == NATION["germany"]


def test_4_9_a() -> None:
    """A foreign attack on a Chinese faction is one on all: warlords join KMT and the attacker is at war with both factions."""
    g = game("japan", "1936")
    assert alive(g, NATION["warlord_yunnan"])
    run(g, war.declare_war(g, NATION["japan"], NATION["kmt"]), "agree", "agree")
    assert owner(g, "yunnan") == NATION["kmt"]
    assert at_war(g, NATION["japan"], NATION["ccp"])
    assert g.truce == 1


def test_4_9_b() -> None:
    """A warlord attacked by CCP and not conquered by the end of the Combat Phase joins KMT."""
    g = game("ccp", "1936")
    run(g, war.declare_war(g, NATION["ccp"], NATION["warlord_tsinghai"]))
    assert alive(g, NATION["warlord_tsinghai"])
    run(g, alignment.after_combat(g))
    assert owner(g, "tsinghai") == NATION["kmt"]
    assert alive(g, NATION["warlord_yunnan"])


def test_gw36_9_24_a() -> None:
    """gw36-9.24-a, 4.12: Belgium falls to a Germany at peace with Britain: the Congo stays under Britain, then is British."""
    g = game("germany", "1936")
    g.nations[NATION["great_britain"]].income = 1
    run(g, war.declare_war(g, NATION["germany"], NATION["belgium"]))
    assert g.nations[NATION["belgium"]].controller == NATION["great_britain"]
    for u in list(g.units.stacks[zone(g, "belgium")]):
        g.remove(u)
    run(g, capture(g, zone(g, "belgium"), NATION["germany"]))
    assert owner(g, "belgian_congo") == NATION["belgium"]
    assert alive(g, NATION["belgium"])
    run(g, war.go_to_war(g, NATION["germany"], NATION["great_britain"]))
    assert owner(g, "belgian_congo") == NATION["great_britain"]


def test_4_12_a() -> None:
    """Without a controller a defeated minor's colonies belong to nobody."""
    g = game("germany", "1936")
    assert zones_of(g, NATION["belgium"])
    for u in list(g.units.stacks[zone(g, "belgium")]):
        g.remove(u)
    workshop.war(g, "germany", "belgium")
    run(g, capture(g, zone(g, "belgium"), NATION["germany"]))
    assert not alive(g, NATION["belgium"])
    assert owner(g, "belgian_congo") < 0


def test_4_8_sweden_and_a_controlled_norway() -> None:
    """A Norway under Control is still neutral (4.6): a Soviet war on it brings Sweden to Germany, one on Finland does not."""
    for target, joins in (("norway", True), ("finland", False)):
        g = game("germany", "1936")
        run(g, war.go_to_war(g, GERMANY, NATION["norway"]))
        assert g.nations.controller[NATION["norway"]] == BRITAIN
        g.slot = 2
        g.news += 1
        run(g, war.go_to_war(g, USSR, NATION[target]))
        run(g, alignment.after_combat(g))
        assert (g.zones.owner[zone(g, "gotaland")] == GERMANY) is joins


def test_4_8_influence_refused() -> None:
    """Why an attempt is not offered: at peace, too little, too much, a nation outside the list."""
    g = game("usa", "1939")
    money(g, "usa", 20)
    cuba = g.nations[NATION["cuba"]]
    refused(spending_menu(g, desk("usa")).why(Option("influence", cuba, 3)), "4.8", "at war")
    make_war(g, USA, NATION["japan"])
    assert spending_menu(g, desk("usa")).why(Option("influence", cuba, 3)) is None
    refused(spending_menu(g, desk("usa")).why(Option("influence", cuba, 4)), "4.8", "1 to 3")
    chile = Option("influence", g.nations[NATION["chile"]], 3)
    refused(spending_menu(g, desk("usa")).why(chile), "4.8", "no influence")
