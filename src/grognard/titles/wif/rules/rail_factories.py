"""11.9: blue factories are railed away from an enemy in their home country, or from bombers that destroyed one there."""

from __future__ import annotations

from grognard.kernel.acts import Act
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Action, Activity
from grognard.titles.wif.rules.actions import actions_of, left
from grognard.titles.wif.rules.powers import at_war, home_power
from grognard.titles.wif.rules.rail import FREIGHT, Railing, count_rail, line_from, maps_apart, may_rail_kind
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.state import NOWHERE, Hex, War

MOST_BLUE = 2  # factories a hex may have for another to come
IDLE_TURNS = 2  # it works again in the second turn after its move
FACTORY_EXTRA = 1  # rail moves a factory costs beyond those of a unit
Pair = tuple[int, int]


def blue_at(g: War, space: int) -> int:
    """Blue factories of a hex as they stand now."""
    return g.ground.blue[space] + g.hexes.blue_moved[space]


@rule("11.9")
def threatened(g: War, power: int, space: int) -> bool:
    """Whether an enemy land unit in supply stands in the home country of a hex, on the same map, or bombs destroyed a factory
    there in this or the last turn (options 32, 33)."""
    if g.settings.factories_rail_freely:
        return True
    country, sheet = g.ground.country[space], g.board.ids[space][0]
    lately = [g.bombed_out[n] for n in range(0, len(g.bombed_out), 2) if g.bombed_out[n + 1] >= g.turn - 1]
    if any(g.ground.country[at] == country and g.board.ids[at][0] == sheet for at in lately):
        return True
    for u, at in enumerate(g.units.at):
        if at < 0 or not g.roster.land[u] or g.ground.country[at] != country or g.board.ids[at][0] != sheet:
            continue
        if g.units.aboard[u] == NOWHERE and at_war(g, power, g.units.power[u]) and in_supply(g, u):
            return True
    return False


@rule("11.9")
def may_rail_factory(g: War, subject: Railing, pair: Pair) -> No | None:
    """Whether a factory may be railed from a hex to a city."""
    here, there = pair
    no = _barred(g, subject, pair)
    if no is not None:
        return no
    return None if there in line_from(g, subject.power, here).stations else No("11.9", "no line of your side leads there")


def _barred(g: War, subject: Railing, pair: Pair) -> No | None:
    """What forbids a factory's journey besides that no line leads there."""
    here, there = pair
    power = subject.power
    country = g.facts.country.get(g.ground.country[here], NOWHERE)
    if g.powers_by_hex[here] != power or home_power(g, country) != power or blue_at(g, here) <= 0:
        return No("11.9", "only blue factories of your own in your home country are railed")
    if not {Action.LAND, Action.COMBINED} & set(actions_of(g, power)):
        return No("11.9", "factories are railed in land and combined actions")
    if not threatened(g, power, here):
        return No("11.9", "no enemy in supply stands in the country on the same map, and bombs destroyed no factory there lately")
    if there == here or not g.ground.city[there] or g.ground.country[there] != g.ground.country[here]:
        return No("11.9", "it goes to another city of its home country")
    if g.sides_by_hex[there] != SIDE_OF_POWER[power] or blue_at(g, there) >= MOST_BLUE:
        return No("11.9", "that city has two blue factories, or is not yours")
    if left(g, power, Activity.RAIL) < factory_price(g, here, there):
        return No("11.9", f"the journey counts {factory_price(g, here, there)} rail moves")
    return may_rail_kind(g, power, air=False, times=factory_price(g, here, there))


def factory_price(g: War, here: int, there: int) -> int:
    """Rail moves a factory's journey counts."""
    return max(1, maps_apart(g, here, there)) + FACTORY_EXTRA


def factory_moves(g: War, subject: Railing) -> list[Pair]:
    """Factories that may be railed, with the cities they may go to."""
    power = subject.power
    if left(g, power, Activity.RAIL) <= FACTORY_EXTRA or not {Action.LAND, Action.COMBINED} & set(actions_of(g, power)):
        return []
    whose = g.powers_by_hex
    moved = g.hexes.blue_moved
    works = [s for s, blue in enumerate(g.ground.blue) if blue + moved[s] > 0 and whose[s] == power]
    found: list[Pair] = []
    for here in works:
        country = g.facts.country.get(g.ground.country[here], NOWHERE)
        if home_power(g, country) != power or not threatened(g, power, here):
            continue
        stations = set(line_from(g, power, here).stations)
        towns = [s for s in g.ground.cities.get(g.ground.country[here], ()) if s in stations]
        found += [(here, s) for s in towns if _barred(g, subject, (here, s)) is None]
    return found


@rule("11.9")
def rail_factory(g: War, subject: Railing, pair: Pair) -> None:
    """A factory is taken down here and set up there; it works again in the second turn after this."""
    here, there = pair
    count_rail(g, subject.power, factory_price(g, here, there), air=False)
    if g.hexes.built_blue[here] >= blue_at(g, here):  # none but built ones are left: one of these goes
        g.hexes[here].built_blue -= 1
        g.hexes[there].built_blue += 1
    g.hexes[here].blue_moved -= 1
    g.hexes[there].blue_moved += 1
    g.idle_factories = [*g.idle_factories, there, g.turn + IDLE_TURNS]
    g.say("a factory goes from {} to {}", g.hexes[here], g.hexes[there], rule="11.9")


FREIGHT.append(
    Act(
        "rail_factory",
        "11.9",
        "A factory from {0} to {1}",
        takes=(Hex, Hex),
        listed=factory_moves,
        may=may_rail_factory,
        do=rail_factory,
    )
)
