"""29.10: bombing raids on German cities: under the industry markers Germany hides five of critical industry and two of
firestorms, and Britain and America choose a city each. The raid itself is flown as in bombing_war.py."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject
from grognard.kernel.cache import derived
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.purposes import aim
from grognard.kernel.rules import No, rule
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, USA
from grognard.titles.tw.rules.bombing import CRITICAL, FIRESTORM, PLAIN, Raid
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.state import FALL, SPRING, Hex, Nation, War, turn_of

CRITICALS, FIRES = 5, 2
EXCLUDED = ("memel", "konigsberg", "danzig")
CHANCES = {(BRITAIN, CRITICAL): 2, (USA, CRITICAL): 5, (BRITAIN, FIRESTORM): 2, (USA, FIRESTORM): 1}
OIL_TURNS = (turn_of(1944, FALL), turn_of(1945, SPRING))
FREE_SKY = {USA: turn_of(1944, SPRING), BRITAIN: turn_of(1943, FALL)}
SHORT, LONG = 4, 7  # hexes from Britain


class Hiding(Subject, frozen=True):
    """Markers Germany has still to hide: of critical industry, and of firestorms."""

    criticals: int
    fires: int


class Target(Subject, frozen=True):
    """A power that chooses the city it bombs."""

    power: Annotated[int, Nation]


@derived()
def industry_cities(g: War) -> tuple[int, ...]:
    """Hexes with an industry marker: German cities and Prague, but none in East Prussia (TW-AMB-156)."""
    found = {s for c, s in g.ground.city_hex.items() if g.ground.country[s] == "germany" and c not in EXCLUDED}
    return tuple(sorted(found))


@derived()
def from_britain(g: War) -> dict[int, int]:
    """By city hex, hexes from Britain."""
    home = [s for s in g.ground.homeland["britain"] if g.ground.land[s]]
    return {s: min([g.ground.far(s, h) for h in home]) for s in industry_cities(g)}


@rule("29.10")
def may_bomb_city(g: War, power: int, space: int) -> No | None:
    """Whether a power can bomb a city: America 4 hexes from Britain in 1942 and 7 to Winter 1943, Britain 7 before Fall 1943."""
    if space not in industry_cities(g):
        return No("29.10", "there is no industry marker")
    if g.turn >= FREE_SKY[power]:
        return None
    reach = SHORT if power == USA and g.year <= 1942 else LONG
    return None if from_britain(g)[space] <= reach else No("29.10", f"it is more than {reach} hexes from Britain")


@rule("29.10")
def hide_industry(g: War) -> Flow[None]:
    """Germany hides its markers, one by one or by lot; nobody else sees where"""
    g.targets = {}
    while len(g.targets) < CRITICALS + FIRES:
        fires = sum([what == FIRESTORM for what in g.targets.values()])
        left = Hiding(CRITICALS + fires - len(g.targets), FIRES - fires)
        choice, where = yield from menu(g, g.seat(AXIS), "Hidden industry", left, BY_LOT, HIDING, FIRING, rule="29.10")
        if choice.verb == "by_lot":
            free = [s for s in industry_cities(g) if s not in g.targets]
            lots = g.pick(free, left.criticals + left.fires, "hidden industry", "29.10", only=(g.seat(AXIS),))
            marks = [CRITICAL] * left.criticals + [FIRESTORM] * left.fires
            g.targets = {**g.targets, **dict(zip(lots, marks))}
        else:
            g.targets = {**g.targets, where: CRITICAL if choice.verb == "hide" else FIRESTORM}


@rule("29.10")
def choose_city(g: War, power: int) -> Flow[int]:
    """A power names the city its bombers attack"""
    words = "{0} bombs"
    _, space = yield from menu(g, g.seat(ALLIES), words, Target(power), BOMBING, rule="29.10", named=(g.nations[power],))
    return int(space)


@rule("29.10")
def strike_city(g: War, raid: Raid, space: int) -> None:
    """What bombers that came through find under the marker of a city, instead of the stars of the table."""
    raid.stars, raid.oil = PLAIN, False
    if raid.fit - raid.aborted <= 0:
        return
    g.reveal()
    if raid.attacker == USA and space in g.plants and g.turn in OIL_TURNS:
        raid.stars, raid.oil = CRITICAL, True
        g.say("the synthetic oil of {} is hit", g.hexes[space], rule="29.10")
        return
    what = g.targets.get(space, PLAIN)
    if what == PLAIN:
        g.say("plain industry at {}", g.hexes[space], rule="29.10")
        return
    words = "critical industry" if what == CRITICAL else "a firestorm"
    needed = CHANCES[raid.attacker, what]
    if g.roll(D10, f"{words} at {g.board.label(space)}, {needed} or less", "29.10", aim=aim(g, space, most=needed)) <= needed:
        raid.stars = what


def forget_industry(g: War, seat: str | None) -> None:
    """In a copy for a seat that is not Germany's nothing is known of what is hidden."""
    if seat != g.seat(AXIS) and g.targets:
        every = list(industry_cities(g))
        marks = [CRITICAL] * CRITICALS + [FIRESTORM] * FIRES
        g.targets = dict(zip(every, marks))


def _free(g: War, hiding: Hiding) -> list[int]:
    return [s for s in industry_cities(g) if s not in g.targets]


def _may_hide(g: War, left: int, space: int) -> No | None:
    if not left:
        return No("29.10", "none of these is left")
    return None if space in industry_cities(g) and space not in g.targets else No("29.10", "nothing can be hidden there")


BY_LOT: Act[War, Hiding, None] = Act("by_lot", "29.10", "By lot", do=lambda g, s, _: None)
HIDING: Act[War, Hiding, int] = Act(
    "hide", "29.10", "Critical industry at {0}", takes=Hex, among=_free, may=lambda g, s, h: _may_hide(g, s.criticals, h),
    do=lambda g, s, h: h,
)  # fmt: skip
FIRING: Act[War, Hiding, int] = Act(
    "tinder", "29.10", "A firestorm marker at {0}", takes=Hex, among=_free, may=lambda g, s, h: _may_hide(g, s.fires, h),
    do=lambda g, s, h: h,
)  # fmt: skip
BOMBING: Act[War, Target, int] = Act(
    "city", "29.10", "{0}", takes=Hex, among=lambda g, s: industry_cities(g), may=lambda g, s, h: may_bomb_city(g, s.power, h),
    do=lambda g, s, h: h,
)  # fmt: skip
