"""18.5.4, 18.7.5, 18.8: the Free French: the division of the armistice, the roll of each Spring, and what liberation brings."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.tw.nations import ALLIES, BRITAIN, FRANCE, USA
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.stacking import counted, stack_limit
from grognard.titles.tw.rules.units import ground_at
from grognard.titles.tw.state import FULL, LOST, SPRING, War

ARMOUR, CORPS = "bri_ff_arm", "bri_ff_mot"


class FreeFrench(Subject, frozen=True):
    """Units of the Free French that can still be raised."""

    units: tuple[str, ...]


def enlisted(g: War, counter: str) -> int:
    """The number of the unit with this counter, -1 while there is none."""
    return next((u for u, d in enumerate(g.units.design) if g.designs[d].id == counter), -1)


def enlist(g: War, counter: str) -> int:
    """A counter joins its force pool."""
    found = enlisted(g, counter)
    if found < 0:
        design = next(n for n, d in enumerate(g.designs) if d.id == counter)
        found = g.units.add(design=design, pool=LOST).index
        g.say("{} joins the force pool", g.units[found], rule="15.1.1")
    return found


def unraised(g: War) -> tuple[str, ...]:
    return tuple([c for c in (ARMOUR, CORPS) if enlisted(g, c) < 0])


@rule("18.7.5")
def free_french(g: War) -> Flow[None]:
    """Each Spring after France has fallen Britain rolls: a corps on 2 to 4, on 1 a corps or tanks"""
    if g.season != SPRING or not g.nations.surrendered[FRANCE] or g.nations.surrendered[BRITAIN] or not unraised(g):
        return
    roll = g.roll(D10, "the Free French", "18.7.5")
    able = tuple([c for c in unraised(g) if roll == 1 or (c == CORPS and roll <= 4)])
    if not able:
        return
    chosen = able[0]
    if len(able) > 1:
        _, chosen = yield from menu(g, g.seat(ALLIES), "The Free French raise a unit", FreeFrench(able), RAISING, rule="18.7.5")
    enlist(g, chosen)


RAISING: Act[War, FreeFrench, str] = Act(
    "raise", "18.7.5", lambda g, s, c: "Armour 6-8" if c == ARMOUR else "Corps 4-7", takes=str, among=lambda g, s: s.units,
    may=lambda g, s, c: None if c in s.units else No("18.7.5", "that unit exists"), do=lambda g, s, c: c,
)  # fmt: skip


@rule("18.8")
def liberated(g: War) -> bool:
    """Whether France, occupied before, is free: supplied troops of the West hold Paris."""
    paris = g.ground.named("paris")
    known = g.roster
    return (
        bool(g.nations.surrendered[FRANCE])
        and g.hexes.holder[paris] in (BRITAIN, USA)
        and any(known.nations[u] in (BRITAIN, USA) and g.units.supply[u] == FULL for u in ground_at(g).get(paris, ()))
    )


@rule("18.8")
def liberation(g: War) -> None:
    """In the Allied Build Segment the Free French units that have not come yet stand in Paris for nothing if there is room."""
    if g.side != ALLIES or not liberated(g):
        return
    paris = g.ground.named("paris")
    for counter in unraised(g):
        own = [u for u in counted(g, ground_at(g).get(paris, ())) if g.roster.sides[u] == ALLIES]
        if len(own) >= stack_limit(g, paris, own):
            return
        unit = g.units[enlist(g, counter)]
        unit.at, unit.pool, unit.built = paris, 0, g.player_turn
