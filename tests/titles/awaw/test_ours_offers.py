"""Ours 29.5, 21.45 and 35.8: what powers ask of each other and answer; and where armies may be, however they came (7.23)."""

from __future__ import annotations

from grognard.titles.awaw.designs import VOLUNTEER
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, CHINA, FRANCE, GERMANY, INDEX, ITALY, NEUTRAL, RUSSIA, US
from grognard.titles.awaw.rules import allegiance, areas, peoples
from grognard.titles.awaw.rules.embarking import may_offer, offer
from grognard.titles.awaw.rules.far_lands import declarations
from grognard.titles.awaw.rules.landing import invade, may_invade
from grognard.titles.awaw.rules.operations import front_of, may_pay, price
from grognard.titles.awaw.rules.redeployment import Traveller, may_tr
from grognard.titles.awaw.rules.stacking import air_room, room_for
from grognard.titles.awaw.rules.voyages import (
    FIGHTING,
    REDEPLOYING,
    Harbour,
    cancel,
    cargo_of,
    may_sail,
    passengers,
)
from grognard.titles.awaw.state import ABOARD, SAILING, SPRING, SUMMER, World, ledger_place

from .kit import campaign, drive, fight, hold, put, puts, space

# --- 7.23, 53.3, 67.3: the same limits for every way of moving --------------------------------------------------------------


def test_7_23_french_colonial_infantry_does_not_redeploy_home():
    """A French 1-3 at Oran goes to Algiers by redeployment, not by sea to Marseilles; a 2-3 does; all do after the fall."""
    g = campaign(year=1940, season=SPRING, side=ALLIES, mover="france")
    small, big = put(g, "france i 1-3", "oran"), put(g, "france i 2-3", "oran")
    home = space(g, "marseilles")
    assert may_tr(g, Traveller(small), space(g, "algiers")) is None
    refusal = room_for(g, small, home, ALLIES)
    assert refusal is not None and refusal.rule == "7.23"
    assert room_for(g, big, home, ALLIES) is None
    for cargo, rule in ((small, "7.23"), (big, "")):
        for u in (small, big):
            g.units[u].mission = 0
        puts(g, 2, "france dd", "oran", mission=SAILING)
        g.units[cargo].mission = ABOARD
        no = may_sail(g, Harbour(FRANCE, space(g, "oran"), REDEPLOYING), home)
        assert (no.rule if no is not None else "") == rule
    g.nations[FRANCE].surrendered = 1
    assert allegiance.bound_to_colonies(g, small, home) is None


def test_ours_53_3_ten_factors_however_they_came():
    """Nine British factors in France: a 3-4 that would make it twelve does not come by sea either, a 1-3 does."""
    g = campaign(year=1940, season=SPRING, side=ALLIES, mover="britain")
    g.booked[allegiance.consent(FRANCE, BRITAIN)] = allegiance.GRANTED
    puts(g, 2, "britain mech 3-4", "paris")
    put(g, "britain mech 3-4", "lyon")
    fourth, small = put(g, "britain mech 3-4", "portsmouth", mission=ABOARD), put(g, "britain i 1-3", "portsmouth")
    puts(g, 3, "britain dd", "portsmouth", mission=SAILING)
    h = Harbour(BRITAIN, space(g, "portsmouth"), REDEPLOYING)
    refusal = may_sail(g, h, space(g, "brest"))
    assert refusal is not None and refusal.rule == "ours 53.3"
    g.units[fourth].mission, g.units[small].mission = 0, ABOARD
    assert may_sail(g, h, space(g, "brest")) is None


# --- 29.5 -------------------------------------------------------------------------------------------------------------------


def test_ours_29_5_france_has_said_no_at_the_start():
    """British units and aircraft stay out of France until France lets them in, and again when it takes that back; Germans go to
    Italy unasked."""
    g = campaign(year=1940, season=SPRING, side=ALLIES, mover="britain")
    soldier, wing = put(g, "britain i 1-3", "london"), put(g, "britain aaf", "london")
    brest = space(g, "brest")
    for refusal in (room_for(g, soldier, brest, ALLIES), air_room(g, wing, brest, ALLIES)):
        assert refusal is not None and refusal.rule == "ours 29.5"
    assert allegiance.may_be_guest(g, put(g, "germany i 1-3", "berlin"), space(g, "rome")) is None
    prompts = drive(g, declarations(g), ["ask_in n.france", "accept", "done"])
    assert "asks to enter our land" in " ".join(prompts)
    assert room_for(g, soldier, brest, ALLIES) is None and air_room(g, wing, brest, ALLIES) is None
    refusal = allegiance.may_ask_in(g, BRITAIN, FRANCE)
    assert refusal is not None  # it has let us in
    g.mover = FRANCE
    drive(g, declarations(g), ["shut_out n.britain", "done"])
    assert room_for(g, soldier, brest, ALLIES) is not None
    g.units[soldier].at = space(g, "lyon")
    assert room_for(g, soldier, brest, ALLIES) is None  # who is there moves on


def test_ours_29_5_an_enemy_asks_nobody():
    """Germans who have cleared a French hex advance into it, Japanese into a Chinese one, however often their hosts say no."""
    g = campaign(year=1940, season=SPRING)
    tank = put(g, "germany arm 4-6", "luxembourg")
    assert room_for(g, tank, space(g, "sedan"), AXIS) is None
    g = campaign("global_war", year=1940, season=SPRING, mover="japan")
    assert {g.nations.east[CHINA], g.nations.east[INDEX["japan"]]} == {AXIS, ALLIES}
    inland = next(s for s in g.ground.homeland[CHINA] if g.nations.patron[g.hexes.holder[s]] == CHINA)
    soldier = put(g, "japan i 1-2", "tokyo")
    assert allegiance.may_be_guest(g, soldier, inland) is None


def test_ours_29_5_no_is_an_answer():
    """Declined: not in, and not asked again in the turn."""
    g = campaign(year=1940, season=SPRING, side=ALLIES, mover="britain")
    soldier = put(g, "britain i 1-3", "london")
    drive(g, declarations(g), ["ask_in n.france", "decline"])
    assert room_for(g, soldier, space(g, "brest"), ALLIES) is not None
    refusal = allegiance.may_ask_in(g, BRITAIN, FRANCE)
    assert refusal is not None and refusal.rule == "ours 29.5"
    g.turn += 1
    assert allegiance.may_ask_in(g, BRITAIN, FRANCE) is None
    assert allegiance.may_ask_in(g, BRITAIN, GERMANY) is not None and allegiance.may_ask_in(g, ITALY, GERMANY) is not None


def test_ours_29_5_china():
    """American units enter China only with its yes; its own go where they like."""
    g = campaign("pacific", year=1942, season=SPRING, side=ALLIES, mover="us")
    fight(g, "japan", "britain", "us")
    wing = put(g, "us aaf", "calcutta")
    refusal = allegiance.may_be_guest(g, wing, space(g, "kunming"))
    assert refusal is not None and refusal.rule == "ours 29.5"
    g.booked[allegiance.consent(CHINA, US)] = allegiance.GRANTED
    assert allegiance.may_be_guest(g, wing, space(g, "kunming")) is None


def test_ours_80_1_where_nationalists_go():
    """Nationalists stay in China; Burma takes Britain's yes, which is asked for; Indochina is never open."""
    g = campaign("pacific", year=1942, season=SPRING, side=ALLIES, mover="nationalist_china")
    fight(g, "japan", "britain", "us", "nationalist_china")
    hold(g, "nationalist_china", "kunming")
    army = put(g, "nationalist_china i 1-2", "kunming")
    burma = space(g, "rangoon")
    assert allegiance.may_be_there(g, army, space(g, "changsha")) is None
    assert allegiance.may_be_there(g, army, burma).rule == "ours 80.1"
    assert allegiance.may_be_there(g, army, space(g, "haiphong")).rule == "ours 80.1"
    assert allegiance.may_ask_in(g, CHINA, BRITAIN) is None and allegiance.may_ask_in(g, US, BRITAIN) is not None
    wing = put(g, "nationalist_china aaf", "kunming")
    assert air_room(g, wing, burma, ALLIES).rule == "ours 80.1"
    drive(g, allegiance.ask_in(g, CHINA, BRITAIN), ["accept"])
    assert air_room(g, wing, burma, ALLIES) is None
    assert allegiance.may_be_there(g, army, burma) is None
    assert allegiance.may_be_there(g, army, space(g, "haiphong")).rule == "ours 80.1"
    allegiance.shut_out(g, BRITAIN, CHINA)
    assert allegiance.may_be_there(g, army, burma).rule == "ours 80.1"
    there = put(g, "nationalist_china i 1-2", "rangoon")
    assert allegiance.may_be_there(g, there, space(g, "mandalay")) is None


def test_ours_80_1_ten_of_operations_before_grants():
    """China pays for ten BRPs of operations in a turn on all fronts together; a grant of five lets it pay for fifteen."""
    g = campaign("pacific", year=1942, season=SPRING, side=ALLIES, mover="nationalist_china")
    fight(g, "japan", "britain", "us", "nationalist_china")
    for s in g.ground.homeland[CHINA]:
        g.hexes[s].holder = CHINA
    hold(g, "japan", "changsha")
    army = put(g, "nationalist_china i 1-2", "kunming")
    g.nations[CHINA].level, target = 40, space(g, "changsha")
    ledger = ledger_place(CHINA, front_of(g, target))
    g.spent[ledger] = 9
    assert price(g, CHINA, target, [army]) == 1 and may_pay(g, CHINA, target, [army]) is None
    g.spent[ledger] = 10
    assert may_pay(g, CHINA, target, [army]).rule == "ours 80.1"
    g.nations[CHINA].got = 5
    assert may_pay(g, CHINA, target, [army]) is None
    g.spent[ledger] = 15  # a full offensive costs no more
    assert may_pay(g, CHINA, target, [army]) is None


# --- 21.45 ------------------------------------------------------------------------------------------------------------------


def together(defended: bool) -> tuple[World, Harbour, int]:
    """Six British destroyers told to sail from Portsmouth beside an American 3-4; the beach at N20 is German."""
    g = campaign(year=1943, season=SUMMER, side=ALLIES, mover="britain")
    fight(g, "germany", "italy", "britain", "us")
    hold(g, "germany", "eN20")
    if defended:
        put(g, "germany i 1-3", "eN20")
    puts(g, 6, "britain dd", "portsmouth", mission=SAILING)
    return g, Harbour(BRITAIN, space(g, "portsmouth"), FIGHTING), put(g, "us mech 3-4", "portsmouth")


def test_ours_21_45_each_pays_for_its_own():
    """British destroyers land an American 3-4: six BRPs of Britain, and three of America where a defender stands (9.53)."""
    for defended, american in ((True, 3), (False, 0)):
        g, h, guest = together(defended)
        assert guest not in passengers(g, h)  # not Britain's own
        drive(g, offer(g, h, guest), ["accept"])
        assert cargo_of(g, h) == [guest]
        mine, theirs = g.nations.level[BRITAIN], g.nations.level[US]
        assert may_invade(g, h, space(g, "eN20")) is None
        drive(g, invade(g, h, space(g, "eN20")))
        assert (mine - g.nations.level[BRITAIN], theirs - g.nations.level[US]) == (6, american)
        assert (g.units.at[guest] == space(g, "eN20")) == (not defended)


def test_ours_21_45_who_declines_is_not_asked_again_in_the_turn():
    g, h, guest = together(False)
    drive(g, offer(g, h, guest), ["decline"])
    assert cargo_of(g, h) == []
    refusal = may_offer(g, h, guest)
    assert refusal is not None and refusal.rule == "ours 21.45"
    g.turn += 1
    assert may_offer(g, h, guest) is None


def test_ours_21_45_only_within_the_faction_and_by_ships_that_sail():
    """No Russian goes aboard British ships, and nobody where no ship is told to sail; whoever is told to stay is free again."""
    g, h, guest = together(False)
    russian = put(g, "russia i 1-3", "portsmouth")
    fight(g, "russia")
    refusal = may_offer(g, h, russian)
    assert refusal is not None and refusal.rule == "ours 21.45"
    drive(g, offer(g, h, guest), ["accept"])
    cancel(g, h, None)
    assert (g.units.mission[guest], g.units.aboard[guest]) == (0, -1)
    assert may_offer(g, h, guest) is not None  # no ship sails now


# --- 35.8 -------------------------------------------------------------------------------------------------------------------


def test_ours_35_8_scorched_earth():
    """Egypt falls: left in ruins it gives half to whoever holds it; the next year all of it. Asked once."""
    for answer in ("scorch", "spare"):
        g = campaign(year=1941, season=SUMMER, side=AXIS, mover="italy")
        fight(g, "germany", "italy", "britain")
        egypt = next(a for a in areas.areas(g) if a.name == "Egypt")
        areas.remember(g)
        assert areas.drawn(g, egypt) == (BRITAIN, egypt.brp)
        assert areas.abandoned(g) == []
        for token in egypt.hexes:
            g.hexes[g.board.space(token)].holder, g.hexes[g.board.space(token)].since = ITALY, g.turn
        assert [(loser, a.name) for loser, a in areas.abandoned(g)] == [(BRITAIN, "Egypt")]
        prompts = drive(g, areas.scorched_earth(g), [answer])
        assert len(prompts) == 1 and areas.abandoned(g) == []
        worth = egypt.brp // 2 if answer == "scorch" else egypt.brp
        g.nations[INDEX["egypt"]].conquered = ITALY
        assert areas.drawn(g, egypt)[1] == worth
        g.turn += 4
        assert areas.drawn(g, egypt)[1] == egypt.brp


# --- 49.52 ------------------------------------------------------------------------------------------------------------------


def test_ours_49_52_volunteers():
    """AW-OURS-49-a: Spain at eight gives three units, Vichy at five one more; they stay in the east."""
    g = campaign(year=1941, season=SUMMER)
    fight(g, "germany", "russia")
    spain, vichy = INDEX["spain"], INDEX["vichy"]
    g.nations.side[spain], g.nations.side[vichy] = NEUTRAL, NEUTRAL
    hold(g, "germany", "warsaw", "lodz", "krakow")
    peoples.volunteers(g)
    assert there(g) == []
    g.nations.result[spain], g.nations.result[vichy] = 8, 5
    assert peoples.volunteers_due(g) == 4
    level = g.nations.level[GERMANY]
    peoples.volunteers(g)
    peoples.volunteers(g)
    assert len(there(g)) == 4 and g.nations.level[GERMANY] == level
    u = there(g)[0]
    assert (g.units[u].sheet.strength, g.units[u].sheet.nation) == (2, GERMANY)
    refusal = allegiance.may_be_there(g, u, space(g, "paris"))
    assert refusal is not None and refusal.rule == "ours 49.52"
    assert allegiance.may_be_there(g, u, space(g, "kiev")) is None
    g.nations.result[spain] = 4
    peoples.volunteers(g)
    assert len(there(g)) == 1
    g.nations.side[RUSSIA] = NEUTRAL
    peoples.volunteers(g)
    assert there(g) == []


def there(g: World) -> list[int]:
    return [u for u in range(len(g.units)) if g.units.design[u] == VOLUNTEER and g.units.at[u] >= 0]
