"""9.2, 9.8, 13.6.5, 13.6.11, 23.7: flags, influence, wars on minors, alignment, research; the rulebook's examples."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any

import pytest

from grognard.kernel.acts import menu
from grognard.kernel.dice import FixedDice
from grognard.kernel.flow import DRAW, GameOver, Together
from grognard.kernel.present import Label
from grognard.kernel.session import Session
from grognard.titles.aif import TITLE
from grognard.titles.aif.facts import FULL_ALLY
from grognard.titles.aif.rules import allegiance, declarations, influence, research, victory
from grognard.titles.aif.rules.declarations import Cabinet
from grognard.titles.aif.rules.influence import Batch, Courting, Courtship
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, POWERS, USA
from grognard.titles.wif.rules import naval_air, sailing
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.land_steps import may_enter_country
from grognard.titles.wif.rules.resources import factory_hexes, resource_hexes
from grognard.titles.wif.state import ALIGNED, GONE, INDEPENDENT, slot_of

from ..wif.field import at, drive, hold, put
from .field import america, favour, flag_of, stands


def test_13_6_11_c_level_costs() -> None:
    """aif-13.6.11-c: a level in Brazil costs Germany 5, Italy 4 and the USA 3; one more with an enemy land unit inside."""
    g = america()
    brazil = flag_of(g, "Brazil")
    assert [allegiance.level_cost(g, p, brazil) for p in (GERMANY, ITALY, USA)] == [5, 4, 3]
    put(g, "USA INF any", "Recife")
    assert allegiance.level_cost(g, GERMANY, brazil) == 6 and allegiance.level_cost(g, USA, brazil) == 3


def test_9_2_a_a_victim_goes_to_the_cheapest_power() -> None:
    """aif-9.2-a: Germany and Italy both pay 3 for Argentina; Germany has the most factories and gets it as a full ally."""
    g = america()
    drive(g, declarations.declare_war(g, Cabinet(USA), flag_of(g, "Argentina")))
    assert stands(g, "Argentina") == ("Germany", FULL_ALLY)
    row = g.countries[g.facts.country["argentina"]]
    assert row.power == GERMANY and row.status == ALIGNED and row.surprised_by == 1 << USA


def test_9_2_who_may_be_attacked() -> None:
    """Only neutral minors without one's own units; a favoured power keeps its minor."""
    g = america()
    mexico = favour(g, "Mexico", "Japan", 9)
    assert declarations.may_declare(g, Cabinet(USA), mexico) is None
    put(g, "Japan INF any", "Veracruz")
    assert declarations.may_declare(g, Cabinet(JAPAN), mexico) is not None
    drive(g, declarations.declare_war(g, Cabinet(USA), mexico))
    assert stands(g, "Mexico") == ("Japan", FULL_ALLY)
    again = declarations.may_declare(g, Cabinet(USA), mexico)
    assert again is not None and again.rule == "9.2"


def test_13_6_11_b_a_war_on_mexico() -> None:
    """aif-13.6.11-b: a Commonwealth war on Mexico gives Japan and Germany 5 political points and Italy 4."""
    g = america()
    drive(g, declarations.declare_war(g, Cabinet(COMMONWEALTH), flag_of(g, "Mexico")))
    assert [g.offices.political[p] for p in (JAPAN, GERMANY, ITALY)] == [5, 5, 4]
    assert g.offices.political[USA] == 0


def test_24_1_b_a_war_on_brazil() -> None:
    """aif-24.1-b: an Axis war on Brazil gives the three Allies 15 points together."""
    g = america()
    drive(g, declarations.declare_war(g, Cabinet(ITALY), flag_of(g, "Brazil")))
    assert sum(g.offices.political[p] for p in (USA, COMMONWEALTH, FRANCE)) == 15


BATCHES = (
    ("Germany", "Argentina", 5),
    ("Germany", "Panama", 3),
    ("Japan", "Panama", 3),
    ("USA", "Brazil", 6),
    ("USA", "Argentina", 2),
)


def test_13_6_11_d_the_order_of_batches() -> None:
    """aif-13.6.11-d: six levels first; of two threes for Panama the dearer one."""
    g = america()
    batches = []
    for name, minor, levels in BATCHES:
        power, flag = POWERS.index(name), flag_of(g, minor)
        batches.append(Batch(levels, power, flag, levels * allegiance.level_cost(g, power, flag)))
    found = [(POWERS[b.power], g.flags[b.flag].label) for b in influence.order(g, batches, AXIS)]
    assert found == [
        ("USA", "Brazil"),
        ("Germany", "Argentina"),
        ("Germany", "Panama"),
        ("Japan", "Panama"),
        ("USA", "Argentina"),
    ]


def test_13_6_11_e_f_g_panama_and_argentina() -> None:
    """aif-13.6.11-e, aif-13.6.11-f, aif-13.6.11-g: Panama favours Germany, Japan's three levels are halved to two; both American
    levels are needed to pull Argentina over the hurdle from 5 to 4."""
    g = america()
    panama = flag_of(g, "Panama")
    allegiance.apply_levels(g, panama, GERMANY, 3)
    assert stands(g, "Panama") == ("Germany", 3)
    assert allegiance.apply_levels(g, panama, JAPAN, 3) == 2
    assert stands(g, "Panama") == ("Germany", 5)
    argentina = favour(g, "Argentina", "Germany", 5)
    assert allegiance.apply_levels(g, argentina, USA, 2) == 1
    assert stands(g, "Argentina") == ("Germany", 4)
    favour(g, "Argentina", "Germany", 5)
    assert allegiance.apply_levels(g, argentina, USA, 1) == 0


def test_24_1_a_the_ratchet_keeps_a_lead() -> None:
    """aif-24.1-a: fifteen levels, then fourteen against them, end at +5; a sixteenth is wasted."""
    g = america()
    cuba = flag_of(g, "Cuba")
    allegiance.apply_levels(g, cuba, ITALY, 16)
    assert stands(g, "Cuba") == ("Italy", 15)
    allegiance.apply_levels(g, cuba, USA, 14)
    assert stands(g, "Cuba") == ("Italy", 5)


def test_13_6_11_h_and_i_lightning() -> None:
    """aif-13.6.11-h, aif-13.6.11-i: Brazil jumps from the American 6 to full ally, ten squares; Argentina and Chile answer with
    three towards the Axis, Chile to Germany, and move nobody in turn."""
    g = america()
    favour(g, "Brazil", "USA", 6)
    bolivia = stands(g, "Bolivia")
    drive(g, declarations.declare_war(g, Cabinet(GERMANY), flag_of(g, "Brazil")))
    assert stands(g, "Brazil") == ("USA", FULL_ALLY)
    assert stands(g, "Chile") == ("Germany", 3) and stands(g, "Argentina")[1] == 3
    assert stands(g, "Bolivia") == bolivia


def test_13_6_11_drift() -> None:
    """In Sep/Oct flags from 9 to 15 move one up, into the full ally square too; 8 stays, and so does a full ally."""
    g = america(turn="Sep/Oct 1945")
    for minor, level in (("Peru", 8), ("Chile", 9), ("Cuba", 15), ("Haiti", 16)):
        favour(g, minor, "Japan", level)
    allegiance.drift(g)
    assert [stands(g, m)[1] for m in ("Peru", "Chile", "Cuba", "Haiti")] == [8, 10, 16, 16]
    g.turn += 1
    allegiance.drift(g)
    assert stands(g, "Chile")[1] == 10


def test_13_6_11_what_can_be_bought() -> None:
    g = america()
    cuba, peru = flag_of(g, "Cuba"), favour(g, "Peru", "Japan", FULL_ALLY)
    assert influence.may_court(g, Courting(USA, 9), cuba) is None
    assert influence.may_court(g, Courting(USA, 99), peru) is not None
    assert influence.may_court(g, Courting(USA, 99, (cuba, 2)), cuba) is not None
    assert influence.may_court(g, Courting(USA, 1), cuba) is not None
    assert influence.may_level(g, Courtship(USA, 10, cuba, 3), 3) is None
    assert influence.may_level(g, Courtship(USA, 10, cuba, 3), 4) is not None


def test_24_1_c_france_in_mexico() -> None:
    """aif-24.1-c: fifteen points buy France five levels in Mexico."""
    g = america()
    cost = allegiance.level_cost(g, FRANCE, flag_of(g, "Mexico"))
    assert g.frame.influence.points["France"] // cost == 5


def test_13_6_11_levels_are_bought_in_secret_and_paid() -> None:
    """All powers with points choose at the same time; nothing moves until the last has chosen; what is left is kept."""
    session = Session.new(TITLE, "campaign_1945", seed=b"p" * 32)
    assert set(session.pending) == {"germany", "italy", "japan", "commonwealth", "france", "usa"}
    for seat in list(session.pending):
        if seat != "usa":
            session.apply(seat, "keep")
    panama = flag_of(session.g, "Panama")
    session.apply("usa", f"court f{panama}")
    session.apply("usa", "levels 10")
    assert session.g.flags.level[panama] == 0
    session.apply("usa", "keep")
    g = session.g
    assert stands(g, "Panama") == ("USA", 10)
    assert g.offices.political[USA] == 50 - 10 * g.chancery.costs[panama].cost(USA) + 50


def test_9_8_rights_of_the_squares() -> None:
    """Half resources from 2, all production from 5, own units from 8, alignment from 11; partners stay out of a neutral."""
    g = america()
    land = set(g.ground.homeland["venezuela"])

    def goods() -> int:
        return sum(n for s, n in resource_hexes(g, GERMANY).items() if s in land)

    favour(g, "Venezuela", "Germany", 1)
    assert goods() == 0
    favour(g, "Venezuela", "Germany", 2)
    half = goods()
    flag = favour(g, "Venezuela", "Germany", 5)
    assert goods() > half > 0 and half == ceil(goods() / 2)
    assert any(s in land for s in factory_hexes(g, GERMANY)) == any(g.ground.factories[s] or g.ground.green[s] for s in land)
    corps, partner = put(g, "Germany INF 6-3", "Caracas"), put(g, "Italy INF any", "Caracas")
    assert may_enter_country(g, corps, at(g, "Caracas")) is not None
    favour(g, "Venezuela", "Germany", 8)
    assert may_enter_country(g, corps, at(g, "Caracas")) is None
    assert may_enter_country(g, partner, at(g, "Caracas")) is not None
    assert declarations.may_align(g, Cabinet(GERMANY), flag) is not None
    favour(g, "Venezuela", "Germany", 11)
    assert declarations.may_align(g, Cabinet(GERMANY), flag) is None
    assert declarations.may_align(g, Cabinet(ITALY), flag) is not None


def test_9_8_one_alignment_an_impulse_brings_an_army() -> None:
    g = america()
    peru, chile = favour(g, "Peru", "Japan", 12), favour(g, "Chile", "Japan", 11)
    drive(g, declarations.align(g, Cabinet(JAPAN), peru))
    country = g.facts.country["peru"]
    assert g.countries.power[country] == JAPAN and any(c == country for c in g.units.country)
    refused = declarations.may_align(g, Cabinet(JAPAN), chile)
    assert refused is not None and "one minor" in refused.reason
    declarations.begin_declarations(g)
    assert declarations.may_align(g, Cabinet(JAPAN), chile) is None


def test_9_8_mobilised_units_keep_to_the_neighbours() -> None:
    """From 11 to 13 a Peruvian corps enters Ecuador but not Venezuela; from 14 on both."""
    g = america()
    drive(g, declarations.align(g, Cabinet(JAPAN), favour(g, "Peru", "Japan", 13)))
    corps = put(g, "Japan INF any", "Lima")
    g.units[corps].country = g.facts.country["peru"]
    for minor in ("ecuador", "venezuela"):
        row = g.countries[g.facts.country[minor]]
        row.status, row.power = ALIGNED, USA
    assert may_enter_country(g, corps, at(g, "Quito")) is None
    refused = may_enter_country(g, corps, at(g, "Caracas"))
    assert refused is not None and refused.rule == "9.8"
    favour(g, "Peru", "Japan", 14)
    assert may_enter_country(g, corps, at(g, "Caracas")) is None


def test_9_2_an_invaded_ally_is_a_full_ally_at_once() -> None:
    """Not only at the end of the turn: who was entered in an impulse is safe from influence even if the invader is thrown out."""
    g = america()
    peru = favour(g, "Peru", "Japan", 12)
    drive(g, declarations.align(g, Cabinet(JAPAN), peru))
    declarations.begin_declarations(g)
    assert stands(g, "Peru") == ("Japan", 12)
    raider = put(g, "USA MAR any", "Talara")
    declarations.begin_declarations(g)
    g.units[raider].at = GONE
    assert stands(g, "Peru") == ("Japan", 16)


def test_9_8_a_minor_below_mobilisation_falls_away() -> None:
    """Its own units are gone, guests come back next turn."""
    g = america()
    peru = favour(g, "Peru", "Japan", 12)
    drive(g, declarations.align(g, Cabinet(JAPAN), peru))
    guest = put(g, "Japan INF any", "Lima")
    g.flags[peru].level = 7
    allegiance.enforce_rights(g)
    country = g.facts.country["peru"]
    assert g.countries.status[country] == INDEPENDENT
    assert all(g.units.at[u] == GONE for u, c in enumerate(g.units.country) if c == country)
    assert g.units.at[guest] == slot_of(g.turn + 1)


def test_9_8_guests_leave_when_the_door_shuts() -> None:
    g = america()
    favour(g, "Cuba", "Italy", 9)
    guest = put(g, "Italy INF any", "Havana")
    allegiance.enforce_rights(g)
    assert g.units.at[guest] == at(g, "Havana")
    favour(g, "Cuba", "Italy", 7)
    allegiance.enforce_rights(g)
    assert g.units.at[guest] == slot_of(g.turn + 1)


def test_9_2_minors_of_a_fallen_power_pass_on_at_half() -> None:
    """Half of a full ally is 8."""
    g = america()
    favour(g, "Honduras", "France", FULL_ALLY)
    favour(g, "Cuba", "France", 5)
    g.powers[FRANCE].conquered = 2
    allegiance.hand_over(g, FRANCE)
    assert stands(g, "Honduras")[1] == 8 and stands(g, "Honduras")[0] != "France"
    assert stands(g, "Cuba")[1] == 3


# --- research (13.6.5) --------------------------------------------------------------------------------------------------------


def test_13_6_5_c_a_research_die() -> None:
    """aif-13.6.5-c: five sites make a die cost 5; without them 10."""
    g = america()
    assert research.die_cost(g, ALLIES) == 5 and research.die_cost(g, AXIS) == 10
    hold(g, "Germany", "Chicago")
    assert research.die_cost(g, ALLIES) == 6 and research.die_cost(g, AXIS) == 9


def test_13_6_5_the_highest_die_counts_and_powers_share_one() -> None:
    g = america()
    for power in (USA, COMMONWEALTH):
        g.powers[power].build_points = 8
    research.buy_die(g, Purse(USA, 8), None)
    assert research.may_research(g, Purse(USA, 3)) is not None
    research.share_die(g, Purse(USA, 3), 3)
    assert g.dice_bought[ALLIES] == 1
    assert research.may_share(g, Purse(COMMONWEALTH, 8), 3) is not None
    research.share_die(g, Purse(COMMONWEALTH, 8), 2)
    assert g.dice_bought[ALLIES] == 2 and g.powers.build_points[COMMONWEALTH] == 6
    g.dice = FixedDice(4, 9)
    research.roll_research(g)
    assert g.research == [30, 54] and g.dice_bought == [0, 0]


def test_13_8_the_hydrogen_bomb_wins() -> None:
    g = america()
    g.research, g.dice_bought = [30, 245], [0, 1]
    g.dice = FixedDice(5)
    with pytest.raises(GameOver) as over:
        research.roll_research(g)
    assert over.value.outcome.winners == ("allies",)


def test_13_8_every_home_country_wins() -> None:
    g = america()
    victory.check_victory(g)
    for country in victory.homes_on_the_maps(g):
        g.countries[country].power = JAPAN
    with pytest.raises(GameOver) as over:
        victory.check_victory(g)
    assert over.value.outcome.winners == ("axis",)


def expected_highest(dice: int) -> Fraction:
    rolls = [max(roll) for roll in product(range(1, 11), repeat=dice)]
    return Fraction(sum(rolls), len(rolls))


def test_23_7_a_and_24_1_d_the_length_of_the_game() -> None:
    """aif-23.7-a, aif-24.1-d: 205 points at 5.5, 7.15 and 7.975 a turn: 37, 29 and 26 turns."""
    g = america()
    missing = g.target - g.frame.research.allies
    assert missing == 205
    assert [round(missing / expected_highest(n)) for n in (1, 2, 3)] == [37, 29, 26]


def test_23_8_a_the_short_game() -> None:
    """aif-23.8-a: the Axis has 80, 60 and 50 political points in each step; 200 research points win."""
    frame = america(scenario="short_game").frame
    assert [frame.influence.points[p] for p in ("Germany", "Japan", "Italy")] == [80, 60, 50]
    assert frame.research.target == 200


def test_13_6_8_points_are_kept_with_the_option_only() -> None:
    g = america(saved_points=True)
    g.powers[USA].build_points = 9
    research.save(g, Purse(USA, 9), 4)
    assert g.powers.build_points[USA] == 5 and research.may_draw(g, Purse(USA, 5), 4) is None
    research.draw(g, Purse(USA, 5), 4)
    assert g.powers.build_points[USA] == 9
    assert research.may_save(america(), Purse(USA, 9), 4) is not None
    assert research.DRAW.name != DRAW  # a saved answer of that name would end the game as drawn


def test_13_6_11_the_flow_is_a_secret_together() -> None:
    g = america()
    g.offices[USA].political = 5
    put_to = next(influence.buy_and_apply(g))
    assert isinstance(put_to, Together) and put_to.secret and set(put_to.flows) == {"usa"}


def test_9_8_mobilised_ships_and_aircraft_keep_to_their_own_shores() -> None:
    """From 11 to 13 a Peruvian cruiser and aircraft enter the seas on their own shores alone; from 14 on others too."""
    g = america()
    drive(g, declarations.align(g, Cabinet(JAPAN), favour(g, "Peru", "Japan", 13)))
    cruiser, plane = put(g, "Japan CA any", "Lima"), put(g, "Japan NAV any", "Lima")
    for unit in (cruiser, plane):
        g.units[unit].country = g.facts.country["peru"]
    own = set(allegiance.shores(g.ground, "peru"))
    assert {s for s in sailing.courses(g, cruiser) if g.ground.sea[s]} <= own
    assert {g.ground.area[s] for s in naval_air.goals(g, plane)} <= own
    favour(g, "Peru", "Japan", 14)
    assert {s for s in sailing.courses(g, cruiser) if g.ground.sea[s]} - own
    assert allegiance.open_seas(g, cruiser) is None


# --- what the table says of it ------------------------------------------------------------------------------------------------


def labels(g: America, flow: Any) -> dict[str, Label]:
    """The first question of a flow as a client shows its answers."""
    ask = next(flow)
    return {option.text: TITLE.label(g, ask, option) for option in ask.options}


def test_22_10_hidden_units_say_what_they_cost() -> None:
    g = america(hidden_units=True)
    g.offices[GERMANY].political = 7
    told = labels(g, influence.choose_levels(g, GERMANY, before=True))
    assert told["conceal 2"].hint == "6 points; where they lie is said at the set-up" and "conceal 3" not in told


def test_courting_and_wars_say_what_they_lead_to() -> None:
    """Where a flag is and what levels alone would make of it; whom a war makes an ally, and what it is worth to the others."""
    g = america()
    mexico, brazil = favour(g, "Mexico", "USA", 2), flag_of(g, "Brazil")
    g.offices[GERMANY].political = 20
    courting = labels(g, influence.choose_levels(g, GERMANY))
    assert courting[f"court f{mexico}"].hint == "its flag: USA +2"
    assert courting[f"court f{brazil}"].spaces == (g.board.token(at(g, "Rio de Janeiro")),)
    subject = Courtship(GERMANY, 20, mexico, 4)
    levels = labels(g, menu(g, g.seat(GERMANY), "{0}", subject, influence.LEVELS, named=(g.flags[mexico],)))
    assert levels["levels 5"].hint == "20 points; by themselves they lead to Germany +2, half resources"
    g.power = GERMANY
    wars = labels(g, declarations.declare(g))
    assert wars[f"declare_war f{brazil}"].hint == "a full ally of USA; political points: USA 5, Commonwealth 5, France 5"
    assert stands(g, "Mexico") == ("USA", 2)  # looking moves nothing
