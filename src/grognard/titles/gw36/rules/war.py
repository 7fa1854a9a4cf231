"""Chapter 5 and 8.1: who may declare war on whom, the steps of a declaration, the Allied penalty, the Monroe Doctrine.

Also the political windows in which any seat may act out of turn (5.5, 1.15, 9.21, 14). Peacetime income is income_increases.py;
where an attacked minor goes is alignment.py; pacts are pacts.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from grognard.kernel.cache import derived
from grognard.kernel.flow import Ask, Flow, Option, Options, choices, interrupts
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.facts import Condition
from grognard.titles.gw36.geography import ROUTES, geography, once_per_board
from grognard.titles.gw36.kinds import IS_NAVAL
from grognard.titles.gw36.rules import alignment, china, pacts, permissions, returns, tidings
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.conquest import part
from grognard.titles.gw36.rules.income_increases import at_wartime_income, current_income, raise_income, tell
from grognard.titles.gw36.rules.nations import (
    CHINESE,
    CLOSED,
    MAJORS,
    OPENED,
    PLAYED,
    WARLORDS,
    N,
    acting,
    alive,
    allied,
    as_bits,
    at_war,
    at_war_with_major,
    first_refusal,
    from_bits,
    home_mask,
    is_major,
    is_neutral,
    living,
    make_war,
    power_of,
    relations,
    roundels,
    seat_of,
    voice_of,
    voices,
    zones_of,
)
from grognard.titles.gw36.rules.passages import may_license, may_shut, why_not_shut
from grognard.titles.gw36.rules.treasury import lose
from grognard.titles.gw36.rules.units import american_zones
from grognard.titles.gw36.state import (
    ALLIANCES,
    ALLIES,
    BRITAIN,
    CIVIL_WAR,
    FRANCE,
    FREE_FRANCE,
    GERMANY,
    KMT,
    NAMES,
    NATION,
    NATIONS,
    USA,
    USSR,
    Nation,
    War,
    chosen,
)

SPANIARDS = (NATION["nationalist_spain"], NATION["republican_spain"])
PENALTY_PAYERS = (BRITAIN, FRANCE, FREE_FRANCE)
BARRED = frozenset((*SPANIARDS, *pacts.PROTECTED))  # on whom a war may be barred to a nation that does not control them
TOLD = 2  # news told in one prompt


# --- who may ------------------------------------------------------------------------


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
    named = ", ".join(NAMES[NATIONS.index(n)] for n in c.nations)
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
        return any(g.lent_to.get(target * 128 + m) for m in MAJORS if alliance[m] == side)
    if c.kind == "target_at_full_income":
        return at_wartime_income(g, target)
    if c.kind == "nation_at_wartime_income":
        return all(at_wartime_income(g, NATIONS.index(n)) for n in c.nations)
    if c.kind == "target_alliance_declared_on":
        return bool(g.events.get(_declared_on(alliance[target], side)))
    if c.kind == "target_holds_neutral":
        printed = roundels(g)
        home = home_mask(g)[target]
        geo = geography(g)
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


def _declared_on(by: int, on: int) -> int:
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
    return [nation, *(n for n in others if at_war_with_major(g, n) or at_wartime_income(g, n))]


def penalty_lack(g: War, nation: int, target: int) -> No | None:
    return short_of_penalty(g, nation) if pays_penalty(g, nation, target) else None


def short_of_penalty(g: War, nation: int) -> No | None:
    """Why a nation cannot have the penalty paid."""
    price = g.facts.prices["allied_declaration"]
    have = sum(g.nations.cash[n] for n in payers(g, nation))
    return None if have >= price else No("5.6", f"war on a neutral minor costs {price} IPP, {have} are there")


@rule("5.6")
def pay_penalty(g: War, nation: int) -> Flow[None]:
    """The penalty is paid at once and may be shared"""
    left = g.facts.prices["allied_declaration"]
    sharing = payers(g, nation)
    for n, payer in enumerate(sharing):
        row = g.nations[payer]
        rest = sum(g.nations.cash[p] for p in sharing[n + 1 :])
        low, high = max(0, left - rest), min(left, row.cash)
        share = high
        if low < high and n + 1 < len(sharing):
            choice = yield Ask(
                seat_of(g, payer), f"{NAMES[payer]} pays of the penalty", [Option("pay", k) for k in range(low, high + 1)], "5.6"
            )
            share = choice.arg
        lose(g, payer, share)
        left -= share
        if share:
            g.say("{} pays {} IPP for the declaration of war", row, share, rule="5.6")
        if not left:
            return


# --- 8.1 the steps ------------------------------------------------------------------------


@rule("8.1", "5.3", "5.5")
def declare_war(g: War, nation: int, target: int, *, window: bool = True) -> Flow[None]:
    """A declaration of war with its consequences (table 8-1)"""
    assert may_declare(g, nation, target) is None
    aligned = relations(g).aligned
    neutral_minor = target >= PLAYED and is_neutral(g, target)
    if pays_penalty(g, nation, target):
        yield from pay_penalty(g, nation)
    g.say("{} declares war on {}", g.nations[nation], g.nations[target], rule="8.1")
    for n in range(N):
        if power_of(n) == power_of(nation):
            g.nations[n].declared = 1
    g.events[_declared_on(g.nations.alliance[nation], g.nations.alliance[target])] = 1
    yield from go_to_war(g, nation, target)
    abroad = not {nation, target} <= CHINESE  # a warlord is part of China (GW36-AMB-113)
    if neutral_minor and abroad and g.nations.alliance[nation] == ALLIES and not at_war_with_major(g, USA):
        raise_income(g, USA, -g.facts.prices["usa_income_loss"], "an Allied war on a neutral")  # 5.6
    yield from permissions.greet(g, aligned)
    if window:
        yield from react(g)


@rule("8.1", "4.9")
def go_to_war(g: War, nation: int, target: int) -> Flow[None]:
    """War breaks out: incomes rise, China stands together, an attacked minor finds its protector"""
    make_war(g, nation, target)
    part(g, nation, target)
    pacts.broken_by_war(g, nation, target)
    tell(g, "declares_war", nation, on=target)
    if target < PLAYED:
        tell(g, "attacked", nation, on=target)
    if nation == USSR and NATIONS[target] in ("norway", "denmark"):  # 4.6: neutral as long as it is a nation
        g.events[alignment.SOVIET_NORDIC_WAR] = 1  # table 4-5: Sweden
    if target in CHINESE and nation not in CHINESE:
        yield from alignment.china_attacked(g, nation)
    elif target >= PLAYED:
        yield from alignment.minor_attacked(g, nation, target)
    yield from alignment.settle(g)


# --- 5.7 the Monroe Doctrine ------------------------------------------------------------------------


@rule("5.7")
def monroe_targets(g: War) -> list[int]:
    """Foreign Major Powers the USA may fight in and around the Americas without a war."""
    if not alive(g, USA):
        return []
    nations, stacks = g.units.nation, g.units.stacks
    found = {nations[u] for sea in american_seas(g) for u in stacks[sea]} | american_conquerors(g)
    found &= MAJORS
    return sorted(n for n in found if n != USA and not allied(g, n, USA) and not at_war(g, n, USA) and n not in g.monroe)


@once_per_board
def american_seas(g: War) -> tuple[int, ...]:
    """The sea zones on the shores of the Americas."""
    return tuple(z for z in american_zones(g) if geography(g).is_sea[z])


@derived("zones.owner")
def american_conquerors(g: War) -> frozenset[int]:
    """Who possesses land in the Americas that does not bear its roundel."""
    owner, printed, is_sea = g.zones.owner, roundels(g), geography(g).is_sea
    return frozenset(owner[z] for z in american_zones(g) if not is_sea[z] and printed[z] != owner[z])


@rule("5.7")
def invoke_monroe(g: War, target: int) -> None:
    """The USA opposes a power in the Americas: no declaration, no income increases."""
    g.monroe[target] = g.turn
    g.news += 1
    g.say("The USA invokes the Monroe Doctrine against {}", g.nations[target], rule="5.7")


# --- windows ------------------------------------------------------------------------


def declarations(g: War, nations: list[int]) -> Iterator[Option]:
    """Every war these nations may declare now."""
    for nation in nations:
        if nation < PLAYED and power_of(nation) == nation:
            declare = choices(g, "declare", g.nations, g.nations[nation])
            yield from [declare[target] for target in able(g, nation)]


def able(g: War, nation: int) -> tuple[int, ...]:
    """The nations on which one may declare war: `may_declare` for all at once."""
    found = _able_now(g, nation) if nation in CHINESE else _able(g, nation)  # the sheets of the Chinese look at units
    if found and (nation in PENALTY_PAYERS or nation == USA) and short_of_penalty(g, nation) is not None:
        found = tuple(t for t in found if not pays_penalty(g, nation, t))
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
    rel, controller = relations(g), g.nations.controller
    free = living(g) & ~(rel.enemies[nation] | rel.allied[nation])
    if g.options.v43_war_conditions:
        free &= _sheet_targets(g, nation, free) | as_bits(returns.refusers(g, nation))
    elif not (at_wartime_income(g, nation) or nation not in MAJORS):
        free &= as_bits(returns.refusers(g, nation))
    return tuple(t for t in from_bits(free) if (t not in BARRED and controller[t] != nation) or _bar(g, nation, t) is None)


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
        of_word = {word: [row for row in rows if row.against == word] for word in dict.fromkeys(row.against for row in rows)}
        found.append(
            tuple(
                Article(word, () if any(row.never for row in mine) else tuple(tuple(row.require) for row in mine))
                for word, mine in of_word.items()
            )
        )
    return found


def _meeting(g: War, c: Condition, nation: int, targets: int) -> int:
    """The targets for which one condition of a sheet holds: what it asks of the nation itself is looked at once."""
    if c.kind in OF_THE_NATION:
        return targets if _holds(g, c, nation, nation) else 0
    if c.kind == "target_in_china":
        return targets & as_bits(in_china(g))
    return as_bits(t for t in from_bits(targets) if _holds(g, c, nation, t))


OF_THE_NATION = ("income_at_least", "date_from", "evolved", "nation_gone", "at_war", "nation_at_wartime_income")


@derived("nations.alliance", "nations.evolved")
def fitting(g: War) -> dict[str, int]:
    """The nations that each word of the sheets means, as bits."""
    words = dict.fromkeys(article.against for sheet in articles(g) for article in sheet)
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


@rule("5.5")
def why_not(g: War, seat: str, option: Option) -> No | None:
    """Why a political act is not possible for a seat."""
    args = option.args
    if option.verb == "declare" and len(args) == 2:
        return may_declare(g, chosen(option, 0), chosen(option, 1))
    if option.verb == "monroe" and args:
        return None if chosen(option) in monroe_targets(g) else No("5.7", "it has no units or conquests in the Americas")
    if option.verb in ("ask_back", "give_back") and len(args) == 2:
        return returns.why_not(g, nations_of(g, seat), option.verb, chosen(option, 0), chosen(option, 1))
    if option.verb in ("close", "open") and len(args) == 2:
        if isinstance(args[0], str):
            return why_not_shut(g, nations_of(g, seat), option.verb, args[0], chosen(option, 1))
        host, guest = chosen(option, 0), chosen(option, 1)
        test = permissions.may_withdraw if option.verb == "close" else permissions.may_admit
        return first_refusal(test(g, host, guest), permissions.concerns(g, host, guest))
    return None


def _why_not_now(g: War, seat: str, option: Option) -> No | None:
    """Why a political act is not possible out of turn."""
    no = why_not(g, seat, option)
    if no is not None or option.verb not in ("close", "open"):
        return no
    guest = chosen(option, 1)
    if guest not in acting(g):
        return No("5.5", f"it is not the turn of {NAMES[guest]}: only what concerns the nations in turn is done out of turn")
    if not isinstance(option.args[0], str):
        return None
    passage = next(p for p in geography(g).passages if p.word == option.args[0])
    return None if ships_near(g, passage.a, passage.b, guest) else No("5.5", f"{NAMES[guest]} has no ships near by")


@rule("5.5", "1.15", "9.21", "14.1")
def acts(g: War, seat: str, *, out_of_turn: bool = False) -> Iterator[Option]:
    """The political acts of a seat's nations; out of turn what concerns the nations in turn, and what may be done at any time."""
    mine = nations_of(g, seat)
    yield from declarations(g, mine)
    yield from pacts.acts(g, mine)
    if USA in mine:
        for target in monroe_targets(g):
            yield Option("monroe", g.nations[target])
    yield from returns.acts(g, mine)
    yield from china.acts(g, mine)
    others = [n for n in (acting(g) if out_of_turn else range(PLAYED)) if n < PLAYED and n not in mine]
    yield from passage_acts(g, mine, [n for n in others if n in MAJORS], out_of_turn=out_of_turn)
    yield from permissions.acts(g, mine, others)


@derived("nations.status")
def nations_of(g: War, seat: str) -> list[int]:
    """The living played nations for which a seat decides."""
    return [n for n, voice in enumerate(voices(g)) if voice == seat and alive(g, n)]


@rule("1.15", "1.19", "5.3")
def passage_acts(g: War, mine: list[int], others: list[int], *, out_of_turn: bool) -> Iterator[Option]:
    """Closing and opening straits, canals and the Soviet routes to nations; out of turn only where they have ships near by."""
    for index, owner in passages_held(g, tuple(mine)):
        passage = geography(g).passages[index]
        route = passage.id in ROUTES
        for nation in others:
            word = g.shut.get(index * 128 + nation)
            if route:
                if may_license(g, passage.id, nation) is not None:
                    continue
                verb = "close" if word == OPENED else "open"
            else:
                if relations(g).aligned[owner] >> nation & 1 or at_war(g, owner, nation):
                    continue
                if word != CLOSED and may_shut(g, index, owner, nation) is not None:
                    continue
                verb = "open" if word == CLOSED else "close"
            if not out_of_turn or ships_near(g, passage.a, passage.b, nation):
                yield Option(verb, passage.word, g.nations[nation])


@derived("zones.owner")
def passages_held(g: War, mine: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The passages of some nations, each with the one that holds it; the Soviet routes are always the USSR's."""
    found = []
    for index, passage in enumerate(geography(g).passages):
        if passage.id in ROUTES:
            owner = USSR
        else:
            owner = next((o for z in passage.holders if (o := g.zones.owner[z]) in mine), -1)
        if owner in mine:
            found.append((index, owner))
    return tuple(found)


def ships_near(g: War, a: int, b: int, nation: int) -> bool:
    """Whether a nation has ships within two sea zones of a passage."""
    sea, units = geography(g).sea, g.units
    near = {a, b, *(z for end in (a, b) for z, _ in sea[end])}
    near |= {z for end in list(near) for z, _ in sea[end]}
    return any(units.nation[u] == nation and IS_NAVAL[units.kind[u]] for z in near for u in g.units.stacks[z])


@rule("5.5", "1.15", "14.1")
def act(g: War, seat: str, option: Option, *, window: bool = True) -> Flow[None]:
    """Carry out a political act"""
    if option.verb == "declare":
        yield from declare_war(g, chosen(option, 0), chosen(option, 1), window=window)
    elif option.verb == "monroe":
        invoke_monroe(g, chosen(option))
    elif option.verb in ("close", "open") and isinstance(option.args[0], Nation):
        permissions.act(g, option)
    elif option.verb in ("close", "open"):
        index = next(n for n, p in enumerate(geography(g).passages) if p.word == option.arg)
        key = index * 128 + chosen(option, 1)
        shuts = option.verb == "close"
        if shuts == (geography(g).passages[index].id in ROUTES):
            g.shut.pop(key, None)  # back to what it is without a word of its holder
        else:
            g.shut[key] = CLOSED if shuts else OPENED
        g.news += 1
        g.say(
            "{} is {} to {}",
            geography(g).passages[index].name,
            "closed" if option.verb == "close" else "open",
            option.args[1],
            rule="1.15",
        )
    elif option.verb in ("ask_back", "give_back"):
        yield from returns.act(g, option)
    else:
        yield from pacts.act(g, seat, option)


@rule("5.5", "8.1")
def react(g: War) -> Flow[None]:
    """Nations that a declaration has made able to act may answer it at once"""
    yield from _window(g, "reaction")


@rule("5.5")
def politics(g: War) -> Flow[None]:
    """Any nation may act out of its turn (GW36-AMB-50)"""
    yield from _window(g, "politics")


@rule("5.5", "14.1", "8.1")
def moment(g: War) -> Flow[None]:
    """A seat that has asked to be heard at every step of the others' turns may act now (GW36-AMB-50)"""
    if g.standing and any(key.endswith(" moment") for key in g.standing):
        yield from _window(g, "moment")


def wakeful(g: War, seat: str) -> bool:
    """Whether a seat wants to be asked at every step."""
    return f"{seat} moment" in g.standing


def _window(g: War, kind: str) -> Flow[None]:
    seats = list(dict.fromkeys(voice_of(g, n) for n in range(PLAYED) if alive(g, n)))
    done: set[str] = set()  # nothing is said twice in one window
    passed: set[str] = set()

    def ask(g: War) -> list[Ask]:
        found = []
        busy = {voice_of(g, n) for n in acting(g)} if kind != "reaction" else set()
        for seat in seats:
            if seat in busy:
                continue  # its own phases offer the same acts
            if not _news_for(g, seat) if kind != "moment" else not wakeful(g, seat):
                continue
            prompt = "Act out of turn?"
            options: Options = partial(unsaid, seat)  # listed when the seat is asked
            if tidings.listens(g, seat):
                offered = list(unsaid(seat))
                if seat in passed and not tidings.fresh(g, seat, offered, own=True):
                    continue
                prompt, options = _news_first(g, seat, prompt, offered)
            found.append(Ask(seat, prompt, options, "5.5", why=partial(_why_not_now, g, seat)))
        return found

    def unsaid(seat: str) -> Iterator[Option]:
        found = acts(g, seat, out_of_turn=True)
        return (o for o in found if o.text not in done) if done else found

    def step_in(g: War, seat: str, option: Option) -> Flow[None]:
        done.add(option.text)
        for before in seats[: seats.index(seat)]:
            passed.add(before)
            if tidings.listens(g, before):
                tidings.remember(g, before, acts(g, before, out_of_turn=True))
        return act(g, seat, option, window=False)

    yield from interrupts(g, kind, ask, step_in)
    for seat in seats:
        _heard(g, seat)


def _news_first(g: War, seat: str, prompt: str, options: list[Option]) -> tuple[str, list[Option]]:
    """The question of a seat that has asked to be told what is new."""
    news = tidings.fresh(g, seat, options)
    told = list(news.values())
    more = f" and {len(told) - TOLD} more" if len(told) > TOLD else ""
    prompt = f"{', '.join(told[:TOLD])}{more}. {prompt}" if told else prompt
    return prompt, sorted(options, key=lambda o: o.text not in news)


def nothing_new(g: War, seat: str) -> bool:
    """Standing answer: the seat can do nothing it could not do before, and no player nations have gone to war (GW36-AMB-160)."""
    return tidings.in_its_menu(g, seat) or not tidings.fresh(g, seat, acts(g, seat, out_of_turn=True))


def _news_for(g: War, seat: str) -> bool:
    """Whether relations changed since the seat was last asked."""
    asked, news = g.nations.asked, g.news
    return any(voice == seat and asked[n] < news for n, voice in enumerate(voices(g)))


def _heard(g: War, seat: str) -> None:
    if tidings.listens(g, seat) and _news_for(g, seat):
        tidings.remember(g, seat, acts(g, seat, out_of_turn=True))
    asked, news = g.nations.asked, g.news
    for n, voice in enumerate(voices(g)):
        if voice == seat and asked[n] != news:
            g.nations[n].asked = news


def asleep(g: War, seat: str) -> bool:
    """The standing request to be heard never passes by itself."""
    return False
