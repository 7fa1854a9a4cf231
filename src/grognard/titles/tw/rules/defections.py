"""23.10, 23.21, 23.24, 23.43: from Spring 1944 the allies of Germany in the East change sides, or leave the war, when Soviet
troops stand in their country; the armies that change sides fall upon the Germans beside them."""

from __future__ import annotations

from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import GUNLESS, Kind
from grognard.titles.tw.nations import ALLIES, AXIS, FINLAND, GERMANY, INDEX, NATIONS, USSR
from grognard.titles.tw.rules.airbases import flee
from grognard.titles.tw.rules.minors import leave_war
from grognard.titles.tw.rules.money import gain, share
from grognard.titles.tw.rules.strength import Battle
from grognard.titles.tw.rules.units import air_at, eliminate, ground_at, hex_sides
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import NO_STATUS, SATELLITE, SPRING, War, turn_of

FIRST = turn_of(1944, SPRING)
WAVERING = tuple([INDEX[k] for k in ("bulgaria", "hungary", "romania", "finland")])
NOT_COUNTED = {"romania": "bessarabia", "finland": "karelia"}  # lands of 1939 that do not count


@rule("23.10", "23.21", "23.24", "23.43")
def invaded_by_soviets(g: War, nation: int) -> bool:
    """Whether the Soviets hold a hex of a country as it was in 1939, Bessarabia and Karelia apart."""
    key = NATIONS[nation].key
    apart = NOT_COUNTED.get(key, "")
    return any(
        g.hexes.holder[s] == USSR and apart not in g.ground.regions[s] for s in g.ground.homeland.get(key, ()) if g.ground.land[s]
    )


@rule("23.10", "23.21", "23.24", "23.43")
def wavers(g: War, nation: int) -> bool:
    """Whether an ally of Germany leaves it now; Hungary does not while German commandos sit in Budapest."""
    row = g.nations[nation]
    if g.turn < FIRST or row.surrendered or row.status != SATELLITE or row.patron != GERMANY or row.side != AXIS:
        return False
    if g.nations.side[USSR] != ALLIES or not invaded_by_soviets(g, nation):
        return False
    known, budapest = g.roster, g.ground.named("budapest")
    watched = any(
        at == budapest and known.kinds[u] == Kind.CDO and known.nations[u] == GERMANY for u, at in enumerate(g.units.at)
    )
    return not (NATIONS[nation].key == "hungary" and watched)


@rule("23.10", "23.21", "23.24", "23.43", "23.2")
def defections(g: War) -> None:
    """Countries that leave Germany: Finland is neutral, the others are Soviet Satellites, with their share of the season."""
    for nation in WAVERING:
        if wavers(g, nation):
            if nation == FINLAND:
                drop_out(g)
            else:
                change_sides(g, nation)


@rule("23.21")
def drop_out(g: War) -> None:
    """Finland is neutral; Germans in it have until the end of the next strategic movement of their side to leave."""
    row = g.nations[FINLAND]
    germans = {at for u, at in enumerate(g.units.at) if at >= 0 and g.roster.nations[u] == GERMANY}
    for s in germans & set(g.ground.homeland["finland"]):
        if g.hexes.holder[s] == FINLAND:
            g.hexes[s].holder = GERMANY  # they hold what they stand in until they leave
    leave_war(g, FINLAND)
    row.status, g.finland_left = NO_STATUS, g.player_turn
    g.say("{} leaves the war", row, rule="23.21")


@rule("23.21")
def clear_finland(g: War) -> None:
    """After the German strategic movement: whoever is still in Finland is lost out of supply, and Finland has its land back."""
    if g.finland_left < 0 or g.side != AXIS or g.player_turn <= g.finland_left:
        return
    g.finland_left = NOWHERE
    home = set(g.ground.homeland["finland"])
    for u, at in enumerate(g.units.at):
        if at in home and g.roster.nations[u] == GERMANY:
            eliminate(g, g.units[u], "23.21", unsupplied=True)
    for s in home:
        if g.hexes.holder[s] == GERMANY:
            g.hexes[s].holder = FINLAND


@rule("23.10", "23.24", "23.43")
def change_sides(g: War, nation: int) -> None:
    """A country becomes a Soviet Satellite; its troops beside Germans must attack them as parachutists would (TW-AMB-148)."""
    row, worth = g.nations[nation], campaign_of(g).conquests[NATIONS[nation].key]
    known = g.roster
    germans = {at for u, at in enumerate(g.units.at) if at >= 0 and known.sides[u] == AXIS and known.nations[u] != nation}
    own = {at for u, at in enumerate(g.units.at) if at >= 0 and known.nations[u] == nation and known.ground[u]}
    for s, holder in enumerate(g.hexes.holder):
        if holder == nation and s in germans and s not in own:
            g.hexes[s].holder = GERMANY
    gain(g, GERMANY, -share(g, worth), row.label, "23.2")
    row.side, row.patron, row.status = ALLIES, USSR, SATELLITE
    gain(g, USSR, share(g, worth), row.label, "23.2")
    g.say("{} changes sides", row, rule="23.10")
    for u in [u for u, n in enumerate(g.roster.nations) if n == nation and g.units.at[u] in germans and g.roster.ground[u]]:
        g.units[u].dropped, g.units[u].active = 1, 1
    sides = hex_sides(g)
    for space, planes in list(air_at(g).items()):
        for u in [u for u in planes if g.ground.land[space] and g.roster.sides[u] == 1 - sides[space]]:
            flee(g, u, defended=True)


@rule("23.10", "23.24", "23.43")
def mutinies(g: War, battles: list[Battle]) -> list[Battle]:
    """Attacks that those who have changed sides must make where they stand among Germans."""
    known, taken = g.roster, {b.space for b in battles}
    found = []
    for space, units in sorted(ground_at(g).items()):
        rebels = [u for u in units if known.sides[u] == g.side and g.units.dropped[u] and known.nations[u] in WAVERING]
        rebels = [u for u in rebels if known.kinds[u] not in GUNLESS and g.units.fought[u] != g.impulse]
        if rebels and space not in taken and any(known.sides[u] == 1 - g.side for u in units):
            for u in rebels:
                g.units[u].fought = g.impulse
            found.append(Battle(space, g.side, g.impulse, rebels, landed=list(rebels)))
    return found
