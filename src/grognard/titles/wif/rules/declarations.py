"""9, 9.3: declarations of war on major powers and on neutral minors, and what they cost in US entry (13.3.3).

The USA only tries (9.4, american_war.py); pacts are broken first (9.2, pacts.py); who takes an attacked minor is minors.py.
"""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.wif.facts import (
    ALLIES,
    AXIS,
    CHINA,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    POWER_INDEX,
    SIDE_OF_POWER,
    USA,
    USSR,
    VICHY,
)
from grognard.titles.wif.rules.entry import TO_JAPAN, close_pools, outrage
from grognard.titles.wif.rules.entry_options import gain_options
from grognard.titles.wif.rules.minors import american, neutral_minor, neutral_minors
from grognard.titles.wif.rules.powers import active, at_war, home_power, one_way, pact_key, playing, political, powers_of
from grognard.titles.wif.rules.spheres import note_inroad
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.state import ALLOWED, COMPLETE, NO_CLAIM, Country, Power, War

MINORS_OPTION = 48  # US entry option: the USA may declare war on minors
PAIRS = ({GERMANY, ITALY}, {COMMONWEALTH, FRANCE})  # whose declarations count once, or half (13.3.3)
ON_MAJORS = {
    **{(a, b): "12" for a in (GERMANY, ITALY) for b in (COMMONWEALTH, FRANCE)},
    **{(a, USSR): "13" for a in (GERMANY, ITALY)},
    **{(a, USA): "14" for a in (GERMANY, ITALY)},
    (JAPAN, USSR): "9",
    (JAPAN, USA): "11",
    **{(JAPAN, b): "33" for b in (COMMONWEALTH, FRANCE)},
    **{(a, GERMANY): "22" for a in (COMMONWEALTH, FRANCE)},
    **{(USSR, b): "23" for b in (GERMANY, ITALY)},
    **{(a, ITALY): "24" for a in (COMMONWEALTH, FRANCE)},
    **{(a, JAPAN): "25" for a in (COMMONWEALTH, FRANCE)},
    (USSR, JAPAN): "29",
}  # rows of the US entry actions by who declares war on whom
SHARED = frozenset(("12", "13", "22", "24", "25"))
GRAVE = frozenset(("poland", "spain", "turkey"))  # row 20a, with every American country
SERIOUS = frozenset(("belgium", "netherlands", "rumania", "sweden", "switzerland"))  # row 20b
EASTERN = frozenset(("bulgaria", "estonia", "finland", "hungary", "latvia", "lithuania", "turkey"))  # 5.1


class Declaring(Subject, frozen=True):
    """A major power may declare war."""

    power: Annotated[int, Power]


# --- on major powers ----------------------------------------------------------------------------------------------------------


def declaring_powers(g: War) -> list[int]:
    """For the sequence: powers of the moving side that could declare war on somebody; the USA only on Vichy, for the others it
    tries in a step of its own."""
    if not political(g):
        return []
    able = [p for p in powers_of(g, g.side) if p != CHINA and g.powers.conquered[p] != COMPLETE]
    return [p for p in able if any(may_declare(g, Declaring(p), foe) is None for foe in powers_of(g, 1 - g.side))]


@rule("9", "9.3")
def declare_on_majors(g: War) -> Flow[None]:
    """A major power declares war on major powers of the other side"""
    while True:
        america = g.powers.wars[USA]
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: declare war on a major power?", Declaring(g.power), STAY_AT_PEACE, DECLARE,
            named=(g.powers[g.power],), rests=True,
        )  # fmt: skip
        if answer.verb == STAY_AT_PEACE.name:
            return
        if g.powers.wars[USA] != america:  # 13.3.2: whoever declared it
            yield from gain_options(g)
            close_pools(g)


@rule("9.3")
def may_declare(g: War, subject: Declaring, victim: int) -> No | None:
    """Whether a major power may declare war on another."""
    power = subject.power
    if not g.powers.plays[victim]:
        return No("9.3", "it takes no part in this campaign")
    if SIDE_OF_POWER[power] == SIDE_OF_POWER[victim]:
        return No("9.3", "it is on your side")
    if at_war(g, power, victim):
        return No("9.3", f"you are at war with {g.powers[victim].label} already")
    if power == CHINA:
        return No("9.3", "China may not declare war")
    if power == USA and victim != VICHY:
        return No("9.4", "the USA must attempt it")
    if g.powers.conquered[victim] == COMPLETE:
        return No("13.7.1", f"{g.powers[victim].label} is conquered")
    if pact_key(power, victim) in g.pacts:
        return No("9.2", f"break your pact with {g.powers[victim].label} first")
    return _vichy(g, power, victim)


@rule("17.4.1")
def _vichy(g: War, power: int, victim: int) -> No | None:
    """Vichy declares war only on those it is hostile to; on Vichy only those at war with its master do."""
    if power == VICHY and not g.hostile >> victim & 1:
        return No("17.4.1", f"Vichy is not hostile to {g.powers[victim].label}")
    if victim != VICHY or at_war(g, power, g.installer):
        return None
    if power == USA and all(at_war(g, USA, p) for p in powers_of(g, AXIS) if active(g, p) and p != VICHY):
        return None
    return No("17.4.1", "only powers at war with the power that installed Vichy declare war on it")


@rule("9.3", "15")
def declare(g: War, subject: Declaring, victim: int) -> None:
    """War between two major powers: the victim is surprised, the USA takes note."""
    power = subject.power
    if entry_counts(g, power, victim):
        action = "32" if (power, victim) == (USA, VICHY) else ON_MAJORS.get((power, victim), "")
        if action and power != VICHY and not (action in SHARED and _partner_declared(g, power, victim)):
            outrage(g, action, power, half=action in SHARED and _partner_at_war(g, power, victim))
    start_war(g, power, victim)


def start_war(g: War, power: int, victim: int) -> None:
    """A war that somebody declared; what he has declared is remembered."""
    make_war(g, power, victim)
    g.powers[power].declared |= 1 << victim
    g.powers[victim].attacked_on = g.turn
    if g.settings.powers_are_surprised:
        g.powers[victim].surprised_by |= 1 << power
    g.say("{} declares war on {}", g.powers[power], g.powers[victim], rule="9.3")
    if power == JAPAN and victim in (COMMONWEALTH, FRANCE) and GUARANTEE in g.entry_options:
        g.must_try = 1


GUARANTEE = 42  # US entry option: the USA guarantees the Pacific


@rule("9.3")
def entry_counts(g: War, power: int, victim: int) -> bool:
    """No US entry effect where the victim's units stand in the declarer's home country."""
    for unit, at in enumerate(g.units.at):
        if at >= 0 and g.units.power[unit] == victim and g.ground.land[at]:
            country = g.facts.country.get(g.ground.country[at], -1)
            if country >= 0 and home_power(g, country) == power:
                return False
    return True


def _partners(power: int) -> set[int]:
    return next((pair - {power} for pair in PAIRS if power in pair), set())


def _partner_declared(g: War, power: int, victim: int) -> bool:
    """13.3.3: both in one impulse are rolled for once."""
    return any(g.powers.surprised_by[victim] >> p & 1 and at_war(g, p, victim) for p in _partners(power))


def _partner_at_war(g: War, power: int, victim: int) -> bool:
    return any(at_war(g, p, victim) for p in _partners(power))


# --- on minors ----------------------------------------------------------------------------------------------------------------


def attacking_minors(g: War) -> list[int]:
    """For the sequence: powers of the moving side that may declare war on a minor."""
    if not political(g):
        return []
    return [
        p for p in powers_of(g, g.side)
        if g.powers.conquered[p] != COMPLETE and any(may_attack_minor(g, Declaring(p), c) is None for c in neutral_minors(g))
    ]  # fmt: skip


@rule("9", "9.3")
def declare_on_minors(g: War) -> Flow[None]:
    """A major power declares war on neutral minor countries"""
    while True:
        answer, _ = yield from menu(
            g, g.seat(g.power), "{0}: declare war on a neutral country?", Declaring(g.power), STAY_AT_PEACE, ATTACK,
            named=(g.powers[g.power],), rests=True,
        )  # fmt: skip
        if answer.verb == STAY_AT_PEACE.name:
            return


@rule("9.3", "9.4", "19.6.1")
def may_attack_minor(g: War, subject: Declaring, country: int) -> No | None:
    """Whether a power may declare war on a neutral minor."""
    power, row = subject.power, g.countries[country]
    if not neutral_minor(g, country):
        return No("9.3", f"{row.label} is not a neutral minor country")
    if row.wars >> power & 1:
        return No("9.3", f"you are at war with {row.label} already")
    if power == CHINA:
        return No("9.3", "China may not declare war")
    if power == VICHY:
        return No("17.4.1", "Vichy declares no war on minors")
    if power == USA and MINORS_OPTION not in g.entry_options:
        return No("9.4", f"the USA needs entry option {MINORS_OPTION}")
    if row.barred >> power & 1:
        return No("19.6", f"{g.powers[power].label} may no longer declare war on {row.label}")
    name = g.facts.countries[country].id
    if power == USSR and name == "finland" and g.finland_claim == NO_CLAIM:
        return No("19.6.1", "the USSR must claim the borderlands first")
    if SIDE_OF_POWER[power] == ALLIES and name == "rumania":
        if g.rumania_claim == NO_CLAIM:
            return No("19.6.2", "no Ally declares war on Rumania before the USSR claims Bessarabia")
        if g.rumania_claim == ALLOWED and not at_war(g, USSR, GERMANY):
            return No("19.6.2", "not until the USSR and Germany are at war")
    return None


@rule("9.3")
def attack_minor(g: War, subject: Declaring, country: int) -> None:
    """A power declares war on a neutral minor."""
    power, row = subject.power, g.countries[country]
    row.wars |= 1 << power
    row.attacked_by |= 1 << power
    row.attacked_on = g.turn
    row.surprised_by |= 1 << power
    g.attacked = [*g.attacked, country, power]
    g.say("{} declares war on {}", g.powers[power], row, rule="9.3")
    action = minor_action(g, power, country)
    pool = TO_JAPAN if power == JAPAN else -1
    outrage(g, action, power, pool=pool)
    if power == JAPAN and g.facts.countries[country].id in ("netherlands", "portugal") and GUARANTEE in g.entry_options:
        g.must_try = 1
    if power == GERMANY:
        provoke(g, country)
    note_trade(g, power, g.facts.countries[country].id)
    if power == USSR:
        note_inroad(g, g.facts.countries[country].id)
    _guarantees(g, country, power)


def note_trade(g: War, power: int, name: str) -> None:
    """Axis wars that cost Germany a Soviet resource each turn."""
    down = g.vichy or g.countries.fallen[g.facts.country["france"]]
    if SIDE_OF_POWER[power] == AXIS and (name in EASTERN or (name in ("rumania", "yugoslavia") and not down)):
        g.ore_cuts += 1


@rule("19.5.3")
def provoke(g: War, country: int) -> None:
    """Germany attacks or enters a Baltic state, Turkey or Ukraine (19.12): the USSR may break the pact."""
    if g.facts.countries[country].id in ("estonia", "latvia", "lithuania", "turkey", "ukraine"):
        g.provoked[one_way(USSR, GERMANY)] = 1


def minor_action(g: War, power: int, country: int) -> str:
    """The row of the US entry actions for a declaration of war on a minor."""
    name = g.facts.countries[country].id
    if SIDE_OF_POWER[power] == ALLIES:
        return "32" if power == USA else "31"
    if power == JAPAN and name == "netherlands":
        return "33"
    if name in GRAVE or american(g, country):
        return "20a"
    if name in SERIOUS:
        return "20b"
    return "20d" if power == JAPAN else "20c"


def _guarantees(g: War, country: int, attacker: int) -> None:
    """A scenario's guarantees: neutral powers go to war for a minor. Reading WIF-DEC-61."""
    for name in g.campaign.frame.wars.guarantees.get(g.facts.countries[country].name, []):
        guard = POWER_INDEX[name]
        if guard in playing(g) and SIDE_OF_POWER[guard] != SIDE_OF_POWER[attacker] and not active(g, guard):
            start_war(g, guard, attacker)
            g.powers[attacker].surprised_by &= ~(1 << guard)


STAY_AT_PEACE: Act[War, Declaring, None] = Act("peace", "9.3", "No more declarations", do=lambda g, s, _: None)
DECLARE: Act[War, Declaring, int] = Act(
    "declare", "9.3", "Declare war on {0}", takes=Power, among=lambda g, s: playing(g), may=may_declare, do=declare
)
ATTACK: Act[War, Declaring, int] = Act(
    "attack_minor", "9.3", "Declare war on {0}", takes=Country, among=lambda g, s: neutral_minors(g), may=may_attack_minor,
    do=attack_minor,
)  # fmt: skip
