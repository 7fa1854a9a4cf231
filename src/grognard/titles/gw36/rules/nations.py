"""Chapter 4 and the terms of 0.5 and 0.9: powers, alliances, alignment, control, possession, who is friend and who is enemy.

Computations that every other chapter reads, and the few functions that change relations (each counts `g.news`). Which minor joins
whom, and when, is in rules/alignment.py; declarations of war in rules/war.py.
"""

from __future__ import annotations

from grognard.kernel.cache import derived, once_per_board
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.powers import (
    ABSENT,
    ABSORBED,
    ACTIVE,
    ALLIANCES,
    CCP,
    COMMONWEALTH,
    DEFEATED,
    KEYED,
    KMT,
    MAJORS,
    NAMES,
    NATION,
    NATIONS,
    PLAYED,
    POWER,
    SURRENDERED,
    USA,
    N,
    pair,
)
from grognard.titles.gw36.relations import as_bits
from grognard.titles.gw36.state import War


def first_refusal(*found: No | None) -> No | None:
    """The first refusal of several tests; a `No` is false, so `or` would pass it over."""
    return next((no for no in found if no is not None), None)


@rule("4.1", "4.2", "13.3.1", "13.3.2")
def is_major(g: War, nation: int) -> bool:
    """The seven Major Powers; CCP and KMT once they have evolved."""
    return nation in MAJORS or bool(g.nations.evolved[nation])


@rule("4.1", "2.3")
def power_of(nation: int) -> int:
    """The power a nation belongs to: the three Commonwealth entities are one."""
    return POWER[nation]


def alive(g: War, nation: int) -> bool:
    """On the board as a nation of its own: not absent, absorbed, defeated or surrendered."""
    return g.nations.status[nation] == ACTIVE


@derived("nations.status")
def living(g: War) -> int:
    """The nations on the board, as bits."""
    return as_bits([n for n, status in enumerate(g.nations.status) if status == ACTIVE])


def from_bits(bits: int) -> list[int]:
    """The nations of a set of bits, in order."""
    return [n for n in range(bits.bit_length()) if bits >> n & 1]


@rule("0.9")
def at_war(g: War, a: int, b: int) -> bool:
    """Two nations are at war: they, their units and their zones are Enemies."""
    return a != b and pair(a, b) in g.wars


@rule("4.6")
def at_war_with_major(g: War, nation: int) -> bool:
    """At war with any Major Power: no longer Neutral, on wartime income (5.1)."""
    return g.relations.at_war_with_major[nation]


@rule("4.4", "0.5")
def aligned(g: War, a: int, b: int) -> bool:
    """Members of one alliance at war with the same Major Power, for good; Commonwealth entities always; a nation with itself."""
    return bool(g.relations.aligned[a] >> b & 1)


@rule("4.3")
def allied(g: War, a: int, b: int) -> bool:
    """Members of the same alliance, whether Aligned or not."""
    return bool(g.relations.allied[a] >> b & 1)


@rule("4.6")
def is_neutral(g: War, nation: int) -> bool:
    """A Major Power not at war with a Major Power; a minor that is not Aligned (a controlled one is still neutral)."""
    if nation in MAJORS or g.nations.evolved[nation]:
        return not at_war_with_major(g, nation)
    return nation >= PLAYED


@rule("0.9")
def is_friendly(g: War, zone: int, nation: int) -> bool:
    """A land zone possessed by the nation or by one it is Aligned with."""
    owner = g.zones.owner[zone]
    return owner >= 0 and bool(g.relations.aligned[nation] >> owner & 1)


@rule("0.9")
def is_enemy_zone(g: War, zone: int, nation: int) -> bool:
    """A land zone possessed by a nation at war with this one."""
    owner = g.zones.owner[zone]
    return owner >= 0 and bool(g.relations.enemies[nation] >> owner & 1)


@rule("0.5")
def may_share(g: War, zone: int, nation: int) -> No | None:
    """Why a nation's units may not stand in a land zone with its owner and the units there."""
    owner = g.zones.owner[zone]
    if owner == NOWHERE:
        return None
    if is_friendly(g, zone, nation):
        foreign = strangers(g, zone, nation)
        return No("0.5", f"{NAMES[foreign.bit_length() - 1]} stands there and is not Aligned") if foreign else None
    if at_war(g, owner, nation):
        return No("0.5", f"{NAMES[owner]} is an enemy")
    return No("0.5", f"{NAMES[owner]} is not Aligned with {NAMES[nation]}")


def visitors(g: War, zone: int) -> int:
    """The nations with units in a land zone that they do not own, as bits."""
    owner, nations, found = g.zones.owner[zone], g.units.nation, 0
    for u in g.units.stacks[zone]:
        if nations[u] != owner:
            found |= 1 << nations[u]
    return found


def guests(g: War) -> dict[int, int]:
    """Land zones with units of nations that do not own them, and those nations as bits."""
    owner, sea = g.zones.owner, g.board.geo.is_sea
    found: dict[int, int] = {}
    for at, nation in zip(g.units.at, g.units.nation):
        if at >= 0 and owner[at] != nation and not sea[at]:
            found[at] = found.get(at, 0) | 1 << nation
    return found


@rule("0.5")
def strangers(g: War, zone: int, nation: int) -> int:
    """Guests of a land zone with whom a nation is not Aligned, as bits: it may not come to stand among them, except at home."""
    if g.zones.owner[zone] == nation:
        return 0
    return visitors(g, zone) & ~g.relations.aligned[nation]


@rule("0.9")
def home_zones(g: War, nation: int) -> tuple[int, ...]:
    """The Home Country of a nation."""
    return homes(g)[nation]


@once_per_board
def homes(g: War) -> list[tuple[int, ...]]:
    """Home Countries by nation, from the sheets and from the list of minors."""
    facts, space, knows = g.facts, g.board.space, g.board.knows
    found: list[tuple[int, ...]] = []
    for name in NATIONS:
        zones = facts.nations[name].home if name in facts.nations else facts.minors[name].home
        found.append(tuple([space(z) for z in zones if knows(z)]))
    return found


@once_per_board
def home_mask(g: War) -> list[frozenset[int]]:
    """Home Countries as sets, for membership tests."""
    return [frozenset(zones) for zones in homes(g)]


@rule("1.3", "9.20")
def printed_owner(g: War, zone: int) -> int:
    """The nation whose roundel is printed on a land zone; NOWHERE for a sea zone."""
    return roundels(g)[zone]


@once_per_board
def roundels(g: War) -> list[int]:
    """The printed roundels of all zones."""
    return [NATION.get(name, NOWHERE) for name in g.board.column("owner_1936")]


def start_owners(g: War) -> list[int]:
    """Who possessed each zone when the scenario began."""
    return _owners_in(g, g.scenario)


@once_per_board
def _owners_in(g: War, scenario: str) -> list[int]:
    found = [NATION.get(name, NOWHERE) for name in g.board.column(f"owner_{scenario}")]
    setup = g.facts.scenarios.get(scenario)
    for name, zones in (setup.owners if setup else {}).items():
        for zone in zones:
            found[g.board.space(zone)] = NATION[name]
    return found


def zones_of(g: War, nation: int) -> list[int]:
    """The zones a nation possesses."""
    return owned(g)[nation]


@derived("zones.owner")
def owned(g: War) -> list[list[int]]:
    """Possessed zones by nation."""
    found: list[list[int]] = [[] for _ in range(N)]
    for zone, owner in enumerate(g.zones.owner):
        if owner >= 0:
            found[owner].append(zone)
    return found


@derived("zones.owner")
def zone_income(g: War) -> list[int]:
    """The value of all possessed zones by nation (11.6)."""
    found = [0] * N
    for owner, value in zip(g.zones.owner, g.board.ints("ipp")):
        if owner >= 0:
            found[owner] += value
    return found


# seats and turns


@rule("6.1")
def may_attack_together(g: War, a: int, b: int) -> bool:
    """Nations of one turn that may join in one attack: the Commonwealth; CCP and KMT with their patron only once evolved."""
    if a == b or power_of(a) == power_of(b):
        return True
    if {a, b} <= {CCP, NATION["ussr"]}:
        return bool(g.nations.evolved[CCP])
    if {a, b} <= {KMT, USA}:
        return bool(g.nations.evolved[KMT])
    return False


# changes


def make_war(g: War, a: int, b: int) -> None:
    """Two nations are at war from now on; entities of one power share their wars (2.3)."""
    for x in COMMONWEALTH if a in COMMONWEALTH else (a,):
        for y in COMMONWEALTH if b in COMMONWEALTH else (b,):
            g.wars.setdefault(pair(x, y), g.turn)
    g.news += 1


@rule("4.4")
def _bind(g: War) -> None:
    """Who is Aligned now stays so when a war ends: nothing in the text ends an Alignment (GW36-AMB-125)."""
    rel = g.relations
    for a in range(PLAYED):
        for b in range(a + 1, PLAYED):
            if (rel.aligned[a] & rel.allied[a]) >> b & 1:
                g.bonds.setdefault(pair(a, b), g.turn)


def make_peace(g: War, a: int, b: int) -> None:
    """The war of two nations is over."""
    _bind(g)
    for x in COMMONWEALTH if a in COMMONWEALTH else (a,):
        for y in COMMONWEALTH if b in COMMONWEALTH else (b,):
            g.wars.pop(pair(x, y), None)
    g.news += 1


def end_wars(g: War, nation: int) -> None:
    """A nation that leaves the game is at war with nobody."""
    _bind(g)
    for key in [key for key in g.wars if nation in divmod(key, KEYED)]:
        del g.wars[key]
    g.news += 1


@rule("4.4")
def absorb(g: War, minor: int, major: int) -> None:
    """A minor Aligns: its units, zones and facilities are the Major Power's, and it ceases to exist."""
    assert minor >= PLAYED, "KMT, CCP and Free France stay nations of their own"
    owner, units = g.zones.owner, g.units.nation
    for zone in [z for z, o in enumerate(owner) if o == minor]:
        g.zones[zone].owner = major
    for u in [u for u, n in enumerate(units) if n == minor]:
        g.units[u].nation = major
    _leave(g, minor, ABSORBED)
    g.nations[minor].master = major
    g.say("{} aligns with {}", g.nations[minor], g.nations[major], rule="4.4")


@rule("4.5")
def take_control(g: War, minor: int, major: int) -> None:
    """A Major Power gains Control of a neutral minor."""
    row = g.nations[minor]
    row.controller = major
    row.alliance = g.nations.alliance[major]
    g.news += 1
    g.say("{} comes under {} control", row, g.nations[major], rule="4.5")


def fall(g: War, nation: int, status: int = DEFEATED) -> None:
    """A nation is defeated or surrenders: it is at war with nobody and takes no turn."""
    assert status in (DEFEATED, SURRENDERED, ABSENT)
    if status == SURRENDERED:
        for key in g.wars:
            if nation in divmod(key, KEYED):
                g.laid_down[key] = g.turn
    _leave(g, nation, status)


@rule("9.22")
def take_up_arms(g: War, nation: int) -> None:
    """A surrender is reversed: the nation's wars go on with all enemies still in the game (GW36-AMB-126)."""
    for key in [key for key in g.laid_down if nation in divmod(key, KEYED)]:
        foe = sum(divmod(key, KEYED)) - nation
        if alive(g, foe):
            if not g.relations.allied[nation] >> foe & 1:
                make_war(g, nation, foe)
            del g.laid_down[key]


def _leave(g: War, nation: int, status: int) -> None:
    row = g.nations[nation]
    row.status = status
    row.controller = NOWHERE
    end_wars(g, nation)


def alliance_name(g: War, nation: int) -> str:
    return ALLIANCES[g.nations.alliance[nation]]
