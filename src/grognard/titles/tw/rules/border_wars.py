"""16.5, 6.3.1: border wars under the Pact: the Soviets claim Karelia and Bessarabia; Germany decides whether Finland and Romania
fight for them. Neutral powers have no Operations here, so a border war is a battle a turn in the Declaration of War Segment
(TW-AMB-129)."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.tw.charts import GROUND_COMBAT, GROUND_NATIONALITY, Result
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import AXIS, FINLAND, GERMANY, INDEX, USSR
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.money import gain, pay, region_power, share
from grognard.titles.tw.rules.pact import pact_holds
from grognard.titles.tw.rules.unit_prices import unit_price
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import HOME, LOST, Nation, Unit, War

DISPUTED = {"karelia": FINLAND, "bessarabia": INDEX["romania"]}
REACH, MOST = 6, 6  # hexes from the region within which Soviet units take part, and how many
AT_HOME = 2  # what the defenders' factors are multiplied by
FINNISH_LOSSES = 6  # 23.21: after so many factors the Finns defend at face value
CASUALTIES = 1  # 21.7.5
FIELD = (Kind.ARM, Kind.MECH, Kind.CAV, Kind.INF, Kind.MOT)


class Claim(Subject, frozen=True):
    """A territory the Soviets claim, and the country that has it."""

    territory: str
    owner: Annotated[int, Nation]


class Ruin(Subject, frozen=True):
    """Units a country has lost in a border war, which Germany may pay for."""

    units: tuple[Annotated[int, Unit], ...]


def region(g: War, territory: str) -> list[int]:
    return [s for s, words in enumerate(g.ground.regions) if territory in words and g.ground.land[s]]


@rule("16.5", "6.3.1")
def may_contest(g: War, power: int, territory: str) -> No | None:
    """Whether the Soviets can claim Karelia or Bessarabia: under the Pact, once Poland is conquered, without a declaration."""
    if power != USSR or territory not in DISPUTED:
        return No("16.5", "the Pact gives the Soviets Karelia and Bessarabia")
    owner = g.nations[DISPUTED[territory]]
    if not pact_holds(g):
        return No("16.5", "the Pact does not hold")
    if not g.nations.surrendered[INDEX["poland"]]:
        return No("16.5", "not before Poland is conquered")
    if owner.surrendered or not any(g.hexes.holder[s] == owner.index for s in region(g, territory)):
        return No("16.5", "there is nothing left to take")
    fought = g.border_fought >> list(DISPUTED).index(territory) & 1
    return No("16.5", "one battle a turn") if fought and g.border_turn == g.turn else None


def invaders(g: War, territory: str) -> list[int]:
    """Soviet units near enough to march in, the strongest first."""
    known, land = g.roster, region(g, territory)
    near = [
        u
        for u, at in enumerate(g.units.at)
        if at >= 0 and known.nations[u] == USSR and known.kinds[u] in FIELD and g.ground.land[at]
        and min([g.ground.far(at, s) for s in land]) <= REACH
    ]  # fmt: skip
    return sorted(near, key=lambda u: (-known.strengths[u], u))[:MOST]


def defenders(g: War, owner: int) -> list[int]:
    """The unit of the country that stands in the way: the strongest of those that wait at home, whole ones first."""
    known = g.roster
    army = [u for u, pool in enumerate(g.units.pool) if pool == HOME and known.nations[u] == owner and known.kinds[u] in FIELD]
    return sorted(army, key=lambda u: (g.units.depleted[u], -known.strengths[u], u))[:1]


@rule("16.5", "6.3.1", "23.43")
def contest(g: War, territory: str) -> Flow[None]:
    """Germany lets the country give way or fight; a battle decides, and Germany may pay for what was lost"""
    owner = DISPUTED[territory]
    claim = Claim(territory, owner)
    if g.border_turn != g.turn:
        g.border_turn, g.border_fought = g.turn, 0
    g.border_fought |= 1 << list(DISPUTED).index(territory)
    army, force = defenders(g, owner), invaders(g, territory)
    fights = False
    if army:
        prompt = f"{g.nations[owner].label} and {territory.title()}: give way or fight?"
        choice, _ = yield from menu(g, g.seat(AXIS), prompt, claim, YIELDING, FIGHTING, rule="16.5")
        fights = choice.verb == "fight"
    if fights and not force:
        g.say("no Soviet troops are near {}", territory.title(), rule="16.5")
    elif not fights or border_battle(g, owner, force, army):
        occupy(g, territory)
    if fights:
        yield from refit(g, [u for u in army if g.units.pool[u] == LOST or g.units.depleted[u]])


@rule("16.5", "10.2.2", "21.7.5")
def border_battle(g: War, owner: int, force: list[int], army: list[int]) -> bool:
    """One roll on the ground table, the defenders doubled; whether the region is lost."""
    known, worth = g.roster, ground_worth(g, owner)
    attack = sum([known.strengths[u] for u in force])
    defence = worth * sum([known.strengths[u] for u in army if not g.units.depleted[u]]) + sum([
        known.strengths[u] for u in army if g.units.depleted[u]
    ])
    if GROUND_COMBAT.below(attack, defence):
        g.say("the Soviets are too weak for an attack on {}", g.nations[owner], rule="16.5")
        return False
    modifier = CASUALTIES + GROUND_NATIONALITY[g.nations.army[USSR], g.nations.army[owner]]
    column = GROUND_COMBAT.column(attack, defence)
    roll = g.roll(D10, f"border war with {g.nations[owner].label}, {GROUND_COMBAT.label(column)}, {modifier:+}", "16.5")
    result = GROUND_COMBAT[column, roll + modifier]
    g.say("border war: {}", result.text, rule="16.5")
    before = [u for u in army if g.units.pool[u] == HOME]
    lost = _apply(g, result, force, army, attack, defence, worth)
    g.border_losses += sum([known.strengths[u] for u in before if g.units.pool[u] == LOST and owner == FINLAND])
    return lost


@rule("23.21")
def ground_worth(g: War, owner: int) -> int:
    """What the defenders' factors are multiplied by: two, for Finns who have lost six factors in border wars one."""
    return 1 if owner == FINLAND and g.border_losses >= FINNISH_LOSSES else AT_HOME


def _apply(g: War, result: Result, force: list[int], army: list[int], attack: int, defence: int, worth: int) -> bool:
    """Losses of both sides; whether the defenders give the region up."""
    code = result.code
    half = -(-attack // 2), -(-defence // 2)
    ours, theirs = {"AE": (attack, 0), "½AE": (half[0], 0), "DE": (0, defence), "½DE": (0, half[1])}.get(code, (0, 0))
    if code.endswith("EX") or code == "EX/PV":
        least = min(attack, defence)
        ours, theirs = (half[1], defence) if code == "½EX" else (2 * least if code == "2xEX" else least, least)
    _lose(g, force, ours, 1)
    _lose(g, army, theirs, worth)
    for u in [u for u in army if g.units.pool[u] == HOME and not g.units.depleted[u]][: result.depletions]:
        g.units[u].depleted = 1
    return code in ("DR", "½DE", "DE", "½EX") or result.depletions > 0 or not any(g.units.pool[u] == HOME for u in army)


def _lose(g: War, units: list[int], factors: int, worth: int) -> None:
    """The weakest units go until so many factors are gone."""
    known = g.roster
    for u in sorted(units, key=lambda u: (known.strengths[u], u)):
        if factors <= 0:
            return
        unit = g.units[u]
        factors -= known.strengths[u] * worth
        unit.at, unit.pool, unit.fallen, unit.depleted = -1, LOST, 1, 0
        g.say("{} is lost in the border war", unit, rule="16.5")


def occupy(g: War, territory: str) -> None:
    """The territory is Soviet, with its value by the season."""
    for s in region(g, territory):
        if g.hexes.holder[s] == DISPUTED[territory]:
            g.hexes[s].holder = USSR
    g.say("{} occupies {}", g.nations[USSR], territory.title(), rule="16.5")
    if region_power(g, territory) == USSR:
        gain(g, USSR, share(g, campaign_of(g).conquests[territory]), territory.title(), "16.5")


@rule("16.5")
def refit(g: War, hurt: list[int]) -> Flow[None]:
    """Germany pays for units lost or depleted in a border war, one by one, or leaves them"""
    while True:
        ruin = Ruin(tuple([u for u in hurt if g.units.pool[u] == LOST or g.units.depleted[u]]))
        if not any(True for _ in PAYING.candidates(g, ruin)):
            break
        choice, _ = yield from menu(g, g.seat(AXIS), "Losses of the border war", ruin, ENOUGH, PAYING, rule="16.5")
        if choice.verb == "done":
            break


def _price(g: War, unit: int) -> int:
    return unit_price(g, unit) if g.units.pool[unit] == LOST else -(-unit_price(g, unit) // 2)


def _may_pay(g: War, ruin: Ruin, unit: int) -> No | None:
    if unit not in ruin.units:
        return No("16.5", "it was not lost in this war")
    return No("16.5", "Germany cannot pay for it") if g.nations.narfs[GERMANY] < _price(g, unit) else None


def _pay(g: War, ruin: Ruin, unit: int) -> None:
    pay(g, GERMANY, _price(g, unit))
    row = g.units[unit]
    row.pool, row.depleted, row.fallen = HOME, 0, 0


YIELDING: Act[War, Claim, None] = Act("cede", "16.5", "Give way", do=lambda g, s, _: None)
FIGHTING: Act[War, Claim, None] = Act("fight", "16.5", "Fight for it", do=lambda g, s, _: None, rolls=True)
ENOUGH: Act[War, Ruin, None] = Act("done", "16.5", "Pay for nothing more", do=lambda g, s, _: None)
PAYING: Act[War, Ruin, int] = Act(
    "refit", "16.5", lambda g, s, u: f"{g.units[u].label} ({_price(g, u)} NARFs)", takes=Unit, among=lambda g, s: s.units,
    may=_may_pay, do=_pay,
)  # fmt: skip
