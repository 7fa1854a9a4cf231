"""16.2, 23: what events and the rules of single countries add to diplomatic rolls, and what follows when a status changes.

A difference in value is a line of `country_modifiers`; a difference in kind is a procedure called by `status_changed`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.kernel.rules import rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, NEUTRAL, USA, USSR, pair
from grognard.titles.tw.rules.homelands import REGION_NUMBERS
from grognard.titles.tw.rules.money import gain, share
from grognard.titles.tw.rules.status import AXIS_BLOC, BLOCS, SOVIET_BLOC, WEST_BLOC, status_with
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import ASSOCIATE, GONE, LOST, SATELLITE, SYMPATHIZER, War

VATICAN, IRELAND, PORTUGAL, SOUTH_AFRICA = (INDEX[k] for k in ("vatican", "ireland", "portugal", "south_africa"))
HOLY_NARFS = 5
FAITHFUL = frozenset([INDEX[k] for k in ("ireland", "spain", "vichy_france", "portugal")])


@rule("16.2")
def universal_modifiers(g: War, alliance: int) -> Iterator[tuple[str, int, str]]:
    """What bears on all rolls of an alliance: America at war and Italy out of it burden the Axis, breaches of neutrality burden
    who committed them (TW-AMB-113)."""
    if alliance == AXIS_BLOC:
        yield "America at war", int(g.nations.side[USA] != NEUTRAL), "16.2"
        yield "Italy out of the war", int(g.nations.surrendered[ITALY] and not g.nations.surrendered[GERMANY]), "16.2"
    for power in BLOCS[alliance]:
        if not g.nations.surrendered[power]:
            yield f"what {g.nations[power].label} did to neutrals", int(g.nations.infamy[power]), "16.2"


@rule("23.56")
def country_modifiers(g: War, alliance: int, target: int) -> Iterator[tuple[str, int, str]]:
    """What the rules of single countries add to a roll of an alliance on a target."""
    if target in FAITHFUL and alliance != SOVIET_BLOC and status_with(g, VATICAN, alliance) == SATELLITE:
        yield "the Vatican", -1, "23.56"
    yield "a Variant", int(g.favours.get(pair(target, alliance), 0)), "28.1.1"
    grudge = g.grudges.get(pair(target, alliance), 0)
    yield f"what was done to {g.nations[target].label}", int(grudge), "18.7.2"


@rule("23.56")
def polish_partisans(g: War, created: int) -> int:
    """What the Vatican changes in the number of Polish partisans: one fewer where it is with the Axis or none but one where the
    Allies have occupied it, one more where it is with the West or the Axis has occupied it."""
    if g.vatican_taken == ALLIES:
        return min(1 - created, 0)
    more = int(status_with(g, VATICAN, WEST_BLOC) == SATELLITE) - int(status_with(g, VATICAN, AXIS_BLOC) == SATELLITE)
    return more + int(g.vatican_taken == AXIS)


@rule("23.56")
def country_pops(g: War, alliance: int, target: int) -> int:
    """POPs that the rule of a country gives an alliance in a target, in attack and in defence: Spain, Vichy and Portugal resent
    who has occupied the Vatican."""
    wronged = {ALLIES: AXIS_BLOC, AXIS: WEST_BLOC}.get(g.vatican_taken)
    return 2 if alliance == wronged and target in FAITHFUL and target != IRELAND else 0


@rule("23.29", "23.41")
def fit_patron(g: War, target: int, power: int, status: int, takers: Sequence[int]) -> tuple[int, int]:
    """Whose a country becomes and how close: Ireland is never Britain's Associate or Satellite, Portugal nothing of America's."""
    if target == IRELAND and power in (BRITAIN, FRANCE) and status >= ASSOCIATE:
        return (USA, status) if USA in takers else (power, SYMPATHIZER)
    return (BRITAIN, status) if target == PORTUGAL and power == USA else (power, status)


def status_changed(g: War, minor: int, patron: int, status: int) -> None:
    """A country's status has changed; `patron` and `status`: what they were before."""
    now = g.nations.patron[minor] if g.nations.status[minor] else NOWHERE
    if minor == VATICAN:
        holy_see(g, patron if status == SATELLITE else NOWHERE, -1)
        holy_see(g, now if g.nations.status[minor] == SATELLITE else NOWHERE, 1)
    elif minor == SOUTH_AFRICA:
        south_africa(g, patron, now)
    elif minor == IRELAND and now in BLOCS[AXIS_BLOC] and g.nations.status[minor] == SATELLITE:
        number = REGION_NUMBERS["ireland"]  # 23.29
        g.bands = {**g.bands, number: g.bands.get(number, 0) + 1}


@rule("23.56", "23.14", "23.46")
def holy_see(g: War, patron: int, sign: int) -> None:
    """The Vatican as a Satellite: 5 NARFs more, or less with the West also at once, in the bases of Germany and Italy; with the
    Axis one more INF for Slovakia, and for Croatia if it exists. `sign`: -1 when it ends."""
    if patron < 0 or patron == USSR:
        return
    axis = patron in BLOCS[AXIS_BLOC]
    for power in BLOCS[AXIS_BLOC]:
        g.nations[power].base += HOLY_NARFS * sign * (1 if axis else -1)
        if not axis:
            g.nations[power].narfs -= HOLY_NARFS * sign
    if axis and sign > 0:
        raise_army(g, "slo_inf", 2)
        if g.nations.made[INDEX["croatia"]] >= 0:
            raise_army(g, "cro_inf", 2)


@rule("23.14", "23.46", "23.55")
def raise_army(g: War, prefix: str, most: int) -> None:
    """Counters of a country join its force pool until it has so many."""
    used = set(g.units.design)
    own = [d for d, s in enumerate(g.designs) if s.id.removeprefix(prefix + "_").isdigit()]
    for d in [d for d in own if d not in used][: max(most - sum([d in used for d in own]), 0)]:
        g.units.add(design=d, pool=LOST)


@rule("23.47")
def south_africa(g: War, before: int, now: int) -> None:
    """South Africa turns away from Britain: neutral, its troops are gone; with the Axis its NARFs too. When it comes back to
    Britain it brings the NARFs, not the troops."""
    worth = campaign_of(g).conquests["south_africa"]
    axis = BLOCS[AXIS_BLOC]
    if now != BRITAIN:
        for u, d in enumerate(g.units.design):
            if "saf" in g.designs[d].id.split("_"):
                g.units[u].at, g.units[u].pool = NOWHERE, GONE
    if now in axis and before not in axis:
        g.nations[BRITAIN].base -= worth
        gain(g, BRITAIN, -share(g, worth), "South Africa", "23.47")
    elif before in axis and now not in axis:
        g.nations[BRITAIN].base += worth
        gain(g, BRITAIN, share(g, worth), "South Africa", "23.47")
