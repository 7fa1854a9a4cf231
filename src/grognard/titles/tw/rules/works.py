"""10.6.4, 13.2.2, 21.3: fortifications and fortresses, who builds them and where."""

from __future__ import annotations

from collections import Counter

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.titles.tw.ground import DESERT, MOUNTAIN
from grognard.titles.tw.nations import BRITAIN, FRANCE, GERMANY, USSR
from grognard.titles.tw.rules.installations import (
    fort_site,
)
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.training import holds_karelia
from grognard.titles.tw.rules.units import (
    hex_sides,
)
from grognard.titles.tw.rules.weather import no_building
from grognard.titles.tw.state import (
    FORTIFICATION,
    FORTRESS,
    SPRING,
    SUMMER,
    War,
    turn_of,
)

FORT_PRICE, FORTRESS_PRICE, FORTRESS_ON_FORT = 5, 20, 15
MOST_FORTS = 9


@derived("hexes.works", "hexes.builder")
def fort_counts(g: War) -> dict[int, int]:
    """Fortifications on the board by builder."""
    return dict(Counter([b for w, b in zip(g.hexes.works, g.hexes.builder) if w == FORTIFICATION]))


@rule("10.6.4", "21.3")
def may_fortify(g: War, nation: int, space: int) -> No | None:
    """Whether a power can build a fortification in a hex."""
    no = no_more_forts(g, nation)
    return fort_site(g, nation, space) if no is None else no


def no_more_forts(g: War, nation: int) -> No | None:
    """Why a power cannot build a fortification anywhere, if it cannot."""
    row = g.nations[nation]
    if nation not in (FRANCE, BRITAIN, GERMANY, USSR):
        return No("10.6.4", "this nation builds no fortifications")
    if nation == FRANCE and g.turn < turn_of(1941, SPRING):
        return No("10.6.4", "France builds none before Spring 1941")
    if nation == USSR and g.turn < turn_of(1941, SUMMER):
        return No("21.3", "the Soviets build none before Summer 1941")
    if row.works >= (4 if nation == USSR else 2):
        return No("10.6.4", "no more fortifications this turn")
    if fort_counts(g).get(nation, 0) >= MOST_FORTS:
        return No("10.6.4", f"{MOST_FORTS} fortifications are on the board")
    if row.narfs < FORT_PRICE:
        return No("10.6.4", f"it costs {FORT_PRICE} NARFs")
    return None


@rule("13.2", "13.2.2", "21.3")
def may_build_fortress(g: War, nation: int, space: int) -> No | None:
    """Whether a power can build a fortress in a hex: one a year."""
    row, no = g.nations[nation], no_fortress(g, nation)
    if no is not None:
        return no
    if nation == USSR and g.year == 1941 and space != g.ground.named("leningrad"):
        return No("13.2.2", "in 1941 only Leningrad")
    if nation == USSR and space == g.ground.named("leningrad") and g.campaign and not holds_karelia(g):
        return No("23.21", "not without Karelia")
    if row.narfs < fortress_price(g, space):
        return No("13.2.2", f"it costs {fortress_price(g, space)} NARFs")
    if hex_sides(g)[space] != row.side or g.hexes.works[space] == FORTRESS:
        return No("13.2.2", "it must be a friendly hex without a fortress")
    tobruk = nation == BRITAIN and space == g.ground.named("tobruk")
    if g.ground.terrain[space] == MOUNTAIN or (
        (g.ground.terrain[space] == DESERT or g.ground.north_africa[space]) and not tobruk
    ):
        return No("13.2.2", "no fortress in mountains or deserts")
    if space in (g.ground.named("paris"), g.ground.named("rome"), g.ground.named("berlin")):
        return No("13.2.2", "no fortress in Paris, Rome or Berlin")
    net = lines(g, row.side)
    if not net.network.reached[space] & net.full.get(nation, 0):
        return No("10.6.6", "the hex is not in full supply")
    return No("26.0", "the winter stops the work") if no_building(g, space) else None


def no_fortress(g: War, nation: int) -> No | None:
    """Why a power cannot build a fortress anywhere this turn, if it cannot."""
    if nation not in (BRITAIN, GERMANY, USSR):
        return No("13.2.2", "this nation builds no fortresses")
    if g.year == 1939 or g.nations.fortress_year[nation] == g.year:
        return No("13.2.2", "one fortress a year, none in 1939")
    if nation == USSR and (g.year == 1940 or g.year > 1943 or g.barbarossa < 0):
        return No("13.2.2", "the Soviets build one in 1941 to 1943 each, once they are attacked")
    if nation == BRITAIN and g.year == 1940 and not g.nations.surrendered[FRANCE]:
        return No("13.2.2", "in 1940 only after the fall of France")
    return None


def fortress_price(g: War, space: int) -> int:
    return FORTRESS_ON_FORT if g.hexes.works[space] == FORTIFICATION else FORTRESS_PRICE
