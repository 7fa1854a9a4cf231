"""5.5 and 5.6: who may declare war on whom by alliance, pacts and national sheet, and who can pay the Allied penalty.

`may_declare` is the test of one war, `able` the same for all at once. The steps of a declaration are war.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.kernel.cache import derived, once_per_board
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.facts import Condition
from grognard.titles.gw36.powers import (
    ALLIANCES,
    BRITAIN,
    CHINESE,
    FRANCE,
    FREE_FRANCE,
    GERMANY,
    KMT,
    MAJORS,
    NAMES,
    NATION,
    NATIONS,
    PLAYED,
    USA,
    USSR,
    WARLORDS,
    N,
    keyed,
)
from grognard.titles.gw36.relations import as_bits
from grognard.titles.gw36.rules import pacts, returns
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.income_increases import at_wartime_income, current_income
from grognard.titles.gw36.rules.nations import (
    alive,
    allied,
    at_war,
    at_war_with_major,
    first_refusal,
    from_bits,
    home_mask,
    is_major,
    is_neutral,
    living,
    power_of,
    roundels,
    zones_of,
)
from grognard.titles.gw36.state import CIVIL_WAR, War

SPANIARDS = (NATION["nationalist_spain"], NATION["republican_spain"])
PENALTY_PAYERS = (BRITAIN, FRANCE, FREE_FRANCE)
BARRED = frozenset((*SPANIARDS, *pacts.PROTECTED))  # on whom a war may be barred to a nation that does not control them


@rule("5.5", "4.3", "5.2")
def may_declare(g: War, nation: int, target: int) -> No | None:
    """Why a nation may not declare war on another."""
    if nation >= PLAYED:
        return No("4.5", "a controlled minor is put at war with nobody new")
    if power_of(nation) != nation:
        return No("2.3", "Great Britain decides for the Commonwealth")
    if nation == target or power_of(nation) == power_of(target) or not alive(g, target) or not alive(g, nation):
        return No("5.5", f"no war with {NAMES[target]}")
    if at_war(g, nation, target):
        return No("5.5", f"already at war with {NAMES[target]}")
    if allied(g, nation, target):
        return No("4.3", f"{NAMES[target]} is a member of the same alliance")
    bar = first_refusal(_bar(g, nation, target), penalty_lack(g, nation, target))
    if bar is not None:
        return bar
    return None if target in returns.refusers(g, nation) else _sheet_allows(g, nation, target)


def _bar(g: War, nation: int, target: int) -> No | None:
    """What forbids a war whatever the sheet says: control and pacts."""
    if target >= PLAYED and g.nations.controller[target] == nation:
        return No("4.5", f"{NAMES[target]} is under {NAMES[nation]} control")
    if g.spain == CIVIL_WAR and nation in (GERMANY, USSR) and target in SPANIARDS:
        return No("13.1", f"{NAMES[nation]} does not fight Spaniards itself in the Civil War")
    return pacts.forbids_war(g, nation, target)


def _sheet_allows(g: War, nation: int, target: int) -> No | None:
    """The conditions of the national sheet: the first `against` that fits; any row with that word will do."""
    rows = g.facts.nations[NATIONS[nation]].war
    if not g.options.v43_war_conditions:  # the text alone: at wartime income (5.2)
        ready = at_wartime_income(g, nation) or nation not in MAJORS
        return None if ready else No("5.2", f"{NAMES[nation]} is not at its wartime income")
    word = next((row.against for row in rows if fitting(g)[row.against] >> target & 1), "")
    refusal: No | None = No("5.5", f"the sheet of {NAMES[nation]} names no war on {NAMES[target]}")
    for row in rows:
        if row.against != word or not word:
            continue
        if row.never:
            return No("5.5", f"{NAMES[nation]} never declares war on {NAMES[target]}")
        refusal = next((no for c in row.require if (no := _lacking(g, c, nation, target)) is not None), None)
        if refusal is None:
            return None
    return refusal


def _lacking(g: War, c: Condition, nation: int, target: int) -> No | None:
    """Why one condition of a sheet does not hold (facts.CONDITIONS)."""
    return None if _holds(g, c, nation, target) else No("5.5", f"{NAMES[nation]}: {_words(c)}")


def _words(c: Condition) -> str:
    """What a condition that does not hold means to a player."""
    named = ", ".join([NAMES[NATIONS.index(n)] for n in c.nations])
    return {
        "income_at_least": f"income of {c.value} needed",
        "date_from": f"not before {c.date}",
        "target_declared_war": "the other has not declared war on anybody",
        "target_holds_printed": f"the other holds no zone with an {c.alliance} roundel",
        "target_lent_to_enemy": f"the other has lent nothing to an enemy of the {c.alliance}",
        "target_at_full_income": "the other is not at its wartime income",
        "nation_at_wartime_income": f"{named} is not at its wartime income",
        "target_alliance_declared_on": f"no member of that alliance has declared war on the {c.alliance}",
        "target_holds_neutral": "the other holds no conquered neutral away from its Home Country",
        "evolved": "it has not evolved to a Major Power",
        "target_in_china": "the other has no units and no zones in China",
        "nation_gone": f"{named} still has units in China",
        "at_war": f"{named} are not at war with each other",
    }[c.kind]


def _holds(g: War, c: Condition, nation: int, target: int) -> bool:
    side = ALLIANCES.index(c.alliance) if c.alliance else 0
    alliance, declared = g.nations.alliance, g.nations.declared
    if c.kind == "income_at_least":
        return at_wartime_income(g, nation) or current_income(g, nation) >= c.value
    if c.kind == "date_from":
        return date(g) >= c.date
    if c.kind == "target_declared_war":
        return bool(declared[target])
    if c.kind == "target_holds_printed":
        printed = roundels(g)
        return any(printed[z] in MAJORS and alliance[printed[z]] == side for z in zones_of(g, target) if printed[z] != target)
    if c.kind == "target_lent_to_enemy":
        return any(g.lent_to.get(keyed(target, m)) for m in MAJORS if alliance[m] == side)
    if c.kind == "target_at_full_income":
        return at_wartime_income(g, target)
    if c.kind == "nation_at_wartime_income":
        return all(at_wartime_income(g, NATIONS.index(n)) for n in c.nations)
    if c.kind == "target_alliance_declared_on":
        return bool(g.events.get(declared_on(alliance[target], side)))
    if c.kind == "target_holds_neutral":
        printed = roundels(g)
        home = home_mask(g)[target]
        geo = g.board.geo
        return any(
            printed[z] >= PLAYED and not any(b in home for b, _ in geo.land[z]) for z in zones_of(g, target) if z not in home
        )
    if c.kind == "evolved":
        return bool(g.nations.evolved[nation])
    if c.kind == "target_in_china":
        return target in in_china(g)
    if c.kind == "nation_gone":
        return not any(NATIONS.index(n) in in_china(g, units_only=True) for n in c.nations)
    assert c.kind == "at_war", c.kind
    first, *rest = (NATIONS.index(n) for n in c.nations)
    return all(at_war(g, first, other) for other in rest)


@derived("news", "zones.owner", "units.at", "units.nation")
def in_china(g: War, *, units_only: bool = False) -> frozenset[int]:
    """The nations with units, or with zones, in the Chinese Home Country."""
    china, nations = home_mask(g)[KMT], g.units.nation
    found = {nations[u] for z in china for u in g.units.stacks[z]}
    if not units_only:
        found |= {g.zones.owner[z] for z in china}
    return frozenset(found)


def declared_on(by: int, on: int) -> int:
    """Where g.events notes that a member of one alliance has declared war on one of another."""
    return -(by * 8 + on) - 1


# --- 5.6 the penalty ------------------------------------------------------------------------


@rule("5.6")
def pays_penalty(g: War, nation: int, target: int) -> bool:
    """Britain and France always, the USA at wartime income, for a war on a neutral minor."""
    if target < PLAYED or (nation not in PENALTY_PAYERS and nation != USA) or not is_neutral(g, target):
        return False
    return nation != USA or at_wartime_income(g, USA)


@rule("5.6")
def payers(g: War, nation: int) -> list[int]:
    """Who may share the penalty: Allied nations that are able to declare war, the declarer first."""
    others = [n for n in (BRITAIN, FRANCE, FREE_FRANCE, USA) if n != nation and alive(g, n)]
    return [nation, *[n for n in others if at_war_with_major(g, n) or at_wartime_income(g, n)]]


def penalty_lack(g: War, nation: int, target: int) -> No | None:
    return short_of_penalty(g, nation) if pays_penalty(g, nation, target) else None


def short_of_penalty(g: War, nation: int) -> No | None:
    """Why a nation cannot have the penalty paid."""
    price = g.facts.prices["allied_declaration"]
    have = sum([g.nations.cash[n] for n in payers(g, nation)])
    return None if have >= price else No("5.6", f"war on a neutral minor costs {price} IPP, {have} are there")


# --- whom at all ------------------------------------------------------------------------


def able(g: War, nation: int) -> tuple[int, ...]:
    """The nations on which one may declare war: `may_declare` for all at once."""
    found = _able_now(g, nation) if nation in CHINESE else _able(g, nation)  # the sheets of the Chinese look at units
    if found and (nation in PENALTY_PAYERS or nation == USA) and short_of_penalty(g, nation) is not None:
        found = tuple([t for t in found if not pays_penalty(g, nation, t)])
    return found


@derived(
    "news", "turn", "zones.owner", "nations.income", "nations.wartime", "nations.declared", "lent_to", "events",
    "pact", "neutrality", "spain",
)  # fmt: skip
def _able(g: War, nation: int) -> tuple[int, ...]:
    return _able_now(g, nation)


def _able_now(g: War, nation: int) -> tuple[int, ...]:
    """`able` but for the penalty."""
    if not alive(g, nation):
        return ()
    rel, controller = g.relations, g.nations.controller
    free = living(g) & ~(rel.enemies[nation] | rel.allied[nation])
    if g.options.v43_war_conditions:
        free &= _sheet_targets(g, nation, free) | as_bits(returns.refusers(g, nation))
    elif not (at_wartime_income(g, nation) or nation not in MAJORS):
        free &= as_bits(returns.refusers(g, nation))
    return tuple([t for t in from_bits(free) if (t not in BARRED and controller[t] != nation) or _bar(g, nation, t) is None])


def _sheet_targets(g: War, nation: int, free: int) -> int:
    """Those of some nations (as bits) on which the sheet allows war."""
    found, meant = 0, fitting(g)
    for article in articles(g)[nation]:
        targets = meant[article.against] & free
        free &= ~targets
        for conditions in article.rows if targets else ():
            left = targets & ~found
            for c in conditions:
                left = left and _meeting(g, c, nation, left)
            found |= left
    return found


class Article(NamedTuple):
    """The rows of a national sheet against one word: each a list of conditions, none where war is never declared."""

    against: str
    rows: tuple[tuple[Condition, ...], ...]


@once_per_board
def articles(g: War) -> list[tuple[Article, ...]]:
    """The sheets of the played nations on war, word by word; the first word that fits decides."""
    found = []
    for name in NATIONS[:PLAYED]:
        rows = g.facts.nations[name].war
        of_word = {word: [row for row in rows if row.against == word] for word in dict.fromkeys([row.against for row in rows])}
        found.append(
            tuple([
                Article(word, () if any(row.never for row in mine) else tuple([tuple(row.require) for row in mine]))
                for word, mine in of_word.items()
            ])
        )
    return found


def _meeting(g: War, c: Condition, nation: int, targets: int) -> int:
    """The targets for which one condition of a sheet holds: what it asks of the nation itself is looked at once."""
    if c.kind in OF_THE_NATION:
        return targets if _holds(g, c, nation, nation) else 0
    if c.kind == "target_in_china":
        return targets & as_bits(in_china(g))
    return as_bits([t for t in from_bits(targets) if _holds(g, c, nation, t)])


OF_THE_NATION = ("income_at_least", "date_from", "evolved", "nation_gone", "at_war", "nation_at_wartime_income")


@derived("nations.alliance", "nations.evolved")
def fitting(g: War) -> dict[str, int]:
    """The nations that each word of the sheets means, as bits."""
    words = dict.fromkeys([article.against for sheet in articles(g) for article in sheet])
    return {word: as_bits(_meant(g, word)) for word in words}


def _meant(g: War, word: str) -> Iterable[int]:
    if word == "any":
        return range(N)
    if word in NATION:
        return (NATION[word],)
    if word == "warlord":
        return WARLORDS
    head, _, kind = word.partition("_")
    side = {"allied": "allies"}.get(head, head)
    members = [t for t, alliance in enumerate(g.nations.alliance) if alliance and ALLIANCES[alliance] == side]
    if kind in ("major", "minor"):
        members = [t for t in members if is_major(g, t) == (kind == "major")]
    return members
