"""Chapter 14: pacts, French surrender, Vichy and Free France; annexations; 15.4, 15.6."""

from __future__ import annotations

from typing import Any

from grognard.kernel.flow import Ask
from grognard.titles.gw36.kinds import KIND, SUBMARINE_BASE
from grognard.titles.gw36.powers import ABSORBED, NATION, SURRENDERED
from grognard.titles.gw36.rules import (
    annexation,
    combat_movement,
    france,
    pacts,
    passages,
    recruitment,
    straits,
    strategic,
    war,
    war_conditions,
)
from grognard.titles.gw36.rules.conquest import capture
from grognard.titles.gw36.rules.nations import alive, at_war
from grognard.titles.gw36.rules.seats import voice_of
from grognard.titles.gw36.rules.units import foes
from grognard.titles.gw36.state import ENDED, SIGNED, War
from grognard.titles.gw36.subjects import Politics
from tests.titles.gw36 import workshop
from tests.titles.gw36.workshop import carry_out, count, dice, game, money, put, refused, run, seize, zone


def create_vichy(g: War, *first: str) -> list[Ask]:
    """France has fallen and Germany creates Vichy; ships that join the Axis stay where they are, unless a case says otherwise."""
    asked: list[Ask] = []
    answers = ["vichy", *first]
    flow = france.check_surrender(g)
    question: Any = next(flow)
    try:
        while True:
            asked.append(question)
            word = answers.pop(0) if answers else "stay"
            chosen = next((o for o in question.options if word in (o.verb, o.text)), question.options[0])
            question = flow.send(chosen)
    except StopIteration:
        return asked


def test_14_1_a() -> None:
    """Both must agree; a refusal leaves the pact unsigned; it may be proposed in any turn."""
    g = game("italy", "1939")
    assert pacts.may_sign(g, "molotov_ribbentrop") is None
    run(g, pacts.propose(g, "player1", "molotov_ribbentrop"), "refuse")
    assert g.pact != SIGNED
    run(g, pacts.propose(g, "player1", "molotov_ribbentrop"), "sign")
    assert g.pact == SIGNED


def test_14_2_a() -> None:
    """From July 1939, once in a game, not at war."""
    refused(pacts.may_sign(game("germany", "1936", when="1939-01"), "molotov_ribbentrop"), "14.2", "July 1939")
    g = game("germany", "1939")
    pacts.sign(g, "molotov_ribbentrop")
    refused(pacts.may_sign(g, "molotov_ribbentrop"), "14.2")
    assert list(g.sites.where(at=zone(g, "murmansk"), kind=SUBMARINE_BASE))
    pacts.end_pact(g)
    refused(pacts.may_sign(g, "molotov_ribbentrop"), "14.2")
    assert not list(g.sites.where(at=zone(g, "murmansk"), kind=SUBMARINE_BASE, nation=NATION["germany"]))


def test_14_2_annex() -> None:
    """Under the pact the USSR annexes a Baltic state without combat; without it not."""
    g = game("ussr", "1939")
    assert annexation.zones(g, NATION["ussr"]) == ()
    g.pact = SIGNED
    unit = put(g, "ussr", "northern_belorussia", "infantry")
    lithuania = zone(g, "lithuania")
    assert lithuania in annexation.zones(g, NATION["ussr"])
    choice = next(o for o in combat_movement.orders_of(g, unit.index) if o.text == f"annex {unit.token} lithuania")
    run(g, carry_out(g, unit.index, choice))
    assert g.zones.owner[lithuania] == NATION["ussr"]
    assert not alive(g, NATION["lithuania"])
    assert not [u for u in g.units if u.nation == NATION["lithuania"] and u.at >= 0]


def test_14_2_poland() -> None:
    """Once Germany holds Warsaw the USSR attacks eastern Poland without war, even when Poland is British; not before."""
    g = game("ussr", "1939")
    g.pact = SIGNED
    ussr, poland = NATION["ussr"], NATION["poland"]
    assert not foes(g, ussr, zone(g, "east_poland")) >> poland & 1
    g.zones[zone(g, "warsaw")].owner = NATION["germany"]
    assert foes(g, ussr, zone(g, "east_poland")) >> poland & 1
    assert not foes(g, ussr, zone(g, "west_poland")) >> poland & 1
    g.zones[zone(g, "lubelskie")].owner = NATION["great_britain"]
    assert foes(g, ussr, zone(g, "lubelskie")) >> NATION["great_britain"] & 1
    g.zones[zone(g, "lubelskie")].owner = NATION["france"]  # 15.11
    assert foes(g, ussr, zone(g, "lubelskie")) >> NATION["france"] & 1
    g.zones[zone(g, "lubelskie")].owner = NATION["great_britain"]
    income = g.nations[NATION["usa"]].income
    run(g, capture(g, zone(g, "east_poland"), ussr))
    assert not at_war(g, ussr, poland)
    assert g.nations[NATION["usa"]].income == income


def test_14_2_finland() -> None:
    """The USSR invades Karjala, no other Finnish zone, without Finland Aligning."""
    g = game("ussr", "1939")
    g.pact = SIGNED
    ussr, finland = NATION["ussr"], NATION["finland"]
    assert foes(g, ussr, zone(g, "karjala")) >> finland & 1
    assert not foes(g, ussr, zone(g, "helsinki")) >> finland & 1
    run(g, capture(g, zone(g, "karjala"), ussr))
    assert alive(g, finland)


def test_14_2_war() -> None:
    """The pact promises peace and does not prevent war, which ends it."""
    g = game("germany", "1939")
    pacts.sign(g, "molotov_ribbentrop")
    assert war_conditions.may_declare(g, NATION["germany"], NATION["ussr"]) is None
    run(g, war.declare_war(g, NATION["germany"], NATION["ussr"]))
    assert g.pact == ENDED


def test_14_3_a() -> None:
    """The Japanese-Soviet pact forbids war until it is broken for 5 IPP."""
    g = game("japan", "1939")
    pacts.sign(g, "japanese_soviet")
    refused(war_conditions.may_declare(g, NATION["japan"], NATION["ussr"]), "14.3")
    money(g, "japan", 4)
    politics = Politics(voice_of(g, NATION["japan"]))
    refused(pacts.may_break(g, politics, (NATION["japan"], "japanese_soviet")), "14.3", "4 are there")
    money(g, "japan", 9)
    assert pacts.may_break(g, politics, (NATION["japan"], "japanese_soviet")) is None
    pacts.break_treaty(g, NATION["japan"], "japanese_soviet")
    assert workshop.cash(g, "japan") == 4
    assert war_conditions.may_declare(g, NATION["japan"], NATION["ussr"]) is None


def test_14_4_1_a() -> None:
    """Paris taken: France surrenders, its IPP go to the conqueror, Free France fights on; without Paris nothing happens."""
    g = game("germany", "1939")
    run(g, france.check_surrender(g))
    assert alive(g, NATION["france"])
    money(g, "france", 7)
    money(g, "germany", 1)
    g.zones[zone(g, "paris")].owner = NATION["germany"]
    soldier = put(g, "france", "syria", "infantry")
    run(g, france.check_surrender(g), "refuse", "done")
    assert g.nations[NATION["france"]].status == SURRENDERED
    assert workshop.cash(g, "germany") == 8
    assert soldier.nation == NATION["free_france"]
    assert at_war(g, NATION["free_france"], NATION["germany"])
    assert count(g, "france", "picardy", "infantry") == 0


def test_14_4_1_corsica() -> None:
    """Without Vichy Corsica, no part of the Home Country, and its garrison are Free French; with Vichy they are not."""
    for choice, owner, garrison in (("refuse", "free_france", 1), ("vichy", "vichy", 0)):
        g = game("germany", "1939")
        g.zones[zone(g, "paris")].owner = NATION["germany"]
        seize(g, "corsica", "france")
        put(g, "france", "corsica", "artillery")
        if choice == "vichy":
            create_vichy(g)
        else:
            run(g, france.check_surrender(g), "refuse", "done")
        assert g.zones.owner[zone(g, "corsica")] == NATION[owner]
        assert count(g, "free_france", "corsica", "artillery") == garrison


def test_14_4_2_axis_units_leave_vichy() -> None:
    """Axis units in Southern France go to an Axis zone next to it, those on Corsica to the nearest; others stay."""
    g = game("germany", "1939")
    for a, b in (("italy", "france"), ("italy", "great_britain")):
        workshop.war(g, a, b)
    for name in ("paris", "southern_france"):
        seize(g, name, "germany")
    seize(g, "corsica", "italy")
    tank, islander = put(g, "germany", "southern_france", "medium_armor"), put(g, "italy", "corsica", "infantry")
    home = put(g, "germany", "berlin", "medium_armor")
    create_vichy(g)
    assert g.zones.owner[tank.at] == NATION["germany"] and tank.at in {z for z, _ in g.board.geo.land[zone(g, "southern_france")]}
    assert g.zones.owner[islander.at] == NATION["italy"]
    assert home.at == zone(g, "berlin")


def test_14_4_1_b() -> None:
    """Paris encircled is enough; Paris freed makes Free France France again."""
    g = game("germany", "1939")
    for z, _ in g.board.geo.land[zone(g, "paris")]:
        g.zones[z].owner = NATION["germany"]
    run(g, france.check_surrender(g), "refuse", "done")
    assert not alive(g, NATION["france"])
    g.zones[zone(g, "paris")].owner = NATION["great_britain"]
    run(g, france.check_surrender(g))
    assert alive(g, NATION["france"])
    assert not alive(g, NATION["free_france"])
    assert g.zones.owner[zone(g, "paris")] == NATION["france"]


def test_14_4_2_a() -> None:
    """Vichy: Southern France and Corsica, the rest German; army of five; colonies and ships by dice."""
    g = game("germany", "1939")
    g.zones[zone(g, "paris")].owner = NATION["germany"]
    guest = put(g, "great_britain", "normandy", "infantry")
    create_vichy(g)
    vichy = NATION["vichy"]
    assert g.zones.owner[zone(g, "southern_france")] == vichy
    assert g.zones.owner[zone(g, "corsica")] == vichy
    assert g.zones.owner[zone(g, "normandy")] == NATION["germany"]
    assert count(g, "vichy", "southern_france", "infantry") == 3
    assert count(g, "vichy", "southern_france", "artillery") == 1
    assert guest.at != zone(g, "normandy")
    french = {g.zones.owner[z] for z in range(g.board.size) if g.board.country[z] == "france"}
    assert french <= {vichy, NATION["free_france"], NATION["germany"], NATION["japan"]}
    assert g.nations[vichy].controller == NATION["germany"]


def test_14_4_2_b() -> None:
    """A group of colonies shares one roll: 6 is Vichy, 7 Free French; Indochina becomes Japanese on a Vichy roll."""
    for roll, heir, indochina in ((6, "vichy", "japan"), (7, "free_france", "free_france")):
        g = game("germany", "1939")
        for unit in g.units:
            if unit.nation == NATION["france"]:
                g.remove(unit.index)
        g.zones[zone(g, "paris")].owner = NATION["germany"]
        dice(g, *[roll] * 60)
        run(g, france.check_surrender(g), "vichy")
        for name in ("northern_algeria", "western_algeria", "southern_algeria"):
            assert g.zones.owner[zone(g, name)] == NATION[heir]
        assert g.zones.owner[zone(g, "cochinchina")] == NATION[indochina]


def test_14_4_2_c() -> None:
    """Germany has the choice only in its own turn."""
    g = game("italy", "1939")
    workshop.war(g, "italy", "france")
    g.zones[zone(g, "paris")].owner = NATION["italy"]
    run(g, france.check_surrender(g), "done")  # ships on the French chart are left alone
    assert not alive(g, NATION["vichy"])


def test_14_4_3_a() -> None:
    """Vichy attacked by the Allies joins Germany; the Axis may not attack it; it fights Free France alone."""
    g = game("germany", "1939")
    g.zones[zone(g, "paris")].owner = NATION["germany"]
    create_vichy(g)
    vichy = NATION["vichy"]
    refused(war_conditions.may_declare(g, NATION["italy"], vichy), "4.3")
    assert at_war(g, vichy, NATION["free_france"])
    money(g, "great_britain", 20)
    run(g, war.declare_war(g, NATION["great_britain"], vichy))
    assert g.nations[vichy].status == ABSORBED
    assert g.zones.owner[zone(g, "southern_france")] == NATION["germany"]


def test_14_4_3_recruits() -> None:
    """Vichy recruits on 2 or less and places in any zone of its own, colonies too; not in Free French ones."""
    g = game("germany", "1939")
    g.zones[zone(g, "paris")].owner = NATION["germany"]
    create_vichy(g)
    seize(g, "syria", "vichy")
    seize(g, "madagascar", "free_france")
    grounds = recruitment.recruiting_grounds(g, NATION["vichy"])
    assert zone(g, "syria") in grounds and zone(g, "southern_france") in grounds
    assert zone(g, "madagascar") not in grounds
    dice(g, 3)
    run(g, recruitment.recruit(g))
    g.nations[NATION["vichy"]].recruited = 0
    dice(g, 2)
    run(g, recruitment.recruit(g), "militia syria")
    assert count(g, "vichy", "syria", "militia") == 2


def test_14_4_4_a() -> None:
    """Southern France conquered: Vichy surrenders and what it holds joins Free France; while it holds nothing changes."""
    g = game("germany", "1939")
    g.zones[zone(g, "paris")].owner = NATION["germany"]
    create_vichy(g)
    france.check_vichy(g)
    assert alive(g, NATION["vichy"])
    g.zones[zone(g, "corsica")].owner = NATION["vichy"]
    run(g, capture(g, zone(g, "southern_france"), NATION["free_france"]))
    assert not alive(g, NATION["vichy"])
    assert g.zones.owner[zone(g, "corsica")] == NATION["free_france"]


def test_0_9_annexation() -> None:
    """Germany annexes one of its three zones a turn, Slovakia after Bohemia; others may not (GW36-AMB-49)."""
    g = game("germany", "1936")
    names = {g.board.ids[z] for z in annexation.zones(g, NATION["germany"])}
    assert names == {"austria", "bohemia"}
    assert annexation.zones(g, NATION["france"]) == ()
    unit = put(g, "germany", "bavaria", "infantry")
    choice = next(o for o in combat_movement.orders_of(g, unit.index) if o.text == f"annex {unit.token} austria")
    run(g, carry_out(g, unit.index, choice))
    assert g.zones.owner[zone(g, "austria")] == NATION["germany"]
    assert not alive(g, NATION["austria"])
    assert annexation.zones(g, NATION["germany"]) == ()


def test_15_4_a() -> None:
    """With the option Britain and France may contest Slovakia: a battle, and incomes that follow its result."""
    g = game("germany", "1936", slovakian_resistance=True)
    g.zones[zone(g, "bohemia")].owner = NATION["germany"]
    unit = put(g, "germany", "bohemia", "infantry")
    britain = g.nations[NATION["great_britain"]].income
    annexation.annex(g, unit.index, zone(g, "slovakia"))
    follower = put(g, "germany", "bohemia", "infantry")
    assert f"annex {follower.token} slovakia" in [o.text for o in combat_movement.orders_of(g, follower.index)]
    run(g, annexation.answer(g), "contest")  # one player for both
    assert g.zones.owner[zone(g, "slovakia")] == NATION["czechoslovakia"]
    assert at_war(g, NATION["germany"], NATION["czechoslovakia"])
    annexation.slovakia_decided(g)
    assert g.nations[NATION["great_britain"]].income == britain + 3
    g = game("germany", "1936", slovakian_resistance=True)
    g.zones[zone(g, "bohemia")].owner = NATION["germany"]
    unit = put(g, "germany", "bohemia", "infantry")
    annexation.annex(g, unit.index, zone(g, "slovakia"))
    run(g, annexation.answer(g), "allow")
    assert g.zones.owner[zone(g, "slovakia")] == NATION["germany"]
    assert not unit.duty
    plain = game("germany", "1936")
    plain.zones[zone(plain, "bohemia")].owner = NATION["germany"]
    unit = put(plain, "germany", "bohemia", "infantry")
    annexation.annex(plain, unit.index, zone(plain, "slovakia"))
    assert plain.zones.owner[zone(plain, "slovakia")] == NATION["germany"]
    run(plain, annexation.answer(plain))


def test_15_4_b() -> None:
    """Two players who disagree over Slovakia roll off."""
    g = game("germany", "1936", slovakian_resistance=True, players="8")
    g.zones[zone(g, "bohemia")].owner = NATION["germany"]
    unit = put(g, "germany", "bohemia", "infantry")
    annexation.annex(g, unit.index, zone(g, "slovakia"))
    dice(g, 3, 9)
    run(g, annexation.answer(g), "allow", "contest")
    assert at_war(g, NATION["germany"], NATION["czechoslovakia"])


def test_15_6_a() -> None:
    """With the option a closed strait may be forced: the owner hits each ship on 3; a canal may not."""
    g = game("italy", "1939", forcing_straits=True)
    workshop.war(g, "italy", "great_britain")
    strait = g.board.border(zone(g, "sz_48"), zone(g, "sz_50"))
    canal = g.board.border(zone(g, "sz_59"), zone(g, "sz_74"))
    assert strait is not None
    assert canal is not None
    assert straits.may_force(g, NATION["italy"], strait) is None
    refused(straits.may_force(g, NATION["italy"], canal), "15.6", "canal")
    refused(straits.may_force(game("italy", "1939"), NATION["italy"], strait), "15.6")
    ship, lucky = put(g, "italy", "sz_50", "destroyer"), put(g, "italy", "sz_50", "destroyer")
    dice(g, 3)
    run(g, straits.force(g, ship.index, strait))
    assert ship.at < 0
    dice(g, 4)
    run(g, straits.force(g, lucky.index, strait))
    assert lucky.at >= 0


def test_15_10_a() -> None:
    """A canal with five points of damage is closed."""
    g = game("great_britain", "1939", bomb_canals=True)
    suez = next(n for n, p in enumerate(g.board.geo.passages) if p.id == "suez")
    border = g.board.border(zone(g, "sz_59"), zone(g, "sz_74"))
    assert border is not None
    kind = put(g, "great_britain", "sz_59", "destroyer").kind
    g.canal_damage[suez] = 4
    assert passages.may_pass(g, kind, NATION["great_britain"], border, combat=False) is None
    g.canal_damage[suez] = 5
    g.news += 1
    refused(passages.may_pass(g, kind, NATION["great_britain"], border, combat=False), "15.10")


def test_14_4_2_d() -> None:
    """Germany has the income of Vichy's zones while it controls Vichy."""
    from grognard.titles.gw36.rules.income_increases import current_income
    from grognard.titles.gw36.rules.nations import zone_income

    g = game("germany", "1939")
    g.zones[zone(g, "paris")].owner = NATION["germany"]
    create_vichy(g)
    vichy = zone_income(g)[NATION["vichy"]]
    assert vichy > 0
    assert current_income(g, NATION["germany"]) == zone_income(g)[NATION["germany"]] + vichy


def test_14_4_a() -> None:
    """Minors that France controls pass to Free France with the surrender, other nations' minors stay."""
    g = game("germany", "1936")
    workshop.war(g, "germany", "france")
    g.zones[zone(g, "paris")].owner = NATION["germany"]
    run(g, france.check_surrender(g), "refuse", "done")
    assert g.nations[NATION["abyssinia"]].controller == NATION["free_france"]
    assert g.nations[NATION["republican_spain"]].controller == NATION["ussr"]


def test_14_4_2_minors() -> None:
    """With Vichy a minor that France controlled is Aligned with Free France and brings it its war (GW36-AMB-114)."""
    g = game("germany", "1936")
    workshop.war(g, "germany", "france")
    g.zones[zone(g, "paris")].owner = NATION["germany"]
    create_vichy(g)
    assert g.nations[NATION["abyssinia"]].status == ABSORBED
    assert g.zones.owner[zone(g, "abyssinia")] == NATION["free_france"]
    assert at_war(g, NATION["free_france"], NATION["italy"])


def test_14_4_2_sail() -> None:
    """A French ship that joins Germany may sail home past everybody; one that remains Vichy goes to sea zone 49 unasked."""
    for roll, where, asked in ((11, "sz_17", True), (9, "sz_49", False)):
        g = game("germany", "1939")
        for unit in g.units:
            if unit.nation == NATION["france"]:
                g.remove(unit.index)
        ship = put(g, "france", "sz_50", "destroyer")
        g.zones[zone(g, "paris")].owner = NATION["germany"]
        dice(g, *[roll] * 80)
        asks = create_vichy(g, f"sail {ship.token} sz_17")
        assert ship.at == zone(g, where)
        assert any(a.rule == "14.4.2" and "sails home" in a.prompt for a in asks) == asked


def test_14_4_2_evacuation() -> None:
    """British units leave France over the Channel or by sea; who can go nowhere is lost, and so is whoever is in Paris."""
    g = game("germany", "1939")
    for unit in g.units:
        if unit.nation == NATION["great_britain"] and unit.at >= 0 and (unit.kind == KIND["naval_transport"]):
            g.remove(unit.index)
    ferry = put(g, "great_britain", "picardy", "infantry")
    lost = put(g, "great_britain", "alsace_lorraine", "infantry")
    caught = put(g, "great_britain", "paris", "infantry")
    g.zones[zone(g, "paris")].owner = NATION["germany"]
    create_vichy(g)
    assert ferry.at == zone(g, "london")
    assert lost.at < 0
    assert caught.at < 0


def test_14_4_2_aboard() -> None:
    """A transport off the coast with room takes units aboard; a full one does not."""
    g = game("germany", "1939")
    sea = g.board.geo.coast[zone(g, "normandy")][0]
    for u in list(g.units.stacks[sea]):
        g.remove(u)
    boat = put(g, "great_britain", g.board.ids[sea], "naval_transport")
    men = [put(g, "great_britain", "normandy", "infantry") for _ in range(3)]
    assert len(france.exits(g, men[0].index).transports) == 1
    for man in men[:2]:
        g.put(man.index, boat.at)
        man.carrier = boat.index
    assert boat.index not in france.exits(g, men[2].index).transports


def test_14_2_finland_refused() -> None:
    """Under the pact the USSR declares no war on Finland, whose other zones are barred to it; without the pact it may."""
    g = game("ussr", "1939")
    g.nations[NATION["ussr"]].income = g.nations[NATION["ussr"]].wartime
    g.news += 1
    assert war_conditions.may_declare(g, NATION["ussr"], NATION["finland"]) is None
    g.pact = SIGNED
    refused(war_conditions.may_declare(g, NATION["ussr"], NATION["finland"]), "14.2")


def test_14_4_2_guests() -> None:
    """A British garrison in a colony that goes over to Vichy goes home; where the colony stays Free French it stays."""
    for roll, stays in ((6, False), (7, True)):
        g = game("germany", "1939")
        for unit in g.units:
            if unit.nation == NATION["france"]:
                g.remove(unit.index)
        guest = put(g, "great_britain", "northern_algeria", "infantry")
        g.zones[zone(g, "paris")].owner = NATION["germany"]
        dice(g, *[roll] * 60)
        create_vichy(g)
        assert (guest.at == zone(g, "northern_algeria")) is stays
        assert guest.at >= 0


def test_14_2_basis_nord() -> None:
    """German submarines use the base in Murmansk for strategic moves under the pact, and no other German ship does."""
    g = game("germany", "1939")
    sea = g.board.geo.coast[zone(g, "murmansk")][0]
    assert not strategic._harbour(g, sea, NATION["germany"], True)
    pacts.sign(g, "molotov_ribbentrop")
    assert strategic._harbour(g, sea, NATION["germany"], True)
    assert not strategic._harbour(g, sea, NATION["germany"], False)
    pacts.end_pact(g)
    assert not strategic._harbour(g, sea, NATION["germany"], True)
