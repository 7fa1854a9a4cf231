"""10.8.2, 10.8.3, 11.11.2, 11.11.3: Major Powers raise the rating of army or air force by five turns of payments."""

from __future__ import annotations

from grognard.kernel.rules import No, rule
from grognard.titles.tw.boons import boon
from grognard.titles.tw.nations import AXIS, BRITAIN, FRANCE, ITALY, MAJORS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.money import camp, pay
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.rules.weather import eastern_war
from grognard.titles.tw.state import FALL, SPRING, WINTER, Nation, War, turn_of

PAYMENTS = 5
PRICE = {3: 10, 2: 20}  # per turn, by the rating to be left (TW-AMB-05)
SERVICES = ("army", "air")


def rating(row: Nation, service: str) -> int:
    return row.army if service == "army" else row.air


@rule("10.8.2", "10.8.3", "11.11.2", "11.11.3")
def may_train(g: War, nation: int, service: str) -> No | None:
    """Whether a power can pay this turn for a better army or air force."""
    row = g.nations[nation]
    section = "10.8.3" if service == "army" else "11.11.3"
    if nation not in MAJORS:
        return No(section, "minor countries never improve")
    if rating(row, service) not in PRICE:
        return No(section, "it is First Rate")
    if row.trained & 1 << SERVICES.index(service):
        return No(section, "it has paid this turn")
    if service == "air" and boon(g, nation, "noair"):
        return No("28.1.1", "a Variant has given that up")
    if row.narfs < step_price(g, row, service):
        return No(section, f"a turn costs {step_price(g, row, service)} NARFs")
    ready = _army_ready(g, nation) if service == "army" else _air_ready(g, nation)
    return None if ready else No(section, "it may not begin yet")


@rule("28.1.1", "28.2.3")
def step_price(g: War, row: Nation, service: str) -> int:
    """NARFs for a turn of training: half from Third to Second Rate with a Variant."""
    price = PRICE[rating(row, service)]
    return price // 2 if rating(row, service) == 3 and boon(g, row.index, f"reform_{service}") else price


def _army_ready(g: War, nation: int) -> bool:
    france_out = bool(g.nations.surrendered[FRANCE])
    if boon(g, nation, "train") or boon(g, nation, "prepared"):
        return True
    if nation == FRANCE:
        return g.turn >= turn_of(1940, WINTER) or eastern_war(g)
    if nation == BRITAIN:
        return france_out or g.turn >= turn_of(1940, FALL)
    if nation == USSR:
        if g.nations.army[USSR] == 2:
            return g.turn >= turn_of(1944, SPRING)
        return holds_karelia(g) and (france_out or g.turn >= turn_of(1941, FALL))
    if nation == USA:
        return g.turn >= turn_of(1941, FALL)
    return nation == ITALY and g.nations.side[ITALY] == AXIS


def _air_ready(g: War, nation: int) -> bool:
    if nation == FRANCE:
        return g.turn >= turn_of(1940, WINTER)
    if nation == USSR:
        peace = bool(g.nations.surrendered[FRANCE]) and g.turn >= turn_of(1940, FALL) and holds_karelia(g)
        return eastern_war(g) or peace
    return nation == ITALY and g.nations.side[ITALY] == AXIS


@rule("23.21")
def holds_karelia(g: War) -> bool:
    """Whether the Soviets hold every hex of Karelia, or their side does (23.21)."""
    sides, mine, holder = hex_sides(g), g.nations.side[USSR], g.hexes.holder
    return all(holder[s] == USSR or (mine != NEUTRAL and sides[s] == mine) for s in g.ground.karelia)


def train(g: War, row: Nation, service: str) -> None:
    """One turn's payment."""
    pay(g, row.index, step_price(g, row, service))
    row.trained = row.trained | 1 << SERVICES.index(service)


@rule("10.8.2", "10.8.3", "11.11.2", "11.11.3")
def close_training(g: War) -> None:
    """After the Build Segment: a payment is a step on, a turn without one a step back, the fifth step a better rating."""
    for nation in MAJORS:
        row = g.nations[nation]
        if camp(g, nation) != g.side or row.surrendered:
            continue
        for n, service in enumerate(SERVICES):
            steps = row.army_steps if service == "army" else row.air_steps
            steps = steps + 1 if row.trained & 1 << n else max(steps - 1, 0)
            fast = service == "army" and row.army == 3 and boon(g, nation, "quick")
            better = steps >= PAYMENTS - int(bool(fast))
            if service == "army":
                row.army_steps, row.army = (0, row.army - 1) if better else (steps, row.army)
            else:
                row.air_steps, row.air = (0, row.air - 1) if better else (steps, row.air)
            if better:
                g.say("the {} of {} improves", "army" if service == "army" else "air force", row, rule="10.8")
        row.trained = 0
