"""Ours 48.5, 48.6 and 53.4: cards against ships, whose units a power moves, and a raid over land that nobody leads."""

from __future__ import annotations

from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, GERMANY, INDEX, ITALY
from grognard.titles.awaw.rules import bombing, codes, interception, seabattle
from grognard.titles.awaw.rules.movement import Mover, may_pick
from grognard.titles.awaw.rules.units import patron

from .kit import campaign, drive, fight, put, puts, space, world


def test_ours_48_6_a_strategic_card_helps_every_interception_of_an_activity():
    g = campaign(side=AXIS, mover="italy", year=1941)
    fight(g, "germany", "italy", "britain")
    way = (space(g, "malta"),)
    ship = put(g, "britain dd", "alexandria")
    passage = interception.Passage(BRITAIN, "invasion", way, 20)
    refusal = interception.may_read(g, passage)
    assert refusal is not None and refusal.rule == "ours 48.8"  # no card
    g.hands[codes.BRITISH_ULTRA * 10 + codes.CARDS.index("strategic")] = 1
    assert interception.may_read(g, passage) is None
    port = g.units.at[ship]
    read = interception.Passage(BRITAIN, "invasion", way, 20, (), (), 0, 1)
    more = interception.modifiers(g, [ship], port, read).total - interception.modifiers(g, [ship], port, passage).total
    assert more == 1
    refusal = interception.may_read(g, read)
    assert refusal is not None and refusal.rule == "ours 48.6"


def test_ours_48_5_a_tactical_card_finds_what_was_nearly_found():
    """One below the number finds with the card and not without."""
    for card in (0, 1):
        g = campaign(side=AXIS, mover="italy", year=1941)
        fight(g, "germany", "italy", "britain")
        g.hands[codes.BRITISH_ULTRA * 10 + codes.CARDS.index("tactical")] = card
        mine = seabattle.Side(g, puts(g, 2, "britain dd", "malta"), [])
        theirs = seabattle.Side(g, puts(g, 2, "italy dd", "taranto"), [])
        g.dice = type(g.dice)(5 - 1)
        seabattle.search(g, mine, theirs, 0, space(g, "malta"))
        assert theirs.found == card
        assert g.hands[codes.BRITISH_ULTRA * 10 + codes.CARDS.index("tactical")] == 0


def test_ours_53_4_minors_are_lent_to_their_patron_only():
    g = world("germany", "italy", "russia", "rumania")
    rumanian, italian = put(g, "rumania i 2-3", "eS35"), put(g, "italy i 1-3", "rome")
    assert patron(g, rumanian) == GERMANY
    assert may_pick(g, Mover(GERMANY), rumanian) is None
    refusal = may_pick(g, Mover(ITALY), rumanian)
    assert refusal is not None
    refusal = may_pick(g, Mover(GERMANY), italian)
    assert refusal is not None


def test_ours_26_4_bombers_over_a_country_that_nobody_leads():
    """A random game stopped when Germany bombed such a country: who has interceptors is asked, and no BRPs are lost."""
    g = campaign(side=AXIS, mover="germany", year=1942)
    fight(g, "germany", "britain")
    target = space(g, "oslo")
    g.hexes[target].holder = INDEX["norway"]
    g.nations[INDEX["norway"]].side, g.nations[INDEX["norway"]].patron = ALLIES, -1
    box = space(g, "sw_atlantic")
    put(g, "germany bomber", "sw_atlantic")
    put(g, "britain interceptor", "sw_atlantic")
    before = list(g.nations.level)
    raid = bombing.Raid(GERMANY, box, target, 1)
    asked = bool(bombing.defenders(g, raid))
    drive(g, bombing.bomb(g, bombing.Raid(GERMANY, box), (target, 1)), dice=[4] * 30)
    assert asked and list(g.nations.level) == before
