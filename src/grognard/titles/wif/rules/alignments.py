"""9.6, 19.6 to 19.8: minor countries that a power may align of its own accord, one in each declaration of war step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import (
    ALLIES,
    AXIS,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    SIDE_OF_POWER,
    USA,
    USSR,
    VICHY,
)
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.entry import TO_GERMANY, TO_JAPAN, outrage
from grognard.titles.wif.rules.minors import american, capital_of, enter_the_war, neutral_minor, neutral_minors
from grognard.titles.wif.rules.powers import active, at_war, political, powers_of
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.units import destroy_silently, land_at, mine, of_side
from grognard.titles.wif.state import (
    ALIGNED,
    ALLOWED,
    CONQUERED,
    DENIED,
    ENFORCED,
    FORCE_POOL,
    GRANTED,
    NO_CLAIM,
    REFUSED,
    UNCONQUERED,
    Country,
    Power,
    War,
)

CORPS = 4  # in the countries next door
BALTIC = ("estonia", "latvia", "lithuania")
MIDDLE_EAST = ("afghanistan", "iran", "iraq")
SOUTH_AMERICA = ("argentina", "chile", "paraguay")
CARIBBEAN = ("central_america", "cuba", "haiti")
FIRST, LATER_TURN = "1", "5"  # US entry actions: Indo-China, Madagascar


class Courting(Subject, frozen=True):
    """A power may align a minor."""

    power: Annotated[int, Power]


def name_of(g: War, country: int) -> str:
    return g.facts.countries[country].id


# --- what the conditions ask --------------------------------------------------------------------------------------------------


def neighbours_of(g: War, country: int) -> set[str]:
    """The ids of the countries next to a country."""
    own = set(g.ground.homeland.get(name_of(g, country), ()))
    return {g.ground.country[b] for s in own for b, _ in g.ground.steps[s]} - {name_of(g, country)}


def corps_next_door(g: War, country: int, power: int, *, without: frozenset[str] = frozenset(), supplied: bool = False) -> int:
    """Corps of a major power itself in the countries next to a minor."""
    known, found = g.roster, 0
    for name in neighbours_of(g, country) - without:
        for space in g.ground.homeland.get(name, ()):
            for unit in mine(g, land_at(g, space), power):
                own = _own(g, unit, power)
                found += known.corps[unit] and own and (not supplied or in_supply(g, unit))
    return found


def _own(g: War, unit: int, power: int) -> bool:
    return g.units[unit].sheet.power == g.powers[power].label


def holds(g: War, power: int, country: str) -> bool:
    """Whether a power controls a hex of a country."""
    whose = powers_by_hex(g)
    return any(whose[s] == power for s in g.ground.homeland[country])


def france_is_down(g: War) -> bool:
    """France is conquered, or Vichy exists."""
    return bool(g.vichy or g.countries.fallen[g.facts.country["france"]])


def declared(g: War, power: int, victim: int) -> bool:
    """Whether a power declared the war in which it is with another."""
    return at_war(g, power, victim) and bool(g.powers.declared[power] >> victim & 1)


# --- the minors ---------------------------------------------------------------------------------------------------------------


@rule("19.6.1")
def _finland(g: War, power: int, country: int) -> No | None:
    if power != GERMANY:
        return No("19.6.1", "Finland aligns with Germany alone")
    if g.finland_claim in (ALLOWED, ENFORCED) or declared(g, GERMANY, USSR):
        return None
    return No("19.6.1", "not before the USSR has claimed the borderlands, or Germany has declared war on the USSR")


@rule("19.6.2")
def _rumania(g: War, power: int, country: int) -> No | None:
    claim = g.rumania_claim
    if power == USSR and claim == ALLOWED and g.demands == GRANTED and declared(g, USSR, GERMANY):
        return None
    if power != GERMANY:
        return No("19.6.2", "Rumania aligns with Germany, or with a USSR at war with Germany after all claims were granted")
    if claim == NO_CLAIM and (holds(g, GERMANY, "yugoslavia") or declared(g, GERMANY, USSR)):
        return None
    if claim == ENFORCED or (claim == ALLOWED and g.demands == REFUSED):
        return None
    if claim == ALLOWED and g.demands == GRANTED and france_is_down(g):
        return None
    return No("19.6.2", "Rumania is not ready to join Germany")


@rule("19.6.2")
def _granted_before(g: War) -> bool:
    """Hungary and Bulgaria, whose demands Germany granted, join it in a later step."""
    return g.demands == GRANTED and not g.just_granted


def _hungary(g: War, power: int, country: int) -> No | None:
    if power != GERMANY:
        return No("19.6.2", "Hungary aligns with Germany alone")
    claim = g.rumania_claim
    if claim == NO_CLAIM:
        ready = holds(g, GERMANY, "yugoslavia") or declared(g, GERMANY, USSR)
    elif claim == ALLOWED:
        ready = _granted_before(g) or (g.demands == REFUSED and declared(g, GERMANY, USSR))
    else:
        ready = claim in (DENIED, ENFORCED)
    return None if ready else No("19.6.2", "Hungary is not ready to join Germany")


def _bulgaria(g: War, power: int, country: int) -> No | None:
    claim, fallen = g.rumania_claim, _taken_by_ussr(g)
    if power == USSR:
        if (claim == DENIED and fallen) or (claim == ALLOWED and g.demands == REFUSED and declared(g, USSR, GERMANY)):
            return None
        return No("19.6.2", "Bulgaria is not ready to join the USSR")
    if power != GERMANY:
        return No("19.6.2", "Bulgaria aligns with Germany or the USSR")
    if claim == NO_CLAIM:
        ready = holds(g, GERMANY, "greece") or holds(g, GERMANY, "yugoslavia")
    elif claim == ALLOWED:
        ready = _granted_before(g) or (g.demands == REFUSED and declared(g, GERMANY, USSR))
    else:
        ready = claim == ENFORCED
    return None if ready else No("19.6.2", "Bulgaria is not ready to join Germany")


def _taken_by_ussr(g: War) -> bool:
    row = g.countries[g.facts.country["rumania"]]
    return row.status == CONQUERED and row.power == USSR


def _middle_east(g: War, power: int, country: int) -> No | None:
    if power not in (GERMANY, ITALY):
        return No("19.7", "only Germany or Italy")
    near = corps_next_door(g, country, power, without=frozenset(("ussr", "turkey")), supplied=True)
    return None if near >= CORPS else No("19.7", f"{CORPS} of its own corps in supply must stand in the countries next to it")


def _south_america(g: War, power: int, country: int) -> No | None:
    if SIDE_OF_POWER[power] != AXIS or power == VICHY:
        return No("19.7", "only an Axis power")
    allies = sum(1 << p for p in powers_of(g, ALLIES))
    attacked = any(g.countries.attacked_by[c] & allies for c in range(len(g.facts.countries)) if american(g, c))
    if (power == GERMANY and attacked) or corps_next_door(g, country, power) >= CORPS:
        return None
    return No("19.7", f"an Ally must attack an American minor, or {CORPS} corps stand next to it")


def _baltic(g: War, power: int, country: int) -> No | None:
    if power != GERMANY or not at_war(g, GERMANY, USSR):
        return No("19.7", "only Germany while it is at war with the USSR")
    again = g.baltic_aligned and not (g.baltic_aligned == g.turn + 1 and g.powers.aligned_now[GERMANY])
    return No("19.7", "once a game, in one step") if again else None


def _colony(g: War, power: int, country: int) -> No | None:
    """Indo-China and Madagascar, while Vichy holds them."""
    if power != JAPAN:
        return No("19.7", "only Japan")
    if g.countries.power[country] != VICHY or not g.vichy:
        return No("13.3.3", "Vichy does not control it")
    spaces = g.ground.homeland[name_of(g, country)]
    types = g.roster.types
    if any(types[u] != Type.PART for s in spaces for u in of_side(g, g.units.stacks.get(s, ()), ALLIES)):
        return No("13.3.3", "Allied units are there")
    if name_of(g, country) == "madagascar":
        since = g.countries.aligned_on[g.facts.country["indo_china"]]
        if not 0 <= since < g.turn:
            return No("13.3.3", "Indo-China must have been aligned in an earlier turn")
    return None


def _siam(g: War, power: int, country: int) -> No | None:
    return None if power == JAPAN else No("19.7", "only Japan")


def _spain(g: War, power: int, country: int) -> No | None:
    keeper = powers_by_hex(g)[g.ground.named("Gibraltar")]
    if SIDE_OF_POWER[power] == AXIS and keeper == power:
        return None
    return No("19.7", "only the Axis power that controls Gibraltar")


def _turkey(g: War, power: int, country: int) -> No | None:
    if power != GERMANY:
        return No("19.7", "only Germany")
    turkish = set(g.ground.homeland["turkey"])
    border = [s for s in g.ground.homeland["ussr"] if any(b in turkish for b, _ in g.ground.steps[s])]
    known = g.roster
    near = [
        u for s in border for u in mine(g, land_at(g, s), GERMANY) if known.corps[u] and _own(g, u, GERMANY) and in_supply(g, u)
    ]
    return None if len(near) >= CORPS else No("19.7", f"{CORPS} German corps in supply must stand in the USSR at its border")


def _yugoslavia(g: War, power: int, country: int) -> No | None:
    if power in (COMMONWEALTH, FRANCE):
        near = corps_next_door(g, country, power)
        return None if near >= CORPS else No("19.8", f"{CORPS} of its corps must stand in the countries next to it")
    around = [g.facts.country[n] for n in ("italy", "hungary", "rumania", "bulgaria", "greece", "albania")]
    held = all(g.countries.power[c] >= 0 and SIDE_OF_POWER[g.countries.power[c]] == AXIS for c in around)
    if SIDE_OF_POWER[power] == AXIS and powers_by_hex(g)[g.ground.named("Athens")] == power and held:
        return None
    return No("19.7", "the Axis must hold Athens and every country around it")


def _brazil(g: War, power: int, country: int) -> No | None:
    if power == USA and all(at_war(g, USA, p) for p in (GERMANY, ITALY, JAPAN) if g.powers.plays[p]):
        return None
    return No("19.8", "only a USA at war with Germany, Italy and Japan")


def _caribbean(g: War, power: int, country: int) -> No | None:
    if power == USA and any(at_war(g, USA, p) for p in (GERMANY, ITALY, JAPAN)):
        return None
    return No("19.8", "only a USA at war with Germany, Italy or Japan")


def _norway(g: War, power: int, country: int) -> No | None:
    """After the coast was mined and the roll was high."""
    towns = {8: ("London",), 9: ("London",), 10: ("London", "Moscow")}.get(g.norway_mined, ())  # the roll, plus one
    held = any(
        any(in_supply(g, u) and _own(g, u, GERMANY) for u in mine(g, land_at(g, g.ground.named(town)), GERMANY)) for town in towns
    )
    return None if power == GERMANY and held else No("13.3.3", "only after mining, while Germany stands in London or Moscow")


RULES: dict[str, Callable[[War, int, int], No | None]] = {
    "finland": _finland,
    "rumania": _rumania,
    "hungary": _hungary,
    "bulgaria": _bulgaria,
    **dict.fromkeys(MIDDLE_EAST, _middle_east),
    **dict.fromkeys(SOUTH_AMERICA, _south_america),
    **dict.fromkeys(BALTIC, _baltic),
    "indo_china": _colony,
    "madagascar": _colony,
    "siam": _siam,
    "spain": _spain,
    "turkey": _turkey,
    "yugoslavia": _yugoslavia,
    "brazil": _brazil,
    "mexico": _brazil,
    **dict.fromkeys(CARIBBEAN, _caribbean),
    "norway": _norway,
}


# --- the step -----------------------------------------------------------------------------------------------------------------


def willing(g: War) -> list[int]:
    """Countries that may be aligned by somebody under some condition: the neutrals, and the two colonies Vichy may hold."""
    return [*neutral_minors(g), *(g.facts.country[n] for n in ("indo_china", "madagascar") if g.vichy)]


@rule("9.6", "19.7", "19.8")
def may_align(g: War, subject: Courting, country: int) -> No | None:
    """Whether a power may align a minor of its own accord now."""
    power, name = subject.power, name_of(g, country)
    if name not in RULES:
        return No("9.6", f"{g.countries[country].label} aligns with nobody of its own accord")
    if name not in ("indo_china", "madagascar") and not neutral_minor(g, country):
        return No("9.6", f"{g.countries[country].label} is not neutral")
    if g.powers.aligned_now[power] and not (name in BALTIC and g.baltic_aligned == g.turn + 1):
        return No("9.6", "one minor in each declaration of war step")
    if not active(g, power) or g.powers.conquered[power] != UNCONQUERED:
        return No("19.2", "a minor aligns with an active major power")
    return RULES[name](g, power, country)


def courting_powers(g: War) -> list[int]:
    """For the sequence: powers of the moving side that may align somebody."""
    if not political(g):
        return []
    able = willing(g)
    return [p for p in powers_of(g, g.side) if any(may_align(g, Courting(p), c) is None for c in able)]


@rule("9.6")
def align_minors(g: War) -> Flow[None]:
    """A major power may align a minor country"""
    power = g.power
    while any(may_align(g, Courting(power), c) is None for c in willing(g)):
        answer, country = yield from menu(
            g, g.seat(power), "{0}: align a minor country?", Courting(power), NOBODY, ALIGN, named=(g.powers[power],)
        )
        if answer.verb == NOBODY.name:
            return
        yield from align(g, power, country)


def align(g: War, power: int, country: int) -> Flow[None]:
    """A minor joins a power of its own accord; the USA takes note."""
    name = name_of(g, country)
    first = not g.powers.aligned_now[power]
    g.powers[power].aligned_now += 1
    g.countries[country].aligned_on = g.turn
    if name in ("indo_china", "madagascar"):
        take_colony(g, country)
        outrage(g, FIRST if name == "indo_china" else LATER_TURN, JAPAN)
        return
    if name in BALTIC:
        g.baltic_aligned = g.turn + 1
    if first:
        asian = g.board.token(capital_of(g, country))[0] in "AP"
        axis = SIDE_OF_POWER[power] == AXIS
        outrage(g, "19" if axis else "30", power, pool=-1 if axis else TO_JAPAN if asian else TO_GERMANY)
    note_trade(g, power, name)
    if name == "spain":
        _annex(g, "gibraltar", country)
    yield from enter_the_war(g, country, power)


def note_trade(g: War, power: int, name: str) -> None:
    """Alignments that cost Germany a Soviet resource each turn."""
    early = SIDE_OF_POWER[power] == AXIS and name in ("rumania", "yugoslavia") and not france_is_down(g)
    granted = power == GERMANY and name == "rumania" and g.demands == GRANTED
    if early or granted or (power == GERMANY and name in ("bulgaria", "finland", "hungary")):
        g.ore_cuts += 1


def _annex(g: War, name: str, country: int) -> None:
    """19.7: Gibraltar becomes part of the Spanish home country."""
    for space in g.ground.homeland[name]:
        g.hexes[space].nation = g.hexes[space].controller = country


def take_colony(g: War, country: int) -> None:
    """Japan takes a Vichy colony over; the Vichy units there join the Free French force pool."""
    row = g.countries[country]
    row.status, row.power = ALIGNED, JAPAN
    for space in g.ground.homeland[name_of(g, country)]:
        g.hexes[space].controller = country
        for unit in [u for u in g.units.stacks.get(space, ()) if g.units.power[u] == VICHY]:
            g.units[unit].power = FRANCE
            destroy_silently(g, unit, FORCE_POOL)
    g.say("{} aligns with {}", row, g.powers[JAPAN], rule="13.3.3")


NOBODY: Act[War, Courting, None] = Act("nobody", "9.6", "None", do=lambda g, s, _: None)
ALIGN: Act[War, Courting, int] = Act(
    "align", "9.6", "Align {0}", takes=Country, among=lambda g, s: willing(g), may=may_align, do=lambda g, s, c: c
)
