"""10.6.4, 13.2.2, 21.3: fortifications and fortresses, who builds them and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from grognard.kernel.acts import Act
from grognard.kernel.cache import derived, once_per_board
from grognard.kernel.flow import Flow
from grognard.kernel.picks import one_of, word
from grognard.kernel.rules import No, rule
from grognard.titles.tw.ground import DESERT, MOUNTAIN
from grognard.titles.tw.nations import BRITAIN, FRANCE, GERMANY, USSR
from grognard.titles.tw.rules.concert import menu
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
    Hex,
    War,
    turn_of,
)
from grognard.titles.tw.subjects import Surveying

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
    no = no_fortress(g, nation)
    return _no_fortress_at(g, nation, space) if no is None else no


@rule("13.2.2", "21.3", "23.21", "10.6.6", "26.0")
def _no_fortress_at(g: War, nation: int, space: int) -> No | None:
    """Why a power that can build a fortress cannot build it in a hex, if it cannot."""
    row = g.nations[nation]
    if _only_leningrad(g, nation) and space != g.ground.named("leningrad"):
        return No("13.2.2", "in 1941 only Leningrad")
    if nation == USSR and space == g.ground.named("leningrad") and g.campaign and not holds_karelia(g):
        return No("23.21", "not without Karelia")
    if row.narfs < fortress_price(g, space):
        return No("13.2.2", f"it costs {fortress_price(g, space)} NARFs")
    if hex_sides(g)[space] != row.side or g.hexes.works[space] == FORTRESS:
        return No("13.2.2", "it must be a friendly hex without a fortress")
    if space not in fortress_ground(g, nation):
        if space in _capitals(g):
            return No("13.2.2", "no fortress in Paris, Rome or Berlin")
        return No("13.2.2", "no fortress in mountains or deserts")
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


@rule("13.2.2", "15.2.4", "10.6.6")
def fortress_sites(g: War, nation: int) -> list[int]:
    """Friendly hexes without troops of its own where a power can build a fortress: nobody need stand there."""
    return list(_free_sites(g, nation))


def _free_sites(g: War, nation: int) -> Iterator[int]:
    if no_fortress(g, nation) is not None:
        return
    own = {at for at, n in zip(g.units.at, g.roster.nations) if n == nation}
    sides, side = hex_sides(g), g.nations.side[nation]
    fit = [g.ground.named("leningrad")] if _only_leningrad(g, nation) else sorted(fortress_ground(g, nation))
    for s in fit:
        if sides[s] == side and s not in own and _no_fortress_at(g, nation, s) is None:
            yield s


@rule("13.2.2")
def _only_leningrad(g: War, nation: int) -> bool:
    return nation == USSR and g.year == 1941


@rule("13.2.2")
@once_per_board
def fortress_ground(g: War, nation: int) -> frozenset[int]:
    """Land where the ground bears a fortress: no mountains, no deserts but Britain's Tobruk, none of three capitals."""
    ground, barred = g.ground, _capitals(g)
    sand = {s for s in range(g.board.size) if ground.terrain[s] == DESERT or ground.north_africa[s]}
    sand -= {ground.named("tobruk")} if nation == BRITAIN else set()
    rock = {s for s in range(g.board.size) if ground.terrain[s] == MOUNTAIN}
    return frozenset([s for s in range(g.board.size) if ground.land[s]]) - rock - sand - barred


def _capitals(g: War) -> frozenset[int]:
    return frozenset([g.ground.named("paris"), g.ground.named("rome"), g.ground.named("berlin")])


def may_wall(g: War, nation: int) -> No | None:
    """Whether a power can build a fortress away from its troops."""
    no = no_fortress(g, nation)
    if no is not None:
        return no
    if next(_free_sites(g, nation), None) is None:
        return No("13.2.2", "no friendly hex in full supply is fit for it, or it is too dear")
    return None


CALL_OFF: Act[War, Any, None] = word("call_off", "13.2.2", "Call it off")


def place_fortress(g: War, nation: int) -> Flow[None]:
    """Choose the hex of a fortress where no troops of the power stand"""
    walling = one_of(
        "at", "13.2.2", "At {0}", Hex, fortress_sites(g, nation), "it is fit for no fortress of this power",
        why=lambda g, space: may_build_fortress(g, nation, space),
    )  # fmt: skip
    choice, _ = yield from menu(
        g, g.seat(g.side), "Where is the fortress built?", Surveying(nation), CALL_OFF, walling, rule="13.2.2"
    )
    if choice.verb == "at":
        build_fortress(g, nation, choice.arg.index)
        g.say("{} builds a fortress at {}", g.nations[nation], choice.arg, rule="13.2.2")


@rule("13.2.2")
def build_fortress(g: War, nation: int, space: int) -> None:
    """A fortress is built."""
    row, hexagon = g.nations[nation], g.hexes[space]
    row.narfs -= fortress_price(g, space)
    row.fortress_year = g.year
    hexagon.works, hexagon.builder, hexagon.siege = FORTRESS, nation, 0


def fortress_price(g: War, space: int) -> int:
    return FORTRESS_ON_FORT if g.hexes.works[space] == FORTIFICATION else FORTRESS_PRICE
