"""Hidden units (22.10): who pays for them, who hides where, and when they show themselves.

The Allies hide corps where the first landings come: at the canal, in the Guyanas, in Newfoundland; they wait to be found. For the
Axis it is the one way to stand on the maps from the first turn: corps in minors that let it in, nearest to what it wants first,
which show themselves as soon as they can march."""

from __future__ import annotations

from grognard.kernel.flow import Ask
from grognard.titles.aif.agent import staff
from grognard.titles.aif.rules.hidden import Hiding, Spot
from grognard.titles.aif.rules.influence import HIDDEN_PRICE, Courting
from grognard.titles.aif.state import America
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.agent.view import distances
from grognard.titles.wif.facts import ALLIES, AXIS, COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, SIDE_OF_POWER, USA
from grognard.titles.wif.ground import slug
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.stacking import land_limit
from grognard.titles.wif.rules.units import land_at, roster
from grognard.titles.wif.state import NOWHERE

MOST = {USA: 3, COMMONWEALTH: 2, FRANCE: 1, GERMANY: 2, ITALY: 1, JAPAN: 2}  # units a power pays for
WAYLAID = ("Colon", "Panama City", "Cayenne", "Paramaribo", "St John's", "Georgetown", "Papeete")  # in the order of their worth
ASHORE = ("Panama City", "Colon", "Cayenne", "Paramaribo", "Georgetown")  # what the Axis wants first, neutral or not
FIT = (Type.INF, Type.MOT, Type.MECH, Type.ARM, Type.MTN, Type.MAR)


def pay(g: America, ask: Ask, subject: Courting) -> Answer | None:
    """In the last influence step before the set-up, with points that no minor is worth: as many as there are places for."""
    if not subject.before or g.step < g.frame.influence.steps:
        return None
    wanted = min(MOST.get(subject.power, 0), subject.points // HIDDEN_PRICE, len(_places(g, subject.power)))
    option = ask.find(f"conceal {wanted}") if wanted > 0 else None
    return (option, "somebody shall wait for them") if option is not None else None


def hide(g: America, ask: Ask, subject: Hiding) -> Answer:
    """A strong corps that does not stand alone."""
    known, best = roster(g), None
    for option in ask.options:
        unit = option.arg.index if option.verb == "hide" else -1
        if unit < 0 or known.types[unit] not in FIT or len(land_at(g, g.units.at[unit])) < 2:
            continue
        rank = (g.units[unit].sheet.strength, -unit)
        if best is None or rank > best[0]:
            best = (rank, option)
    if best is None or not _places(g, subject.power):
        return named(ask, "done") or ask.options[0], "nobody can be spared"
    return best[1], "it waits where the enemy will come"


def place(g: America, ask: Ask, subject: Spot) -> Answer:
    """The best place that is free."""
    spots = {option.arg.index: option for option in ask.options if option.verb == "place"}
    for space in _places(g, subject.power):
        if space in spots and space not in subject.taken:
            return spots[space], "the enemy will come this way"
    return named(ask, "relent") or ask.options[0], "no place is good enough"


def reveal(g: America, ask: Ask, subject: Hiding) -> Answer:
    """The Axis shows its units in its own impulse, to march; the Allies wait to be found."""
    show = next((option for option in ask.options if option.verb == "show"), None)
    if show is not None and SIDE_OF_POWER[subject.power] == AXIS and g.side == AXIS:
        return show, "it marches"
    if SIDE_OF_POWER[subject.power] == AXIS:
        return named(ask, "lie_low") or ask.options[0], "until our own impulse"
    return named(ask, "quiet") or ask.options[0], "the enemy shall find them himself"


def _places(g: America, power: int) -> list[int]:
    """Hexes where a power would hide somebody, the best first; there is room for him there when he shows himself."""
    if SIDE_OF_POWER[power] == ALLIES:
        found = [s for s in (g.ground.places.get(slug(name), NOWHERE) for name in WAYLAID) if s >= 0 and _open(g, power, s)]
    else:
        found = _beachheads(g, power)
    return [s for s in found if len(land_at(g, s)) < land_limit(g, s)]


def _beachheads(g: America, power: int) -> list[int]:
    """Cities of minors that let a power in from which a march leads to what it wants, the nearest first."""
    cities = [s for s in range(g.board.size) if g.ground.city[s] and g.ground.land[s] and _hosted(g, power, s)]
    first = [g.ground.named(name) for name in ASHORE]
    aims = [*staff.goals_of_war(g, power), *(s for s in first if g.sides_by_hex[s] != AXIS)] if cities else []
    goals = [distances(g, aim) for aim in aims]
    steps = {s: min((ways[s] for ways in goals if s in ways), default=NOWHERE) for s in cities}
    return sorted((s for s in cities if steps[s] >= 0), key=lambda s: (steps[s], s))


def _hosted(g: America, power: int, space: int) -> bool:
    controller = g.hexes.controller[space]
    return controller >= 0 and g.countries.host[controller] == power


def _open(g: America, power: int, space: int) -> bool:
    return g.powers_by_hex[space] == power or _hosted(g, power, space)
