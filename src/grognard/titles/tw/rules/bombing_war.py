"""3.5, 5.2 to 5.2.5, 29.8, 29.9, 29.12: the bombing half of the Strategic Warfare Segment: who sends what against whom, raids one
after another, rockets, and what is owed for staying at home."""

from __future__ import annotations

from grognard.kernel.acts import Act, Subject, question, secretly
from grognard.kernel.dice import D10
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.tw.charts import AIR_COMBAT, HEAVY_FLAK
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, GERMANY, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.bombing import (
    AMERICAN_DUTY,
    BRITISH_DUTY,
    FIRESTORM,
    SMP_STEP,
    TEMPORARY,
    V1_DAMAGE,
    V2_DAMAGE,
    V2_FAILS,
    Raid,
    bomb_damage,
    bomber_attrition,
    bombers_meet_interceptors,
    bombing_modifiers,
    consequences,
    heavy_flak,
    most_bombed,
    simple_dice,
    temporary_bill,
)
from grognard.titles.tw.rules.bombing_raids import choose_city, hide_industry, strike_city
from grognard.titles.tw.rules.concert import menu
from grognard.titles.tw.rules.money import gain, holder_power, pay
from grognard.titles.tw.rules.strategic_units import may_strike, v_sites_lost
from grognard.titles.tw.rules.strategic_war import cards
from grognard.titles.tw.rules.uboats import smp_cut
from grognard.titles.tw.rules.units import hex_sides
from grognard.titles.tw.setup_campaign import campaign_of
from grognard.titles.tw.state import SPRING, Unit, War, turn_of

BAKU_RANGE = 10  # 29.12
WAVES = 3  # 29.18
OIL_RAIDS = turn_of(1944, SPRING)  # 24.1


class Bombers(Subject, frozen=True):
    """What the bombing war can use: bombers and interceptors that are built and whole."""

    bombers: int
    second: int = 0  # of the Americans, where the British are first
    interceptors: int = 0
    jets: int = 0


def fit_bombers(g: War, nation: int) -> int:
    return int(g.nations.sac[nation] - g.nations.sac_worn[nation])


def at_war(g: War, nation: int) -> bool:
    return g.nations.side[nation] != NEUTRAL and not g.nations.surrendered[nation]


# --- who may (5.2.4) ----------------------------------------------------------------------------------------------------------


def _within(g: War, box: Bombers, n: int) -> No | None:
    return None if 0 <= n <= box.bombers else No("5.2", f"{box.bombers} bombers can fly")


def _divisions(g: War, box: Bombers) -> list[tuple[int, int, int, int]]:
    """All interceptors are used: so many against each raid; against raids on cities one at least each, as far as they go
    (29.10)."""
    halves = [(b, box.interceptors - b) for b in range(box.interceptors, -1, -1)]
    found = [(b, a, j, box.jets - j) for b, a in halves for j in range(box.jets, -1, -1)]
    if not g.options.bombing_raids:
        return found if found == [(0, 0, 0, 0)] else [*found, (0, 0, 0, 0)]
    least = int(bool(box.bombers)), int(bool(box.second))
    met = [c for c in found if c[0] + c[2] >= least[0] and c[1] + c[3] >= least[1]]
    return met or found


def _may_divide(g: War, box: Bombers, c: tuple[int, int, int, int]) -> No | None:
    if tuple(c) in _divisions(g, box):
        return None
    if g.options.bombing_raids:
        return No("29.10", "all interceptors rise, one at least against each raid")
    return No("5.2", "all interceptors are divided between the raids, or none rises")


@rule("29.10")
def _sorties(g: War, box: Bombers) -> list[tuple[int, int]]:
    """British and American bombers that can be sent; on raids against cities one of each power at least that has any."""
    least = int(g.options.bombing_raids)
    british, american = min(least, box.bombers), min(least, box.second)
    return [(b, a) for b in range(box.bombers, british - 1, -1) for a in range(box.second, american - 1, -1)]


def _may_send(g: War, box: Bombers, sent: tuple[int, int]) -> No | None:
    if not (0 <= sent[0] <= box.bombers and 0 <= sent[1] <= box.second):
        return No("5.2", "so many cannot fly")
    return None if tuple(sent) in _sorties(g, box) else No("29.10", "each power that has bombers sends one at least")


@rule("5.2.4")
def may_assign(g: War, plane: int) -> No | None:
    """Whether an MDM unit can be used against Britain: German, whole, and doing nothing else this turn."""
    if g.roster.kinds[plane] != Kind.MDM or g.roster.nations[plane] != GERMANY or g.units.at[plane] < 0:
        return No("5.2.4", "only German MDM units bomb Britain")
    if g.units.depleted[plane]:
        return No("5.2.4", "it is depleted")
    return No("5.2.4", "it bombs already") if g.units.bombed[plane] == g.turn else None


def assign(g: War, plane: int) -> None:
    g.units[plane].bombed = g.turn


@rule("5.2.4")
def may_bomb_britain(g: War) -> No | None:
    """Germany must hold a city in France when the segment begins."""
    no = may_strike(g, GERMANY)
    if no is not None:
        return no
    cities = [s for s in g.ground.homeland.get("france", ()) if g.ground.city[s]]
    return None if any(holder_power(g, s) == GERMANY for s in cities) else No("5.2.4", "Germany holds no city in France")


# --- the segment ----------------------------------------------------------------------------------------------------------------


@rule("5.2", "5.2.4", "5.2.5", "3.5")
def bombing_war(g: War) -> Flow[None]:
    """Germany bombs Britain and launches rockets, then the Western Allies bomb Germany"""
    g.side = AXIS
    if at_war(g, GERMANY) and at_war(g, BRITAIN):
        if may_bomb_britain(g) is None:
            yield from german_raid(g)
        if may_strike(g, GERMANY) is None and g.nations.v1[GERMANY] + g.nations.v2[GERMANY] and not v_sites_lost(g):
            yield from rockets(g)
    if g.options.soviet_bombing and at_war(g, USSR) and at_war(g, GERMANY) and may_strike(g, GERMANY) is None:
        yield from soviet_raid(g)
    g.side = ALLIES
    if at_war(g, GERMANY):
        if g.options.simple_bombing:
            simple_bombing(g)
        else:
            yield from allied_raids(g)


@rule("5.2.4")
def german_raid(g: War) -> Flow[None]:
    """German SAC and MDM units against British interceptors"""
    flying: list[int] = []
    while any(may_assign(g, u) is None for u in range(len(g.units))):
        box = Bombers(fit_bombers(g, GERMANY), TEMPORARY * len(flying))
        choice, _ = yield from menu(g, g.seat(AXIS), "MDM units against Britain", box, ENOUGH, ASSIGNING, rule="5.2.4")
        if choice.verb == "done":
            break
        flying.append(choice.arg.index)
    box = Bombers(fit_bombers(g, GERMANY), TEMPORARY * len(flying), g.nations.interceptors[BRITAIN])
    if not box.bombers and not flying:
        return
    asked = [question(g, g.seat(ALLIES), "Interceptors over Britain", box, GUARDING, rule="5.2")]
    if box.bombers:
        asked.insert(0, question(g, g.seat(AXIS), "SAC against Britain", box, SENDING, rule="5.2.4"))
    answers = yield from secretly(g, asked)
    sac: int = answers[g.seat(AXIS)][1] if box.bombers else 0
    if not sac and not flying:
        return
    temporary, narfs = TEMPORARY * len(flying), 0
    raids = [Raid(GERMANY, BRITAIN, sac + temporary, answers[g.seat(ALLIES)][1], temporary=temporary)]
    if g.options.bomber_waves and flying:
        raids = yield from waves(g, sac, temporary, box.interceptors)
    most = most_bombed(g, BRITAIN)
    for raid in raids:
        raid.most = most - narfs
        yield from fly(g, raid)
        narfs += raid.narfs
    g.nations[BRITAIN].smp_lost += smp_cut(g.sunk + narfs) - smp_cut(g.sunk)  # 8.4: with what was sunk, rounded once
    g.sunk += narfs


class Sky(Subject, frozen=True):
    """29.18: stacks of bombers over Britain, one of which may be a dummy, and the interceptors that can meet them."""

    bombers: int
    stacks: int
    interceptors: int = 0


def _shares(total: int, stacks: int, least: int) -> list[tuple[int, ...]]:
    """All ways to divide so many units among stacks, each with at least so many."""
    if stacks == 1:
        return [(total,)] if total >= least else []
    return [(n, *rest) for n in range(least, total + 1) for rest in _shares(total - n, stacks - 1, least)]


@rule("29.18")
def formations(sky: Sky) -> list[tuple[int, ...]]:
    """How temporary SAC can be divided: up to three waves of at least one, and a dummy among them."""
    found = _shares(sky.bombers, sky.stacks, 1) if sky.stacks <= WAVES else []
    with_dummy = [(*f[:n], 0, *f[n:]) for f in _shares(sky.bombers, sky.stacks - 1, 1) for n in range(sky.stacks)]
    return found + (with_dummy if sky.stacks > 1 else [])


@rule("29.18")
def defences(sky: Sky) -> list[tuple[int, ...]]:
    """How interceptors can be divided: at least one against each stack, as far as they go."""
    least = int(sky.interceptors >= sky.stacks)
    return _shares(sky.interceptors, sky.stacks, least)


@rule("29.18")
def waves(g: War, sac: int, temporary: int, interceptors: int) -> Flow[list[Raid]]:
    """Germany shows how many stacks come, then both divide in secret; heavy flak fires at each wave (TW-AMB-157)"""
    most = min(WAVES, temporary) + 1
    _, stacks = yield from menu(g, g.seat(AXIS), "Stacks of bombers with the dummy", Sky(temporary, most), STACKING, rule="29.18")
    sky = Sky(temporary, stacks, interceptors)
    answers = yield from secretly(g, [
        question(g, g.seat(AXIS), "Waves of bombers", sky, FORMING, rule="29.18"),
        question(g, g.seat(ALLIES), "Interceptors against the waves", sky, MEETING, rule="29.18"),
    ])  # fmt: skip
    sizes, guards = (_numbers(answers[g.seat(side)][1]) for side in (AXIS, ALLIES))
    found = [Raid(GERMANY, BRITAIN, n, i, temporary=n) for n, i in zip(sizes, guards) if n]
    found[0].sac += sac  # SAC that are none of these fly with the first
    return found


def _numbers(text: str) -> list[int]:
    return [int(n) for n in text.split("_") if n]


def _words(rows: list[tuple[int, ...]]) -> list[str]:
    """As an answer writes them: 3_0_1, and 4_ for a single stack, which is a word and no number."""
    return ["_".join(map(str, row)) + "_" * (len(row) == 1) for row in rows]


@rule("29.12", "5.2.4")
def soviet_raid(g: War) -> Flow[None]:
    """German SAC against the Soviet Union; stars count only with an airbase near Baku"""
    box = Bombers(fit_bombers(g, GERMANY), 0, g.nations.interceptors[USSR])
    if not box.bombers:
        return
    answers = yield from secretly(g, [
        question(g, g.seat(AXIS), "SAC against the Soviet Union", box, SENDING, rule="29.12"),
        question(g, g.seat_of(USSR), "Soviet interceptors", box, GUARDING, rule="29.12"),
    ])  # fmt: skip
    sac: int = answers[g.seat(AXIS)][1]
    if sac:
        raid = Raid(GERMANY, USSR, sac, answers[g.seat_of(USSR)][1])
        yield from fly(g, raid)


@rule("29.12")
def near_baku(g: War) -> bool:
    """Whether an Axis airbase or city lies within ten hexes of Baku."""
    baku, sides = g.ground.named("baku"), hex_sides(g)
    based = [s for s in g.ground.near(baku, BAKU_RANGE) if sides[s] == AXIS]
    return any(g.hexes.airbase[s] >= 0 or g.ground.city[s] for s in based)


@rule("5.2", "5.2.3")
def allied_raids(g: War) -> Flow[None]:
    """British and American bombers, each against the interceptors the Germans send them"""
    british = fit_bombers(g, BRITAIN) if at_war(g, BRITAIN) and may_strike(g, BRITAIN) is None else 0
    american = fit_bombers(g, USA) if at_war(g, USA) and may_strike(g, USA) is None else 0
    sent = (0, 0)
    if (british or american) and g.options.bombing_raids:
        yield from hide_industry(g)
    if british or american:
        rise = 0 if g.nations.int_dry[GERMANY] else 1  # 24.1
        g.nations[GERMANY].int_dry = 0
        box = Bombers(british, american, rise * g.nations.interceptors[GERMANY], rise * g.nations.jets[GERMANY])
        answers = yield from secretly(g, [
            question(g, g.seat(ALLIES), "Bombers against Germany", box, SENDING_BOTH, rule="5.2"),
            question(g, g.seat(AXIS), "Interceptors over Germany", box, DIVIDING, rule="5.2"),
        ])  # fmt: skip
        sent = answers[g.seat(ALLIES)][1]
        guards = answers[g.seat(AXIS)][1]
        total, most = 0, most_bombed(g, GERMANY)
        raids = ((BRITAIN, sent[0], guards[0], guards[2]), (USA, sent[1], guards[1], guards[3]))
        for power, bombers, interceptors, jets in raids:
            if bombers:
                raid = Raid(power, GERMANY, bombers, interceptors, jets, most=most - total)
                if g.options.bombing_raids:
                    raid.city = yield from choose_city(g, power)
                yield from fly(g, raid)
                total += raid.narfs
        g.nations[GERMANY].smp_lost += -(-total // SMP_STEP)
    duties(g, *sent)


@rule("5.2")
def duties(g: War, british: int, american: int) -> None:
    """From Spring 1942 Britain loses 5 NARFs if it sends fewer than two SAC, from Fall 1943 America 10 if it sends none."""
    if g.turn >= BRITISH_DUTY and british < 2 and at_war(g, BRITAIN):
        gain(g, BRITAIN, -5, "too few bombers over Germany", "5.2")
    if g.turn >= AMERICAN_DUTY and not american and at_war(g, USA):
        gain(g, USA, -10, "no bombers over Germany", "5.2")


@rule("5.2", "5.2.1", "5.2.2", "5.2.3", "29.9", "29.10")
def fly(g: War, raid: Raid) -> Flow[None]:
    """One raid from heavy flak to attrition; over a city that was named flak fires after the interceptors (29.10)"""
    if raid.city < 0:
        heavy_flak(g, raid)
    modifiers = bombing_modifiers(g, raid)
    if g.options.bombing_cards:
        value = yield from cards(g, "29.9", "Card of the bombing war", "Card of the bombing war")
        modifiers.add("cards", value, "29.9")
    bombers_meet_interceptors(g, raid, modifiers)
    if raid.defender == USSR and not near_baku(g):
        raid.stars = 0
    if raid.city >= 0:
        heavy_flak(g, raid)
        strike_city(g, raid, raid.city)
    elif raid.stars and may_hit_oil(g, raid):
        seat = g.seat_of(raid.attacker)
        _, raid.oil = yield from menu(g, seat, "A critical hit", Bombers(raid.fit), INDUSTRY, OIL, rule="5.2.1")
    raid.narfs = bomb_damage(g, raid)
    consequences(g, raid)
    settle(g, raid)


@rule("5.2.1", "5.2.2", "24.1", "24.2")
def may_hit_oil(g: War, raid: Raid) -> bool:
    """Whether the attacker may hit oil instead of industry: America from Spring 1944 on (TW-AMB-196), Germany in the Soviet Union
    with a critical hit."""
    if raid.attacker == USA:
        return g.turn >= OIL_RAIDS
    return raid.attacker == GERMANY and raid.defender == USSR and raid.stars < FIRESTORM


@rule("5.2", "5.2.3", "5.2.4")
def settle(g: War, raid: Raid) -> None:
    """Take off what was lost: depleted bombers go first to attrition, interceptors before jets; MDM units are paid for."""
    worn, lost = raid.depleted, raid.lost + bomber_attrition(raid)
    attrition = lost - raid.lost
    worn -= min(worn, attrition)
    attacker, defender = g.nations[raid.attacker], g.nations[raid.defender]
    if raid.temporary:
        real = raid.sac - raid.temporary
        gone = max(lost - real, 0) if real else lost
        damaged = worn if not real else min(worn, raid.temporary - gone)
        bill = temporary_bill(gone, damaged)
        if bill:
            pay(g, raid.attacker, bill)
            g.say("{} pays {} NARFs for its MDM units", attacker, bill, rule="5.2.4")
        lost, worn = lost - gone, max(worn - damaged, 0)
    attacker.sac = max(attacker.sac - lost, 0)
    attacker.sac_worn = min(attacker.sac_worn + worn, attacker.sac)
    plain = min(raid.interceptors_lost, raid.interceptors)
    defender.interceptors = max(defender.interceptors - plain, 0)
    defender.jets = max(defender.jets - (raid.interceptors_lost - plain), 0)


@rule("29.8")
def simple_bombing(g: War) -> None:
    """Dice instead of raids; each unbuilt SAC takes 2 off, and losses follow the damage."""
    for power, key, step in ((USA, "united_states", 6), (BRITAIN, "britain", 4)):
        dice = simple_dice(g, power) if may_strike(g, power) is None else 0
        if not dice:
            continue
        row = g.nations[power]
        unbuilt = max(campaign_of(g).limit(key, "SAC", g.turn) - row.sac, 0)
        total = max(sum(g.roll_dice(dice, D10, "strategic bombing", "29.8")) - 2 * unbuilt, 0)
        gain(g, GERMANY, -total, "strategic bombing", "29.8")
        g.nations[GERMANY].smp_lost += -(-total // SMP_STEP)
        row.sac = max(row.sac - -(-total // step), 0)
        row.sac_worn = min(row.sac_worn, row.sac)


# --- rockets (5.2.5) ------------------------------------------------------------------------------------------------------------


@rule("5.2.5")
def rockets(g: War) -> Flow[None]:
    """V-1s pass interceptors and flak, V-2s only their own launching; none comes back"""
    row = g.nations[GERMANY]
    box = Bombers(row.v1, row.v2, g.nations.interceptors[BRITAIN])
    _, sent = yield from menu(g, g.seat(AXIS), "Rockets against Britain", box, LAUNCHING, rule="5.2.5")
    v1, v2 = sent
    row.v1, row.v2 = row.v1 - v1, row.v2 - v2
    narfs = 0
    if v1:
        v1 -= shot_down(g, v1, box.interceptors)
        narfs += max(v1, 0) * V1_DAMAGE
    for _ in range(v2):
        if g.roll(D10, "a V-2 is launched", "5.2.5") < V2_FAILS:
            narfs += V2_DAMAGE
    gain(g, BRITAIN, -narfs, "rockets", "5.2.5")
    g.sunk += narfs


@rule("5.2.5", "11.12")
def shot_down(g: War, v1: int, interceptors: int) -> int:
    """V-1s stopped by interceptors on the air table, with the bonus over Britain, and by heavy flak; aborted ones are lost."""
    down = 0
    if interceptors:
        column = AIR_COMBAT.column(v1, interceptors)
        result = AIR_COMBAT[column, g.roll(D10, "interceptors against V-1s", "5.2.5") + 1]
        down += result.lost + result.depleted if result.attacker else 0
    level = g.nations.heavy_flak[BRITAIN]
    if level and v1 > down:
        flak = HEAVY_FLAK[HEAVY_FLAK.column(level), g.roll(D10, "heavy flak against V-1s", "5.2.5")]
        down += flak.lost + flak.depleted
    return min(down, v1)


# --- acts -----------------------------------------------------------------------------------------------------------------------


SENDING: Act[War, Bombers, int] = Act(
    "bomb", "5.2.4", "{0} SAC", takes=int, listed=lambda g, s: range(s.bombers, -1, -1), may=_within, do=lambda g, s, n: n
)
SENDING_BOTH: Act[War, Bombers, tuple[int, int]] = Act(
    "bomb", "5.2", "{0} British and {1} American SAC", takes=(int, int),
    listed=_sorties, may=_may_send, do=lambda g, s, c: c,
)  # fmt: skip
GUARDING: Act[War, Bombers, int] = Act(
    "guard", "5.2", "{0} INT", takes=int, listed=lambda g, s: range(s.interceptors, -1, -1),
    may=lambda g, s, n: None if 0 <= n <= s.interceptors else No("5.2", f"{s.interceptors} INT are built"), do=lambda g, s, n: n,
)  # fmt: skip


def _divided(g: War, box: Bombers, numbers: tuple[int, ...]) -> str:
    """Interceptors and jets against either ally, jets named where there are some."""

    def told(guards: int, jets: int) -> str:
        return f"{guards} INT" + (f" and {jets} jets" if jets else "") if guards or jets else "none"

    british, americans, jets, more = numbers
    return f"{told(british, jets)} against the British, {told(americans, more)} against the Americans"


DIVIDING: Act[War, Bombers, tuple[int, int, int, int]] = Act(
    "guard", "5.2", _divided,
    takes=(int, int, int, int), listed=_divisions, may=_may_divide, do=lambda g, s, c: c,
)  # fmt: skip
ASSIGNING: Act[War, Bombers, int] = Act(
    "assign", "5.2.4", "{0} bombs Britain", takes=Unit,
    among=lambda g, s: [u for u, k in enumerate(g.roster.kinds) if k == Kind.MDM],
    may=lambda g, s, u: may_assign(g, u), do=lambda g, s, u: assign(g, u),
)  # fmt: skip
ENOUGH: Act[War, Bombers, None] = Act("done", "5.2.4", "No more", do=lambda g, s, _: None)
INDUSTRY: Act[War, Bombers, None] = Act("industry", "5.2.1", "Hit industry", do=lambda g, s, _: False)
OIL: Act[War, Bombers, None] = Act("oil", "5.2.1", "Hit oil", do=lambda g, s, _: True)
LAUNCHING: Act[War, Bombers, tuple[int, int]] = Act(
    "launch", "5.2.5", "{0} V-1 and {1} V-2", takes=(int, int), rolls=True,
    listed=lambda g, s: [(a, b) for a in range(s.bombers, -1, -1) for b in range(s.second, -1, -1)],
    may=lambda g, s, c: None if 0 <= c[0] <= s.bombers and 0 <= c[1] <= s.second else No("5.2.5", "so many are not built"),
    do=lambda g, s, c: c,
)  # fmt: skip
STACKING: Act[War, Sky, int] = Act(
    "stacks", "29.18", "{0} stacks", takes=int, listed=lambda g, s: range(1, s.stacks + 1), do=lambda g, s, n: n,
    may=lambda g, s, n: None if 1 <= n <= s.stacks else No("29.18", "three waves and a dummy at most"),
)  # fmt: skip
FORMING: Act[War, Sky, str] = Act(
    "form", "29.18", lambda g, s, t: t.strip("_").replace("_", " + "), takes=str, listed=lambda g, s: _words(formations(s)),
    may=lambda g, s, t: None if t in _words(formations(s)) else No("29.18", "each wave has at least one SAC"),
    do=lambda g, s, t: t,
)  # fmt: skip
MEETING: Act[War, Sky, str] = Act(
    "meet", "29.18", lambda g, s, t: t.strip("_").replace("_", " + "), takes=str, listed=lambda g, s: _words(defences(s)),
    may=lambda g, s, t: None if t in _words(defences(s)) else No("29.18", "one INT at least against each stack"),
    do=lambda g, s, t: t,
)  # fmt: skip
