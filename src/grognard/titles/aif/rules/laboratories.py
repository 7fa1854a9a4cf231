"""23.9: research in the supergame: sites that are built, when a side may begin, and how that game ends (AIF-DEC-19: with the
250 points of the campaign)."""

from __future__ import annotations

from typing import Annotated

from grognard.kernel.acts import Act, Subject, menu, once
from grognard.kernel.flow import Flow, GameOver, Outcome
from grognard.kernel.rules import No, rule
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import ALLIES, AXIS, GERMANY, ITALY, JAPAN, POWER_INDEX, SIDE_OF_POWER, SIDES, USA
from grognard.titles.wif.rules.building import Purse
from grognard.titles.wif.rules.control import powers_by_hex, sides_by_hex
from grognard.titles.wif.rules.powers import at_war, playing
from grognard.titles.wif.scenario import turn_number
from grognard.titles.wif.state import COMPLETE, Hex, Power

DIE, LEAST_DIE = 25, 5  # build points of a die, less the sites of a side, and at least
SITE = {AXIS: 30, ALLIES: 25}  # of a site, less those a side has
LEAST_SITE = 10
TURNS = 3  # a site takes to build
SITES_NEEDED, OPEN_TO_ALL = 10, turn_number("Jan/Feb 1945")  # when a side may research


class Laboratory(Subject, frozen=True):
    """A research site that has arrived."""

    power: Annotated[int, Power]

    @once
    def hexes(self, g: America) -> list[int]:
        whose = powers_by_hex(g)
        land = [s for home, p in g.facts.homes.items() if p == self.power for s in g.ground.homeland.get(home, ())]
        return [s for s in land if g.ground.city[s] and whose[s] == self.power]


def laboratories(g: America, side: int) -> int:
    """Research sites a side has on the map."""
    sides = sides_by_hex(g)
    return sum(count for space, count in g.laboratories.items() if sides[space] == side)


@rule("23.9")
def may_begin(g: America, side: int) -> No | None:
    """Whether a side may research: with ten sites, or from January 1945."""
    if g.turn >= OPEN_TO_ALL or laboratories(g, side) >= SITES_NEEDED:
        return None
    return No("23.9", f"research begins with {SITES_NEEDED} sites, or in Jan/Feb 1945")


@rule("23.9")
def die_price(g: America, side: int) -> int:
    """Build points of a research die: 25 less one for each site, five at least."""
    return max(DIE - laboratories(g, side), LEAST_DIE)


@rule("23.9")
def site_price(g: America, side: int) -> int:
    """Build points of a research site: 30 for the Axis, 25 for the Allies, less one for each they have, ten at least."""
    return max(SITE[side] - laboratories(g, side), LEAST_SITE)


@rule("23.9")
def may_found(g: America, purse: Purse) -> No | None:
    """Whether a power may pay towards a research site now: once a turn, with the USA at war with the whole Axis."""
    if not g.whole_world:
        return No("23.9", "research sites are built in the supergame only")
    foes = [p for p in (GERMANY, ITALY, JAPAN) if g.powers.conquered[p] != COMPLETE]
    if not all(at_war(g, USA, p) for p in foes):
        return No("23.9", "not before the USA is at war with every Axis power")
    if g.laboratory_fund.get(purse.power, 0):
        return No("23.9", "a power pays towards one site a turn")
    return None


def missing(g: America, side: int) -> int:
    """What the site that the powers of a side pay together still costs."""
    return site_price(g, side) - sum(n for p, n in g.laboratory_fund.items() if n > 0 and SIDE_OF_POWER[p] == side)


def amounts(g: America, purse: Purse) -> list[int]:
    return [n for n in range(1, purse.points + 1) if may_give(g, purse, n) is None] if may_found(g, purse) is None else []


@rule("23.9")
def may_give(g: America, purse: Purse, points: int) -> No | None:
    """Whether a power may pay so much towards the site of its side."""
    if points < 1 or points > purse.points:
        return No("13.6.5", f"you have {purse.points} build points")
    left = missing(g, SIDE_OF_POWER[purse.power])
    return None if points <= left else No("23.9", f"the site needs {left} more")


@rule("23.9")
def give(g: America, purse: Purse, points: int) -> None:
    """A power pays towards a site; once it is paid it belongs to who gave most, and takes three turns."""
    side = SIDE_OF_POWER[purse.power]
    g.powers[purse.power].build_points -= points
    g.laboratory_fund = {**g.laboratory_fund, purse.power: points}
    g.say("{} gives {} build points to a research site", g.powers[purse.power], points, rule="23.9")
    if missing(g, side) <= 0:
        shares = {p: n for p, n in g.laboratory_fund.items() if n > 0 and SIDE_OF_POWER[p] == side}
        founder = max(shares, key=lambda p: (shares[p], -p))
        g.laboratory_works = [*g.laboratory_works, founder, g.turn + TURNS]
        g.laboratory_fund = {p: -1 if p in shares else n for p, n in g.laboratory_fund.items()}


def founders(g: America) -> list[int]:
    """For the sequence: powers whose research sites arrive."""
    works = g.laboratory_works
    return [p for p in playing(g) if any(whose == p and due <= g.turn for whose, due in zip(works[::2], works[1::2]))]


@rule("23.9")
def open_laboratories(g: America) -> Flow[None]:
    """Research sites that are ready are placed in a city of the home of who paid most (AIF-DEC-18)"""
    power, works = g.power, list(zip(g.laboratory_works[::2], g.laboratory_works[1::2]))
    ready = [w for w in works if w[0] == power and w[1] <= g.turn]
    g.laboratory_works = [n for w in works if w not in ready for n in w]
    for _ in ready:
        subject = Laboratory(power)
        if subject.hexes(g):
            yield from menu(g, g.seat(power), "{0}: where is the new research site?", subject, PLACE, named=(g.powers[power],))
        else:
            g.laboratory_works = [*g.laboratory_works, power, g.turn + 1]


@rule("23.9")
def may_place(g: America, subject: Laboratory, space: int) -> No | None:
    """Whether a site may stand in a hex: a city of its power's home that it holds."""
    return None if space in subject.hexes(g) else No("23.9", "a site is placed in a city of your home country")


def place(g: America, subject: Laboratory, space: int) -> None:
    g.laboratories = {**g.laboratories, space: g.laboratories.get(space, 0) + 1}
    g.say("{}: a research site in {}", g.powers[subject.power], g.hexes[space], rule="23.9")


@rule("23.9")
def raze_laboratories(g: America, space: int, hits: int) -> int:
    """Hits that find no other target in a hex destroy its research sites; gives those left over."""
    here = g.laboratories.get(space, 0)
    lost = min(here, hits)
    if lost:
        left = {s: n for s, n in g.laboratories.items() if s != space}
        g.laboratories = {**left, space: here - lost} if here > lost else left
        g.say("{} research site(s) in {} are destroyed", lost, g.hexes[space], rule="23.9")
    return hits - lost


# --- the end ------------------------------------------------------------------------------------------------------------------


def majors(g: America, side: int) -> list[int]:
    """The major powers of a side, beaten or not."""
    return [p for p in (POWER_INDEX[name] for name in g.frame.powers) if SIDE_OF_POWER[p] == side]


def beaten(g: America, side: int) -> int:
    """How many major powers of a side are completely conquered."""
    return sum(g.powers.conquered[p] == COMPLETE for p in majors(g, side))


@rule("23.9")
def check_end(g: America) -> None:
    """A side that has completely conquered every major power of the other wins; after Nov/Dec 1950 the game is drawn"""
    for side in (AXIS, ALLIES):
        if beaten(g, 1 - side) == len(majors(g, 1 - side)):
            raise GameOver(Outcome((SIDES[side],), "every enemy is completely conquered", "23.9", world_scores(g)))
    if g.turn >= g.last_turn:
        raise GameOver(Outcome((), "neither side has won by the end of 1950", "23.9", world_scores(g)))


def world_scores(g: America) -> dict[str, float]:
    """How far each side is: the mean of its share of the hydrogen bomb and of the enemies it has conquered, in percent."""
    return {name: sum(n for s, _, n in world_sources(g) if s == name) for name in SIDES}


def world_sources(g: America) -> list[tuple[str, str, float]]:
    found = []
    for side in (AXIS, ALLIES):
        foes = len(majors(g, 1 - side))
        found.append((SIDES[side], "The hydrogen bomb", round(50 * g.research[side] / g.target, 1)))
        lost = beaten(g, 1 - side)
        found.append((SIDES[side], f"{lost} of {foes} enemies conquered", round(50 * lost / max(foes, 1), 1)))
    return found


LABORATORY: Act[America, Purse, int] = Act(
    "laboratory", "23.9", "{0} towards a research site", takes=int, who=may_found, listed=amounts, may=may_give, do=give,
    group="Research",
)  # fmt: skip
PLACE: Act[America, Laboratory, int] = Act(
    "site", "23.9", "{0}", takes=Hex, among=lambda g, s: s.hexes(g), may=may_place, do=place
)
