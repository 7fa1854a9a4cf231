"""Odds before a commitment: worked out by hand, and compared with the real procedures run many times with seeded dice."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import pytest

from grognard.kernel.dice import Dice, seed_from
from grognard.kernel.flow import Ask, Option
from grognard.kernel.play import Journal
from grognard.kernel.session import Session
from grognard.odds.forecast import Forecast
from grognard.titles.wif import TITLE
from grognard.titles.wif.charts import land_result
from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, USA
from grognard.titles.wif.ground import CLEAR
from grognard.titles.wif.kinds import Action, Weather
from grognard.titles.wif.odds import end_chance, end_forecast, outlook, reroll_forecast
from grognard.titles.wif.odds_air import (
    bombing_forecast,
    dive,
    dogfight,
    falls_on,
    flip_chance,
    line_strength,
    lines_over,
    result_chances,
    spread,
    strike_forecast,
    support_forecast,
)
from grognard.titles.wif.odds_land import Terms, end, imagined, land_forecast, reckon, results, terms
from grognard.titles.wif.odds_sea import air_lines, air_round, committed, harm, search_chances, surface, wings
from grognard.titles.wif.rules.actions import Choice
from grognard.titles.wif.rules.air_combat import fight_in_the_air, strength
from grognard.titles.wif.rules.air_missions import carry_out
from grognard.titles.wif.rules.land_attack import Resolving, resolve_attacks
from grognard.titles.wif.rules.land_odds import fight
from grognard.titles.wif.rules.naval_air_combat import air_attacks
from grognard.titles.wif.rules.naval_combat import surface_round
from grognard.titles.wif.rules.naval_damage import SUNK, Toll
from grognard.titles.wif.rules.naval_search import Sides
from grognard.titles.wif.settings import AMERICA, COLLECTORS
from grognard.titles.wif.state import BOMBER, CLEARED, ESCORT, INTERCEPTOR, War
from tests.titles.wif.field import act, at, hold, put, sky, war
from tests.titles.wif.test_11_land_combat import declare, front
from tests.titles.wif.test_11_sea import ship
from tests.titles.wif.test_14_air import plane, sky_war

Chooser = Callable[[War, Ask], Option]


def first(g: War, ask: Ask) -> Option:
    return ask.options[0]


def played(
    g: War, flow: Callable[[War], Any], chooser: Chooser, times: int, *measures: Callable[[War], float]
) -> list[tuple[float, float]]:
    """The means of what is measured after a procedure run on copies with seeded dice, with their standard errors."""
    found: list[list[float]] = [[] for _ in measures]
    for n in range(times):
        h = g.copy()
        h.dice, h.journal = Dice(seed_from(n)), Journal()
        h.__dict__.update({k: v for k, v in g.__dict__.items() if k in ("facts", "ground")})
        running = flow(h)
        try:
            ask = next(running)
            while True:
                ask = running.send(chooser(h, ask))
        except StopIteration:
            pass
        for values, measure in zip(found, measures):
            values.append(measure(h))
    means = [sum(values) / times for values in found]
    return [(mean, max(sqrt(sum((x - mean) ** 2 for x in values)) / times, 0.25 / times)) for mean, values in zip(means, found)]


def near(reckoned: float, measured: tuple[float, float]) -> bool:
    return abs(reckoned - measured[0]) < 4 * measured[1]


# --- land ---------------------------------------------------------------------------------------------------------------------


def test_11_15_5_the_chance_of_each_result_by_hand() -> None:
    """8 factors against 5 are 3:2; armour in the blitzkrieg adds one: rolls of 2 to 11 in the column of 3:2."""
    g, units, _, target = front("Germany ARM 8-6")
    number = declare(g, units, target)
    battle = fight(g, number)
    assert battle.odds == "3:2"
    given = terms(g, battle, True)
    assert given.modifier == 1
    found = {r.text: float(p) for r, p in results(g.charts, given).items()}
    assert found == pytest.approx({"1/-": 0.2, "-/-": 0.2, "-/R": 0.2, "-/S": 0.2, "†/B": 0.1, "*/1B": 0.1})
    prospect = reckon(g, battle, True)
    assert prospect.clear == pytest.approx(0.6) and prospect.breakthrough == pytest.approx(0.2)
    assert prospect.attackers_lost == pytest.approx(0.2)
    assert prospect.attackers_down == pytest.approx(0.6)  # not in the five tenths that lose it or let it stay up


def test_11_15_5_what_one_result_does() -> None:
    two = Terms(5, 0, 0, False, False, 3, 2, 0, False, 0)
    assert end(two, land_result("1/1")).defenders_lost == 1 and not end(two, land_result("1/1")).clear
    assert end(two, land_result("1/2")).clear and end(two, land_result("1/2")).attackers_down == 2
    stuck = Terms(5, 0, 0, True, False, 3, 2, 1, False, 0)
    retreat = end(stuck, land_result("-/R"))
    assert (retreat.defenders_lost, retreat.defenders_down, retreat.clear) == (1, 1, True)
    shatter = end(stuck, land_result("-/S"))
    assert (shatter.defenders_lost, shatter.shattered) == (1, 1)
    landed = Terms(5, 0, 0, False, False, 2, 1, 0, True, 2)
    assert end(landed, land_result("1/-")).attackers_lost == 2  # who has not won the beach is lost
    notional = Terms(5, 0, 0, False, False, 1, 0, 0, True, 1)
    assert not end(notional, land_result("-/-")).clear and end(notional, land_result("-/1")).clear


@pytest.mark.parametrize("blitz", [True, False])
def test_11_15_5_reckoned_and_fought_agree(blitz: bool) -> None:
    g, units, foes, target = front("Germany ARM 8-6", "Germany INF 6-3", foes=("USSR INF 5-3", "USSR INF 4-3"))
    number = declare(g, units, target)
    hold(g, "USSR", "Minsk")
    found = reckon(g, fight(g, number), blitz)
    there = at(g, target)

    def choose(h: War, ask: Ask) -> Option:
        wanted = ask.find("blitzkrieg" if blitz else "assault")
        return wanted or ask.options[0]

    def gone(h: War) -> float:
        return float(not any(h.units.at[f] == there for f in foes))

    cleared, lost = played(g, resolve_attacks, choose, 200, gone, lambda h: sum(h.units.at[u] < 0 for u in units))
    assert near(found.clear, cleared)
    assert near(found.attackers_lost, lost)


def test_11_15_5_the_card_of_an_attack_names_both_tables_and_every_item() -> None:
    g, units, _, target = front("Germany ARM 8-6")
    number = declare(g, units, target)
    sky(g, Weather.RAIN)
    card = land_forecast(g, fight(g, number), GERMANY)
    assert card.shifts == ["odds 3:2 (11.15.5)", "-1 weather (11.15.5)"]
    assert card.with_air[0].air == "the assault table" and "attacker chooses" in card.air
    assert sum(c.chance for c in card.results) == pytest.approx(1)
    assert card.losses[0].lost < card.with_air[0].losses[0].lost  # why the attacker takes the blitzkrieg


def test_11_15_1_a_unit_that_would_join_is_counted_and_nothing_is_changed() -> None:
    g, units, _, target = front("Germany ARM 8-6", "Germany INF 6-3")
    battle = imagined(g, GERMANY, at(g, target), units)
    assert battle.attack == 14 and set(battle.attackers) == set(units)
    assert g.units.target[units[0]] < 0 and g.powers.attacks[GERMANY] == 0


def test_26_fractional_odds_mix_two_columns() -> None:
    g, units, _, target = front("Germany ARM 8-6")
    number = declare(g, units, target)
    battle = fight(g, number)
    g.__dict__["options"] = g.title.read_options({"fractional_odds": True})
    card = land_forecast(g, battle, GERMANY)
    assert battle.spare == 2  # 8:5 is a fifth of the way from 3:2 to 2:1
    assert [(c.result, c.chance) for c in card.columns] == [("3:2", 0.8), ("2:1", 0.2)]


# --- air ----------------------------------------------------------------------------------------------------------------------


def duel(*mine: tuple[str, int], foes: tuple[str, ...] = (), bounces: bool = False) -> tuple[War, list[int], list[int]]:
    """German aircraft in their roles over Minsk, Soviet interceptors against them."""
    g = sky_war(bounces=bounces)
    own = [plane(g, what, "Minsk", role) for what, role in mine]
    others = [plane(g, what, "Minsk", INTERCEPTOR, base="Moscow") for what in foes]
    return g, own, others


def by_doctrine(h: War, ask: Ask) -> Option:
    """Both fight on; a result falls where odds_air.falls_on says."""
    subject = ask.subject
    if type(subject).__name__ == "Hit":
        side = h.units.power[subject.among[0]] >= 3
        lines = lines_over(h, h.units.at[subject.among[0]])[side]
        hit = falls_on(subject.what, *lines)
        assert hit is not None
        return next(o for o in ask.options if o.arg.index == hit.unit)
    if type(subject).__name__ == "Bounce":
        pair = dive(lines_over(h, subject.space), subject.side, subject.code)
        if pair is not None:
            wanted = [p.unit for p in pair]
            return next(o for o in ask.options if o.verb == "bounce" and [a.index for a in o.args] == wanted)
    return ask.options[0]


def test_14_3_2_chances_of_the_table() -> None:
    g = war()
    found = result_chances(g.charts.air_to_air, 0)
    assert sum(found.values()) == pytest.approx(1)
    assert found["DX"] == pytest.approx(0.10)  # 2 to 5: one, two, three and four of a hundred


def test_14_3_2_the_strength_of_a_line_is_that_of_the_rules() -> None:
    g, _, _ = duel(("Germany FTR any", ESCORT), ("Germany FTR any", ESCORT), ("Germany LND any", BOMBER), foes=("USSR FTR any",))
    minsk = at(g, "Minsk")
    lines = lines_over(g, minsk)
    for edition in (COLLECTORS, AMERICA):
        g.__dict__["settings"] = edition
        for side in (AXIS, ALLIES):
            assert line_strength(g.settings, *lines[side], lines[1 - side][0]) == strength(g, minsk, side)


def test_14_3_who_gets_through_agrees_with_battles_fought() -> None:
    g, own, foes = duel(("Germany FTR any", ESCORT), ("Germany LND any", BOMBER), foes=("USSR FTR any",))
    minsk = at(g, "Minsk")
    ends = dogfight(g, lines_over(g, minsk), AXIS)
    assert sum(ends.values()) == pytest.approx(1)

    def flow(h: War) -> Any:
        yield from fight_in_the_air(h, minsk)
        for u in own:
            if h.units.mission[u] == BOMBER:
                h.units[u].mission = CLEARED

    through = sum(p for end_, p in ends.items() if own[1] in end_.through[AXIS])
    shot = sum(p for end_, p in ends.items() if foes[0] in end_.shot)
    flown = played(
        g, flow, by_doctrine, 400, lambda h: h.units.mission[own[1]] == CLEARED, lambda h: h.units.at[foes[0]] < 0
    )  # fmt: skip
    assert near(through, flown[0]) and near(shot, flown[1])


@pytest.mark.parametrize("foes", [("USSR FTR any", "USSR FTR any"), ("USSR FTR any",)])
def test_14_3_3_chances_with_bounces_agree_with_battles_fought(foes: tuple[str, ...]) -> None:
    """Option 44: results that would clear a bomber become duels."""
    g, own, others = duel(("Germany FTR any", ESCORT), ("Germany LND any", BOMBER), foes=foes, bounces=True)
    minsk = at(g, "Minsk")
    ends = dogfight(g, lines_over(g, minsk), AXIS)
    assert sum(ends.values()) == pytest.approx(1)
    plain, _, _ = duel(("Germany FTR any", ESCORT), ("Germany LND any", BOMBER), foes=foes)
    assert dogfight(plain, lines_over(plain, minsk), AXIS) != ends

    def flow(h: War) -> Any:
        yield from fight_in_the_air(h, minsk)
        for u in own:
            if h.units.mission[u] == BOMBER:
                h.units[u].mission = CLEARED

    through = sum(p for end_, p in ends.items() if own[1] in end_.through[AXIS])
    shot = sum(p for end_, p in ends.items() if others[0] in end_.shot)
    flown = played(
        g, flow, by_doctrine, 400, lambda h: h.units.mission[own[1]] == CLEARED, lambda h: h.units.at[others[0]] < 0
    )  # fmt: skip
    assert near(through, flown[0]) and near(shot, flown[1])


def test_14_3_2_without_enemy_fighters_all_bombers_are_through() -> None:
    g, own, _ = duel(("Germany LND any", BOMBER), ("Germany LND any", BOMBER))
    ends = dogfight(g, lines_over(g, at(g, "Minsk")), AXIS)
    assert [(sky_.through[AXIS], p) for sky_, p in ends.items()] == [(frozenset(own), 1.0)]


def test_11_8_bombers_against_one_unit_by_hand() -> None:
    g, own, _ = duel(("Germany LND any", BOMBER), ("Germany LND any", BOMBER))
    clear = next(s for s, t in enumerate(g.ground.terrain) if t == CLEAR and g.ground.land[s])
    factors = [g.units[u].sheet.tactical for u in own]
    victim = put(g, "USSR INF 5-3", g.board.token(clear))
    wanted = 1 - (1 - factors[0] / 10) * (1 - factors[1] / 10)
    assert flip_chance(g, own, victim, clear) == pytest.approx(wanted)
    sky(g, Weather.RAIN)
    assert 0 < flip_chance(g, own, victim, clear) < wanted


def test_11_8_the_card_of_a_ground_strike_agrees_with_strikes_flown() -> None:
    g, own, _ = duel(("Germany LND any", BOMBER), ("Germany LND any", BOMBER), foes=("USSR FTR any",))
    minsk = at(g, "Minsk")
    prey = [put(g, "USSR INF 5-3", "Minsk"), put(g, "USSR INF 4-3", "Minsk")]
    card = strike_forecast(g, minsk, AXIS, lines_over(g, minsk))
    any_down = played(g, carry_out("ground strike"), by_doctrine, 400, lambda h: any(h.units.down[v] for v in prey))
    assert near(card.taken, any_down[0])
    assert sum(c.chance for c in card.results) == pytest.approx(1)
    assert card.losses[0].force == "own aircraft"


def test_spread_of_independent_chances() -> None:
    assert spread([0.5, 0.5]) == pytest.approx([0.25, 0.5, 0.25])
    assert spread([]) == [1.0]


def test_11_7_bombing_by_hand_and_never_more_than_the_factories() -> None:
    g = sky_war()
    hold(g, "USSR", "Moscow")
    moscow = at(g, "Moscow")
    bomber = plane(g, "Germany LND any", "Moscow", BOMBER)
    card = bombing_forecast(g, moscow, AXIS, lines_over(g, moscow))
    chart = g.charts.bombardment
    total = g.units[bomber].sheet.strategic
    wanted: dict[str, float] = {}
    for die in range(1, 11):
        lost = min(chart[chart.column(total), die + g.settings.unopposed_bombing].points, g.ground.factories[moscow])
        wanted[f"{lost} points"] = wanted.get(f"{lost} points", 0.0) + 0.1
    assert {c.result: c.chance for c in card.results} == pytest.approx(wanted)


def test_11_15_4_support_moves_the_column_and_a_fighter_may_stop_it() -> None:
    g, units, _, target = front("Germany ARM 8-6")
    number = declare(g, units, target)
    space = at(g, target)
    plain = land_forecast(g, fight(g, number), GERMANY)
    bomber = plane(g, "Germany LND any", target, BOMBER, base="Konigsberg")
    alone = support_forecast(g, space, AXIS, lines_over(g, space))
    assert alone is not None and alone.taken > plain.taken
    fighter = plane(g, "USSR FTR any", target, INTERCEPTOR, base="Moscow")
    met = support_forecast(g, space, AXIS, lines_over(g, space))
    assert met is not None and plain.taken < met.taken < alone.taken and len(met.columns) == 2
    assert {bomber, fighter} & set(g.units.stacks[space])


# --- the sea ------------------------------------------------------------------------------------------------------------------


def sea_war() -> War:
    g = war(("Japan", "USA"), turn="Jul/Aug 1942", scenario="guadalcanal_1942")
    act(g, "Japan", Action.NAVAL)
    return g


def test_11_5_8_harm_by_hand() -> None:
    """A sinking against a defence of 5: half the ships hit sink, the others are damaged."""
    g = sea_war()
    cruiser = ship(g, "USA", "CA", "any", "Coral Sea", 2)
    value = g.units[cruiser].sheet.defence
    found = harm(g, [SUNK], [cruiser])
    assert found.sunk == pytest.approx(value / 10) and found.damaged == pytest.approx(1 - value / 10)
    assert found.any_sunk == pytest.approx(value / 10)
    g.units[cruiser].damaged = 1
    hurt = harm(g, ["D"], [cruiser])
    assert hurt.sunk == pytest.approx((value + 1) / 10) and hurt.aborted == pytest.approx(1 - (value + 1) / 10)


def cheapest(h: War, ask: Ask) -> Option:
    """The owner gives the ship that costs least, as harm reckons."""
    result = ask.subject.result  # type: ignore[union-attr]
    ships = [(o.arg.index, o) for o in ask.options]
    return min(ships, key=lambda p: (-harm(h, [result], [p[0]]).aborted, harm(h, [result], [p[0]]).worth))[1]


def test_11_5_8_a_surface_round_agrees_with_rounds_fought() -> None:
    g = sea_war()
    mine = [ship(g, "Japan", "BB", "any", "Coral Sea", 3) for _ in range(8)]
    theirs = [ship(g, "USA", "CA", "any", "Coral Sea", 3)]
    area = at(g, "Coral Sea")
    found = surface(g, [mine, theirs])

    def flow(h: War) -> Any:
        yield from surface_round(h, Sides(area, AXIS, included=[list(mine), list(theirs)]), Toll())

    assert found.factors == (
        sum(g.units[u].sheet.attack for u in mine), sum(g.units[u].sheet.attack for u in theirs)
    )  # fmt: skip
    prey = theirs[0]
    sunk, hurt = played(
        g, flow, cheapest, 500, lambda h: h.units.at[prey] < 0, lambda h: h.units.at[prey] >= 0 and h.units.damaged[prey]
    )
    assert near(found.harm[ALLIES].sunk, sunk) and near(found.harm[ALLIES].damaged, hurt) and found.harm[ALLIES].sunk > 0.3
    assert found.harm[AXIS].sunk < found.harm[ALLIES].sunk


def test_11_5_9_a_carrier_raid_agrees_with_raids_flown() -> None:
    g = sea_war()
    carriers = [ship(g, "Japan", "CV", "any", "Coral Sea", 3) for _ in range(2)]
    prey = ship(g, "USA", "BB", "any", "Coral Sea", 3)
    area = at(g, "Coral Sea")
    flown = [wings(g, carriers, [prey]), wings(g, [prey], carriers)]
    assert not any(p.fighter for p in flown[0])  # nobody is there to be met
    found = air_round(g, area, AXIS, [carriers, [prey]], flown)

    def flow(h: War) -> Any:
        sides = Sides(area, AXIS, included=[list(carriers), [prey]])
        yield from air_attacks(h, sides, [wings(h, carriers, [prey]), []], Toll(), ["japan", "usa"])

    sunk = played(g, flow, first, 400, lambda h: float(h.units.at[prey] < 0))
    assert near(found.harm[ALLIES].sunk, sunk[0])


def test_11_5_9_many_planes_are_sampled_and_add_up() -> None:
    g = sea_war()
    mine = [ship(g, "Japan", "CV", "any", "Coral Sea", 3) for _ in range(4)]
    theirs = [ship(g, "USA", "CV", "any", "Coral Sea", 3) for _ in range(4)]
    lines = air_lines(g, [wings(g, mine, theirs), wings(g, theirs, mine)])
    assert len(lines[0][0]) == 2 and len(lines[0][1]) == 2  # a third of the carriers, rounded up, keeps its planes in the air
    found = air_round(g, at(g, "Coral Sea"), AXIS, [mine, theirs])
    assert 0 < found.harm[ALLIES].sunk < 4 and 0 < found.harm[AXIS].sunk < 4


def test_11_5_5_search_by_hand() -> None:
    """A fleet in section 3 against one in section 1, nothing that helps the search: 3 and 1 or less."""
    g = sea_war()
    ship(g, "Japan", "CA", "any", "Coral Sea", 3)
    ship(g, "USA", "CA", "any", "Coral Sea", 1)
    found = search_chances(g, committed(g, at(g, "Coral Sea"), AXIS), AXIS)
    assert found.both == pytest.approx(0.03) and found.ours == pytest.approx(0.27)
    assert found.theirs == pytest.approx(0.07) and found.nobody == pytest.approx(0.63)
    assert sum(found.points.values()) == pytest.approx(found.battle)


# --- the turn -----------------------------------------------------------------------------------------------------------------


def test_12_the_chance_that_the_turn_goes_on() -> None:
    g = war(("Germany", "USSR"))
    act(g, "Germany", Action.LAND)
    g.box = next(box for box, number in g.charts.impulses.items() if number == 3)
    assert end_chance(g, g.box, 0) * 10 == 3
    goes_on = end_forecast(g, GERMANY, "land")
    assert goes_on.taken == pytest.approx(0.7)
    passing = end_forecast(g, GERMANY, "pass")
    assert passing.taken == pytest.approx(0.6)  # on one map a pass counts one
    assert g.powers.action[GERMANY] == Action.LAND


def test_6_1_the_chance_of_a_new_roll() -> None:
    g = war(("Germany", "USSR"))
    g.track, g.holder = 3, AXIS
    bonus = [g.charts.initiative[3].bonus(side) for side in (AXIS, ALLIES)]
    wanted = sum(a + bonus[0] > b + bonus[1] for a in range(1, 11) for b in range(1, 11)) / 100
    assert reroll_forecast(g, AXIS).taken == pytest.approx(wanted)


# --- on the wire --------------------------------------------------------------------------------------------------------------


def test_options_have_cards() -> None:
    session = Session.new(TITLE, "barbarossa_1941", {}, players={}, seed=seed_from(1))
    ask = session.pending["germany"]
    card = TITLE.odds(session.g, "germany", ask.options[0], ask.subject)
    assert isinstance(card, Forecast) and isinstance(ask.subject, Choice)
    g, units, _, target = front("Germany ARM 8-6")
    number = declare(g, units, target)
    option = Option("fight", g.attacks[number])
    fighting = outlook(g, option, Resolving(GERMANY))
    assert fighting is not None and fighting.title.startswith("Attack on")
    assert outlook(g, Option("done"), Choice(USA)) is None
