"""Ours 44 to 47: spy rings, covert operations, occupation policies, subversion. What spies see is told to their masters alone."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject, menu
from grognard.kernel.dice import D6
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.awaw.designs import COLOUR, Kind
from grognard.titles.awaw.nations import EUROPEAN_AXIS, FACTION, INDEX, JAPAN_ALONE, KEYS, POWER, SENIOR, SOVIET, WESTERN
from grognard.titles.awaw.rules.codes import draw_cards
from grognard.titles.awaw.rules.research import KEYS as PROJECT_KEYS
from grognard.titles.awaw.rules.research import PLACE, STOLEN, Laboratory, cell, laboratories, results_of
from grognard.titles.awaw.rules.units import NATION, of_kind, ships
from grognard.titles.awaw.state import LATER, POOL, RESERVE, Hex, Nation, World

RIVALS = {EUROPEAN_AXIS: (WESTERN, SOVIET), JAPAN_ALONE: (WESTERN, SOVIET), WESTERN: (EUROPEAN_AXIS, JAPAN_ALONE),
          SOVIET: (EUROPEAN_AXIS, JAPAN_ALONE)}  # fmt: skip
RINGS_LOST, OPERATIONS, SPIED, COVERED = 5400, 5410, 5420, 5430  # keys of `booked`
SWAY, POLICY, STEPS, POLICIES, SABOTAGED = 5500, 5600, 5440, 5450, 5700
UPRISINGS = {"persia": "persia", "iraq": "iraq", "egypt": "wafdist"}
VLASOV, WANG, INA = "vlasov", "wang", "indian_nat_army"
MOVEMENTS = {EUROPEAN_AXIS: (VLASOV,), JAPAN_ALONE: (WANG, INA)}
CATEGORIES = ("air", "naval", "military", "atomic", "intelligence")
AXIS_COLOUR = COLOUR["px"]
DICE_EFFECT = 2


class Agency(Subject, frozen=True):
    """A faction with spies, and the power that leads it."""

    power: int
    faction: int


# --- rolls --------------------------------------------------------------------------------------------------------------


@rule("ours 47.1", "ours 44.2")
def watch(g: World, faction: int) -> int:
    """Counter-intelligence against a faction: the best of its rivals in play."""
    return max((results_of(g, rival, "counter_intelligence") for rival in RIVALS[faction] if present(g, rival)), default=0)


def present(g: World, faction: int) -> bool:
    return any(g.seated(n) and not g.nations.surrendered[n] for n in SENIOR[faction])


@rule("ours 44.2")
def works(die: int, results: int, counter: int, need: int) -> bool:
    """A die, own results, less enemy counter-intelligence."""
    return die + results - counter >= need


@rule("ours 44.2", "ours 45.1")
def attempt(g: World, agency: Agency, project: str, purpose: str) -> bool:
    """An operation: the die is seen by the faction alone; a natural one costs a spy ring."""
    seats = tuple(g.seat(n) for n in SENIOR[agency.faction] if g.seated(n))
    die = g.roll(D6, purpose, "ours 44.2", only=seats)
    if project == "espionage_spy_rings" and die == 1:
        g.booked[RINGS_LOST + agency.faction] = g.booked.get(RINGS_LOST + agency.faction, 0) + 1
        g.say("the spy ring is lost", rule="ours 45.1", only=seats)
        return False
    good = works(die, results_of(g, agency.faction, project), watch(g, agency.faction), g.number("44.2 roll that succeeds"))
    g.say("{}: {}", purpose, "done" if good else "in vain", rule="ours 44.2", only=seats)
    return good


# --- spies --------------------------------------------------------------------------------------------------------------


@rule("ours 45.1")
def rings(g: World, faction: int) -> int:
    """Spy rings a faction still has."""
    return results_of(g, faction, "espionage_spy_rings") - g.booked.get(RINGS_LOST + faction, 0)


@rule("ours 45.1", "ours 44.2")
def may_spy(g: World, agency: Agency) -> No | None:
    if rings(g, agency.faction) < 1:
        return No("ours 45.1", "no spy ring")
    return No("ours 44.2", "one a turn") if g.booked.get(SPIED + agency.faction, -1) == g.turn else None


def may_look(g: World, agency: Agency, wanted: tuple[int, str]) -> No | None:
    """The points of an enemy faction in a category, or the diplomatic points of an enemy power."""
    power, what = wanted
    if power not in POWER or FACTION[power] not in RIVALS[agency.faction] or not g.seated(power):
        return No("ours 45.1", "no enemy power")
    return None if what in (*CATEGORIES, "diplomacy") else No("ours 45.1", "no such files")


def sights(g: World, agency: Agency) -> list[tuple[int, str]]:
    heads = [next((n for n in SENIOR[f] if g.seated(n)), -1) for f in RIVALS[agency.faction] if present(g, f)]
    return [(n, what) for n in heads if n >= 0 for what in (*CATEGORIES, "diplomacy")]


@rule("ours 45.1", "ours 41.5")
def look(g: World, agency: Agency, wanted: tuple[int, str]) -> str:
    """What the ring sees is told to its faction alone."""
    power, what = wanted
    g.booked[SPIED + agency.faction] = g.turn
    if not attempt(g, agency, "espionage_spy_rings", f"spies in {g.nations[power].label}"):
        return ""
    if what == "diplomacy":
        width = len(KEYS) + 3
        mine = g.dps[POWER[power] * width : (POWER[power] + 1) * width] if g.dps else []
        seen = ", ".join(f"{KEYS[n] if n < len(KEYS) else 'tension'} {v}" for n, v in enumerate(mine) if v) or "nothing"
    else:
        rows = [p for p in g.books.projects if p.category == what]
        seen = ", ".join(f"{p.project} {v}" for p in rows if (v := g.points[cell(FACTION[power], p.key)])) or "nothing"
    seats = tuple(g.seat(n) for n in SENIOR[agency.faction] if g.seated(n))
    g.say("spies report on {} ({}): {}", g.nations[power], what, seen, rule="ours 45.1", only=seats)
    g.reveal()
    return seen


@rule("ours 45.1")
def may_scout(g: World, agency: Agency, port: int) -> No | None:
    """What lies in an enemy port, behind the markers of its task forces."""
    hidden = any(
        g.units.force[u] and g.faction(NATION[g.units.design[u]]) in RIVALS[agency.faction] for u in ships(g).get(port, ())
    )
    return None if hidden else No("ours 45.1", "no enemy task force lies there")


def scout(g: World, agency: Agency, port: int) -> None:
    g.booked[SPIED + agency.faction] = g.turn
    if attempt(g, agency, "espionage_spy_rings", f"spies in {g.board.label(port)}"):
        seats = tuple(g.seat(n) for n in SENIOR[agency.faction] if g.seated(n))
        told = ", ".join(g.units[u].label for u in ships(g)[port] if g.units.force[u])
        g.say("in {}: {}", g.hexes[port], told, rule="ours 45.1", only=seats)
        g.reveal()


@rule("ours 45.1")
def may_steal(g: World, agency: Agency, key: str) -> No | None:
    """One more on a roll for a project in which a rival has more results."""
    if key not in PLACE:
        return No("ours 45.1", "no such project")
    mine = results_of(g, agency.faction, key)
    ahead = any(results_of(g, rival, key) > mine for rival in RIVALS[agency.faction] if present(g, rival))
    return None if ahead else No("ours 45.1", "the enemy has nothing to steal there")


def steal(g: World, agency: Agency, key: str) -> None:
    g.booked[SPIED + agency.faction] = g.turn
    if attempt(g, agency, "espionage_spy_rings", "theft of plans"):
        g.booked[STOLEN + agency.faction] = PLACE[key] + 1


# --- covert operations --------------------------------------------------------------------------------------------------


@rule("ours 46.1", "ours 44.2")
def may_act(g: World, agency: Agency) -> No | None:
    """Each result gives one operation, one a turn."""
    if results_of(g, agency.faction, "covert_operations") <= g.booked.get(OPERATIONS + agency.faction, 0):
        return No("ours 46.1", "no operation is left")
    return No("ours 44.2", "one a turn") if g.booked.get(COVERED + agency.faction, -1) == g.turn else None


def spend(g: World, agency: Agency, purpose: str) -> bool:
    g.booked[OPERATIONS + agency.faction] = g.booked.get(OPERATIONS + agency.faction, 0) + 1
    g.booked[COVERED + agency.faction] = g.turn
    return attempt(g, agency, "covert_operations", purpose)


@rule("ours 46.1", "ours 11.7", "ours 88.2")
def may_raise(g: World, agency: Agency, country: int) -> No | None:
    """The Axis raises partisans in Persia, Iraq or Egypt."""
    if agency.faction != EUROPEAN_AXIS or KEYS[country] not in UPRISINGS:
        return No("ours 46.1", "the Axis raises partisans in Persia, Iraq and Egypt")
    return None if waiting(g, UPRISINGS[KEYS[country]]) else No("ours 46.1", "no partisans are left there")


def waiting(g: World, key: str) -> list[int]:
    """Counters of a movement that have not been raised yet."""
    return [u for u in range(len(g.units)) if NATION[g.units.design[u]] == INDEX[key] and g.units.pool[u] in (LATER, RESERVE)]


@rule("ours 46.1", "ours 88.2")
def raise_bands(g: World, agency: Agency, country: int) -> None:
    """Two partisans may be built there, at a BRP each."""
    if spend(g, agency, f"partisans in {g.nations[country].label}"):
        uprising(g, country)


def uprising(g: World, country: int) -> None:
    for u in waiting(g, UPRISINGS[KEYS[country]]):
        g.units[u].pool, g.units[u].due = POOL, g.turn
    g.say("unrest in {}", g.nations[country], rule="ours 46.1")


@rule("ours 46.1")
def may_sabotage(g: World, agency: Agency, space: int) -> No | None:
    """An industrial centre or port of a rival gives nothing in the next turn."""
    holder = g.hexes.holder[space]
    if holder < 0 or g.faction(holder) not in RIVALS[agency.faction]:
        return No("ours 46.1", "not in enemy hands")
    return None if g.hexes.ic[space] else No("ours 46.1", "no industrial centre there")


def sabotage(g: World, agency: Agency, space: int) -> None:
    if spend(g, agency, f"sabotage in {g.board.label(space)}"):
        loser = g.nations.patron[g.hexes.holder[space]]
        g.nations[loser].level -= g.hexes.ic[space] // 4
        g.say("sabotage in {}", g.hexes[space], rule="ours 46.1")


@rule("ours 46.1")
def may_sway(g: World, agency: Agency, country: int) -> No | None:
    """Two on the next diplomatic roll for a country."""
    known = country in g.books.minors and g.books.minors[country].diplomacy_table != "none"
    return None if known else No("ours 46.1", "no diplomatic table")


def sway(g: World, agency: Agency, country: int) -> None:
    if spend(g, agency, f"agents in {g.nations[country].label}"):
        sign = 1 if agency.faction in (EUROPEAN_AXIS, JAPAN_ALONE) else -1
        g.booked[SWAY + country] = g.booked.get(SWAY + country, 0) + sign * DICE_EFFECT


@rule("ours 46.1")
def may_raid(g: World, agency: Agency, key: str) -> No | None:
    """The atomic points of an enemy project are halved."""
    known = key in PLACE and g.books.projects[PLACE[key]].category == "atomic"
    return None if known else No("ours 46.1", "no atomic project")


def raid(g: World, agency: Agency, key: str) -> None:
    if spend(g, agency, "a raid on the heavy water"):
        for rival in RIVALS[agency.faction]:
            g.points[cell(rival, key)] //= 2


# --- occupation and subversion ------------------------------------------------------------------------------------------


@rule("ours 47.2")
def may_police(g: World, agency: Agency, country: int) -> No | None:
    """Each result lowers the partisan limit of one occupied country by one for good."""
    if results_of(g, agency.faction, "occupation_policies") <= g.booked.get(POLICIES + agency.faction, 0):
        return No("ours 47.2", "no policy is left")
    by = g.nations.conquered[country]
    return None if by in POWER and FACTION[by] == agency.faction else No("ours 47.2", "not conquered by this faction")


@rule("ours 47.2")
def police(g: World, agency: Agency, country: int) -> None:
    g.booked[POLICIES + agency.faction] = g.booked.get(POLICIES + agency.faction, 0) + 1
    g.booked[POLICY + country] = g.booked.get(POLICY + country, 0) + 1
    g.say("a policy for {}", g.nations[country], rule="ours 47.2")


@rule("ours 47.2", "ours 11.2")
def partisan_limit(g: World, country: int) -> int:
    """Partisans a country may have on the map: its counters that are not kept for production, less policies."""
    bands = of_kind(g).get(Kind.PARTISAN, ())
    counters = sum(NATION[g.units.design[u]] == country and g.units.pool[u] != LATER for u in bands)
    return max(0, counters - g.booked.get(POLICY + country, 0))


@rule("ours 47.3")
def may_subvert(g: World, agency: Agency, word: str) -> No | None:
    """Each result is a step for Vlasov, Wang or the Indian National Army."""
    if results_of(g, agency.faction, "subversion") <= sum(steps(g, m) for m in MOVEMENTS.get(agency.faction, ())):
        return No("ours 47.3", "no subversion is left")
    return None if word in MOVEMENTS.get(agency.faction, ()) else No("ours 47.3", "no movement of ours")


@rule("ours 47.3")
def subvert(g: World, agency: Agency, word: str) -> None:
    place = STEPS + (VLASOV, WANG, INA).index(word)
    g.booked[place] = g.booked.get(place, 0) + 1
    g.say("{} gains ground", word.replace("_", " ").title(), rule="ours 47.3")


def steps(g: World, word: str) -> int:
    return g.booked.get(STEPS + (VLASOV, WANG, INA).index(word), 0)


# --- the phase ----------------------------------------------------------------------------------------------------------


LOOK = Act(
    "spy", "ours 45.1", "Files of {0}: {1}", takes=(Nation, str), who=may_spy, among=sights, may=may_look, do=look, rolls=True
)
SCOUT = Act("scout", "ours 45.1", "Spies in {0}", takes=Hex, who=may_spy, among=lambda g, a: sorted(ships(g)), may=may_scout,
            do=scout, rolls=True)  # fmt: skip
STEAL = Act("steal", "ours 45.1", lambda g, a, key: f"Steal plans: {g.books.projects[PLACE[key]].project}", takes=str,
            who=may_spy, among=lambda g, a: PROJECT_KEYS, may=may_steal, do=steal, rolls=True)  # fmt: skip
UPRISING = Act("partisans", "ours 46.1", "Partisans in {0}", takes=Nation, who=may_act, may=may_raise, do=raise_bands, rolls=True,
               among=lambda g, a: [INDEX[k] for k in UPRISINGS])  # fmt: skip
SABOTAGE = Act("sabotage", "ours 46.1", "Sabotage in {0}", takes=Hex, who=may_act, may=may_sabotage, do=sabotage, rolls=True,
               among=lambda g, a: g.ground.centres)  # fmt: skip
INFLUENCE = Act("sway", "ours 46.1", "Agents in {0}", takes=Nation, who=may_act, may=may_sway, do=sway, rolls=True,
                among=lambda g, a: g.books.minors)  # fmt: skip
HEAVY_WATER = Act("raid", "ours 46.1", lambda g, a, key: f"Raid: {g.books.projects[PLACE[key]].project}", takes=str, who=may_act,
                  among=lambda g, a: PROJECT_KEYS, may=may_raid, do=raid, rolls=True)  # fmt: skip
POLICE = Act("police", "ours 47.2", "A policy for {0}", takes=Nation, may=may_police, do=police,
             among=lambda g, a: g.books.minors)  # fmt: skip
SUBVERT = Act("subvert", "ours 47.3", "{0}", takes=str, among=lambda g, a: (VLASOV, WANG, INA), may=may_subvert, do=subvert)
REST: Act[World, Agency, None] = Act("done", "ours 44.2", "Nothing more", do=lambda g, a, _: None)
WORK = (LOOK, SCOUT, STEAL, UPRISING, SABOTAGE, INFLUENCE, HEAVY_WATER, POLICE, SUBVERT)


def agencies(g: World) -> list[Agency]:
    return [Agency(lab.power, lab.faction) for lab in laboratories(g) if isinstance(lab, Laboratory)]


@rule("ours 44.2", "ours 48.2", "8.11")
def secret_war(g: World) -> Flow[None]:
    """Code cards are drawn; then spies, operations, policies"""
    draw_cards(g)
    for agency in agencies(g):
        while any(True for act in WORK for _ in act.candidates(g, agency)):
            choice, _ = yield from menu(g, g.seat(agency.power), "Intelligence", agency, REST, *WORK)
            if choice.verb == "done":
                break
