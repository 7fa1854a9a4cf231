"""1.15 and 1.19: straits, canals, the Northern Sea Route; 15.6: forcing a strait; 15.10: damaged canals.

`may_pass` is the legality test of one naval unit and one border. Closing and opening by owners are acts of the political windows
(war.py). Moves through the special routes are in non_combat.py.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.cache import derived
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.geography import ROUTES, geography
from grognard.titles.gw36.kinds import IS_SUBMARINE, IS_WARSHIP, WITH
from grognard.titles.gw36.rules.income_increases import current_income
from grognard.titles.gw36.rules.nations import CLOSED, MAJORS, OPENED, PLAYED, aligned, at_war, at_war_with_major, relations
from grognard.titles.gw36.state import ALLIES, BRITAIN, COMMONWEALTH, FRANCE, FREE_FRANCE, GERMANY, NAMES, SIGNED, USA, USSR, War

BARRED_BY_DENMARK = frozenset((*COMMONWEALTH, FRANCE, FREE_FRANCE, USA))
LAKES = WITH["great_lakes"]
_DIFFERENCES = [(kind in LAKES, IS_WARSHIP[kind], IS_SUBMARINE[kind]) for kind in range(len(IS_WARSHIP))]
SAME_TO_PASSAGES = [_DIFFERENCES.index(one) for one in _DIFFERENCES]  # the first kind that `may_pass` treats like each


@rule("1.15")
def may_pass(g: War, kind: int, nation: int, border: int, *, combat: bool) -> No | None:
    """Why a naval unit may not use the strait or canal on a border between sea zones."""
    index = geography(g).passage_of.get(border)
    if index is None:
        return None
    if geography(g).passages[index].id == "st_lawrence" and kind not in LAKES:
        return No("1.15", "only Torpedo Boat Destroyers and Coastal Submarines enter the Great Lakes")
    passage = geography(g).passages[index]
    if passage.id == "danish_straits" and not IS_WARSHIP[kind] and all(g.zones.owner[z] >= PLAYED for z in passage.holders):
        return None  # a neutral Denmark stops warships only; an enemy one closes the straits (11.4 example)
    return _verdict(g, index, nation, IS_SUBMARINE[kind], combat)


def closed_passages(g: War, kind: int, nation: int, *, combat: bool) -> frozenset[int]:
    """Borders at sea that a nation's ships of a kind may not pass."""
    return _closed_to(g, SAME_TO_PASSAGES[kind], nation, combat)


@derived("news", "zones.owner", "zones.captured", "canal_damage", "shut", "pact")
def _closed_to(g: War, kind: int, nation: int, combat: bool) -> frozenset[int]:
    return frozenset(b for b in geography(g).passage_of if may_pass(g, kind, nation, b, combat=combat) is not None)


@derived("news", "zones.owner", "zones.captured", "canal_damage", "shut", "pact")
def _verdict(g: War, index: int, nation: int, submarine: bool, combat: bool) -> No | None:
    passage = geography(g).passages[index]
    canal = passage.kind != "strait"
    owners = {g.zones.owner[z] for z in passage.holders}
    if g.canal_damage.get(index, 0) >= 5:
        return No("15.10", f"{passage.name} is closed by bombing")
    if not canal and submarine:
        return None  # 1.15 (c)
    if canal and any(g.zones.captured[z] for z in passage.holders) and passage.id != "st_lawrence":
        return No("1.15", f"{passage.name} was captured this turn")  # 1.15 (d)
    if canal and combat and g.options.canal_combat_moves and not hosts_among(g, owners, nation):
        return No("1.15", f"no combat move through {passage.name} unless it is yours or an Aligned nation's")
    if hosts_among(g, owners, nation):
        return None
    return _closed(g, index, nation, owners)


@rule("4.4")
def hosts_among(g: War, owners: set[int], nation: int) -> bool:
    """Whether the nation itself or an Aligned one that does not deny it holds a passage."""
    hosts = relations(g).hosts[nation]
    return any(o >= 0 and hosts >> o & 1 for o in owners)


@rule("1.15")
def _closed(g: War, index: int, nation: int, owners: set[int]) -> No | None:
    """Whether the holder of a passage keeps a nation out (tables 1-1 and 1-2)."""
    passage = geography(g).passages[index]
    shut = No("1.15", f"{passage.name} is closed to {NAMES[nation]}")
    owner = max(owners, default=NOWHERE)
    neutral = owner >= PLAYED
    if any(o >= 0 and aligned(g, o, nation) for o in owners):
        return No("4.4", f"{passage.name} is denied to {NAMES[nation]}")
    if passage.id == "danish_straits":
        held = owner >= 0 and g.nations.alliance[owner] == ALLIES  # possessed or controlled by the Allies
        if nation in BARRED_BY_DENMARK and not held:
            return shut
        if neutral:
            return None
    if passage.id == "turkish_straits" and neutral and not at_war(g, owner, nation):  # GW36-AMB-132
        return shut if at_war_with_major(g, nation) else None
    if any(at_war(g, o, nation) for o in owners if o >= 0):
        return shut
    return shut if g.shut.get(index * 128 + nation) == CLOSED else None


@rule("1.15")
def may_shut(g: War, index: int, owner: int, nation: int) -> No | None:
    """Why the holder of a passage may not close it to a nation."""
    passage = geography(g).passages[index]
    if owner not in {g.zones.owner[z] for z in passage.holders}:
        return No("1.15", f"{NAMES[owner]} does not hold {passage.name}")
    if passage.id == "panama":
        if owner == USA and current_income(g, USA) < 15:
            return No("1.15", "the USA closes the canal from an income of 15")
        return None
    if passage.id in ("gibraltar", "suez", "danish_straits", "turkish_straits"):
        return None if at_war(g, owner, nation) else No("1.15", f"{passage.name} is closed to enemies only")
    return None if owner in (GERMANY, USSR, BRITAIN, USA) or at_war(g, owner, nation) else No("1.15", "only to enemies")


@rule("1.15", "1.19", "4.4")
def why_not_shut(g: War, mine: Iterable[int], verb: str, word: str, nation: int) -> No | None:
    """Why a passage is not closed or opened to a nation by these nations."""
    index = next((n for n, p in enumerate(geography(g).passages) if p.word == word), None)
    if index is None:
        return None
    passage, mine = geography(g).passages[index], set(mine)
    if nation not in MAJORS:
        return No("1.15", f"passages are closed and opened to Major Powers; {NAMES[nation]} is none")
    said = g.shut.get(index * 128 + nation)
    if passage.id in ROUTES:
        if USSR not in mine or nation in mine:
            return No("1.19", "the USSR gives leave to nations of others")
        no = may_license(g, passage.id, nation)
        if no is None and (verb == "close") != (said == OPENED):
            no = No("1.19", f"{NAMES[nation]} has leave already" if said == OPENED else f"{NAMES[nation]} has no leave")
        return no
    owner = next((o for z in passage.holders if (o := g.zones.owner[z]) in mine), NOWHERE)
    if owner < 0:
        holder = max((g.zones.owner[z] for z in passage.holders), default=NOWHERE)
        return No("1.15", f"{NAMES[holder] if holder >= 0 else 'nobody'} holds {passage.name}")
    if aligned(g, owner, nation):
        return No("4.4", f"{NAMES[nation]} is Aligned: leave is given and denied for all land at once")
    if at_war(g, owner, nation):
        return No("1.15", f"{passage.name} is closed to an enemy in any case")
    if nation in mine:
        return No("1.15", f"{NAMES[nation]} is yours")
    if verb == "open" and said != CLOSED:
        return No("1.15", f"{passage.name} is open to {NAMES[nation]}")
    if verb == "close" and said == CLOSED:
        return No("1.15", f"{passage.name} is closed to {NAMES[nation]}")
    return may_shut(g, index, owner, nation) if verb == "close" else None


@rule("1.15", "1.19")
def may_license(g: War, name: str, nation: int) -> No | None:
    """Why the USSR cannot let a nation use the Northern Sea Route or the Baltic-White Sea Canal."""
    if nation == USSR or at_war(g, USSR, nation):
        return No("1.19", f"no leave for {NAMES[nation]}")
    if nation == GERMANY and g.pact == SIGNED:
        return No("14.2", "Germany has leave by the pact")
    if name == "baltic_white_sea" and g.zones.owner[g.board.space("leningrad")] != USSR:
        return No("1.15", "the USSR does not hold the canal")
    return None


@rule("1.19", "1.15", "14.2")
def licensed(g: War, name: str, nation: int) -> bool:
    """Whether a nation may use one of the Soviet routes: the USSR, Germany under the pact, whom the USSR has given leave."""
    if nation == USSR or (nation == GERMANY and g.pact == SIGNED):
        return True
    index = next(n for n, p in enumerate(geography(g).passages) if p.id == name)
    return g.shut.get(index * 128 + nation) == OPENED and not at_war(g, USSR, nation)
