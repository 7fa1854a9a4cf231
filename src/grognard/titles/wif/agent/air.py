"""Aircraft: ground strikes and support for the attacks that are planned, cover for one's own, interceptors, rebases.

Air missions are sent where they change the value of a fight most, less what enemy fighters in reach may cost.
"""

from __future__ import annotations

from grognard.agents import Telling
from grognard.kernel.cache import derived
from grognard.kernel.flow import Ask, Option
from grognard.titles.wif.agent.assaults import Staff
from grognard.titles.wif.agent.council import EAST, cruces, shores_wanted, stakes
from grognard.titles.wif.agent.overseas import WALK, theatre_of
from grognard.titles.wif.agent.reactions import Answer, named
from grognard.titles.wif.agent.view import FAR, MARCHED, View, cost, view_of, worth
from grognard.titles.wif.facts import SIDE_OF_POWER
from grognard.titles.wif.kinds import Type
from grognard.titles.wif.odds_air import flip_chance, line_strength, lines_over
from grognard.titles.wif.odds_land import likely_table, reckon
from grognard.titles.wif.odds_sea import raid
from grognard.titles.wif.rules.air_missions import victims
from grognard.titles.wif.rules.carriers import is_carrier, sea_factors
from grognard.titles.wif.rules.control import enemy_hex
from grognard.titles.wif.rules.flight import air_distance, flying_reach
from grognard.titles.wif.rules.land_attack import attack_on
from grognard.titles.wif.rules.land_odds import fight
from grognard.titles.wif.rules.missions import Flight, outward_range, tactical_factors
from grognard.titles.wif.rules.naval_air_combat import Plane
from grognard.titles.wif.rules.powers import political
from grognard.titles.wif.rules.production import multiple
from grognard.titles.wif.rules.rebase import Move, may_move
from grognard.titles.wif.rules.units import land_at, roster, ships_at
from grognard.titles.wif.state import BOMBER, ESCORT, INTERCEPTOR, War

MOST_IN_ONE_HEX = 3
LEAST_REBASE, LEAST_STRIKE = 0.8, 0.6  # strikes and rebases share one limit (10.2)
LODGED = 8.0  # what a foothold is worth, whatever the hex
DROP_SURE, DROP_BONUS, LEAST_DROP = 0.6, 1.2, 0.5  # an attack that parachutists join: its chance, what they add, the least gain
HEAVY = 3  # strategic factors from which a bomber goes against factories
LOST_A_FACTOR = 0.11  # production points a strategic factor destroys, in the mean of the chart (11.7)
OUT_OF_IT, AIR_LEG = -3.0, 0.3  # a base from which no front is in reach, and a step nearer to the war
PAIR = 2  # bombers that strike a hex together
MOST_BASES, MOST_STUCK = 40, 12  # bases that are asked for, and aircraft that are tried
SORTIE = 0.25  # what turning an aircraft face-down costs


def fighters_in_reach(g: War, space: int, side: int) -> list[int]:
    """Face-up fighters of a side that could rise over a hex."""
    known = roster(g)
    return [
        u for u, at in enumerate(g.units.at)
        if at >= 0 and known.types[u] == Type.FTR and not g.units.down[u] and not g.units.mission[u] and g.ground.land[at]
        and SIDE_OF_POWER[g.units.power[u]] == side
        and space in flying_reach(g, {at: 0}, outward_range(g, u, INTERCEPTOR))
    ]  # fmt: skip


def danger(g: War, unit: int, space: int, side: int) -> float:
    """What enemy fighters may cost a bomber sent to a hex."""
    foes = fighters_in_reach(g, space, 1 - side)
    if not foes:
        return 0.0
    escorts = fighters_in_reach(g, space, side)
    strongest = max(g.units[u].sheet.air_to_air for u in foes)
    own = max((g.units[u].sheet.air_to_air for u in escorts), default=g.units[unit].sheet.air_to_air)
    return cost(g, unit) * max(0.02, min(0.35, 0.1 + 0.03 * (strongest - own)))


def fly(g: War, ask: Ask, flight: Flight, wanted: dict[int, float]) -> Answer:
    """The next aircraft of a mission step; `wanted`: hexes with what a defender turned face-down there is worth, for parachutists
    the chance that they are cleared."""
    done = named(ask, "done") or ask.options[0]
    side = SIDE_OF_POWER[flight.power]
    flights = [o for o in ask.options if o.verb == "fly"]
    if not flights:
        return done, "nobody can fly"
    if flight.role == BOMBER and flight.kind == "ground strike":
        return _strike(g, flights, side, wanted) or (done, "no strike pays")
    if flight.role == BOMBER and flight.kind == "ground support":
        return _support(g, flights, side) or (done, "enough in the air")
    if flight.role == ESCORT:
        return _escort(g, flights, side) or (done, "enough cover")
    if flight.role == INTERCEPTOR:
        return _intercept(g, flights, side) or (done, "not against those")
    if flight.role == BOMBER and flight.kind == "strategic bombardment":
        return _bomb(g, flights, side) or (done, "the bombers are needed elsewhere")
    if flight.role == BOMBER and flight.kind == "paradrop":
        return _drop(g, flights, side, wanted) or (done, "the parachutists wait")
    if flight.role == BOMBER and flight.kind == "port attack":
        return _port(g, flights, side) or (done, "no port is worth it")
    return done, "not now"


def _pair(option: Option) -> tuple[int, int]:
    return option.args[0].index, option.args[1].index


def _sent(g: War, space: int, side: int) -> list[int]:
    return [p.unit for p in lines_over(g, space)[side][1]]


def _strike(g: War, flights: list[Option], side: int, wanted: dict[int, float]) -> Answer | None:
    top: tuple[float, Option] | None = None
    for option in flights:
        unit, space = _pair(option)
        if space not in wanted or roster(g).types[unit] == Type.FTR:
            continue
        sent = _sent(g, space, side)
        if len(sent) >= MOST_IN_ONE_HEX:
            continue
        prey = victims(g, space, g.units.power[unit])
        more = sum(flip_chance(g, [*sent, unit], v, space) - flip_chance(g, sent, v, space) for v in prey)
        gain = more * wanted[space] - SORTIE - danger(g, unit, space, side)
        if top is None or gain > top[0]:
            top = (gain, option)
    if top is None or top[0] <= LEAST_STRIKE:
        return None
    unit, space = _pair(top[1])
    return top[1], f"strike {g.board.label(space)} before the attack: worth {top[0]:.1f}"


def _support(g: War, flights: list[Option], side: int) -> Answer | None:
    """Factors where they lift the value of the fight most; the defender the other way round."""
    staffs: dict[int, Staff] = {}
    sign = 1.0 if side == g.side else -1.0
    base: dict[int, tuple[float, float, list[tuple[int, int]]]] = {}
    ashore: dict[tuple[int, float], float] = {}
    top: tuple[float, Option] | None = None

    def worth_with(space: int, flown: float, force: list[tuple[int, int]]) -> float:
        if force:
            return staffs[space].reckon(space, force, max(flown, 0.0))[0]
        if (space, flown) not in ashore:
            ashore[space, flown] = _landing_value(g, attack_on(g, space), flown)
        return ashore[space, flown]

    for option in flights:
        unit, space = _pair(option)
        if space not in base:
            battle = fight(g, attack_on(g, space))
            attacker = g.attacks.power[attack_on(g, space)]
            staff = staffs.setdefault(space, Staff(view_of(g, attacker)))
            landed = [u for u in battle.attackers if g.units.landed[u]]
            force = [(u, g.units.at[u]) for u in battle.attackers] if not landed else []
            if not battle.attackers or (force and space not in staff.view.theirs):
                continue
            flown = float(sum(tactical_factors(g, u, space) for u in _sent(g, space, g.side)))
            flown -= float(sum(tactical_factors(g, u, space) for u in _sent(g, space, 1 - g.side)))
            base[space] = (worth_with(space, flown, force), flown, force)
        value, flown, force = base[space]
        more = float(tactical_factors(g, unit, space))
        after = worth_with(space, flown + sign * more, force)
        gain = sign * (after - value) - SORTIE - danger(g, unit, space, side)
        if roster(g).types[unit] == Type.FTR:
            gain -= 0.5
        if top is None or gain > top[0]:
            top = (gain, option)
    if top is None or top[0] <= 0.1:
        return None
    return top[1], f"support over {g.board.label(_pair(top[1])[1])}: worth {top[0]:.1f}"


def _landing_value(g: War, attack: int, support: float) -> float:
    """What a landing is worth with so much support from the air: all who land are lost if it fails (11.15.5)."""
    h = g.copy()
    row = h.attacks[attack]
    if support >= 0:
        row.support += int(60 * support)
    else:
        row.support_against += int(-60 * support)
    battle = fight(h, attack)
    clear = reckon(h, battle, likely_table(h, battle, row.power)).clear
    return clear * (LODGED + sum(cost(g, u) for u in battle.attackers))


def _escort(g: War, flights: list[Option], side: int) -> Answer | None:
    """A fighter for each hex of bombers that may be met, two where they are many."""
    for option in sorted(flights, key=lambda o: (-g.units[_pair(o)[0]].sheet.air_to_air, _pair(o))):
        unit, space = _pair(option)
        line, crowd = lines_over(g, space)[side]
        foes = len(lines_over(g, space)[1 - side][0]) + len(fighters_in_reach(g, space, 1 - side))
        if crowd and foes and len(line) < min(2, foes):
            return option, f"cover over {g.board.label(space)}"
    return None


def _intercept(g: War, flights: list[Option], side: int) -> Answer | None:
    """Against bombers, with no less than their cover less one."""
    for option in sorted(flights, key=lambda o: (-g.units[_pair(o)[0]].sheet.air_to_air, _pair(o))):
        unit, space = _pair(option)
        lines = lines_over(g, space, [(unit, INTERCEPTOR)])
        if not lines[1 - side][1]:
            continue
        if len(lines[side][0]) > 2:
            continue
        value = line_strength(g.settings, *lines[side]) - line_strength(g.settings, *lines[1 - side])
        prize = 1.0 + 0.5 * len(lines[1 - side][1]) + (0.5 if land_at(g, space) else 0.0)
        if value >= 1 - prize:
            return option, f"up over {g.board.label(space)} at {float(value):+.1f}"
    return None


def _bomb(g: War, flights: list[Option], side: int) -> Answer | None:
    """Heavy bombers against factories where production counts: what they may destroy there, less what fighters may cost; aircraft
    that serve armies better are kept for them."""
    if not g.campaign.frame.production.allowed:
        return None
    top: tuple[float, Option] | None = None
    sent: dict[int, int] = {}
    for option in flights:
        unit, space = _pair(option)
        sheet = g.units[unit].sheet
        if space not in sent:
            sent[space] = sum(g.units[u].sheet.strategic for u in _sent(g, space, side))
        standing = g.ground.factories[space] - g.hexes.bombed[space] - LOST_A_FACTOR * sent[space]
        if sheet.strategic < HEAVY or sheet.strategic < sheet.tactical or standing <= 0:
            continue
        holder = g.powers_by_hex[space]
        harm = min(LOST_A_FACTOR * sheet.strategic, standing) * float(multiple(g, holder)) if holder >= 0 else 0.0
        gain = harm - SORTIE - danger(g, unit, space, side)
        if top is None or gain > top[0]:
            top = (gain, option)
    if top is None or top[0] <= 0:
        return None
    return top[1], f"the factories of {g.board.label(_pair(top[1])[1])}: worth {top[0]:.1f}"


def _drop(g: War, flights: list[Option], side: int, wanted: dict[int, float]) -> Answer | None:
    """Parachutists join an attack that will likely clear its hex, or take an empty place of value beside one's own: all who drop
    are lost where the hex is not cleared (11.15.5). `wanted`: hexes to be attacked, with the chance that they are cleared."""
    top: tuple[float, Option] | None = None
    for option in flights:
        unit, space = _pair(option)
        if _sent(g, space, side):
            continue  # one is enough
        view = view_of(g, g.units.power[unit])
        if space in view.theirs:
            if wanted.get(space, 0.0) < DROP_SURE:
                continue
            gain = DROP_BONUS * (1.0 + 0.1 * worth(g, space))
        else:
            relief = any(there in view.mine for there, _ in g.ground.steps[space])
            gain = worth(g, space) if relief and view.threat(space) <= 0 else 0.0
        gain -= SORTIE + danger(g, unit, space, side)
        if top is None or gain > top[0]:
            top = (gain, option)
    if top is None or top[0] <= LEAST_DROP:
        return None
    return top[1], Telling(f"parachutists on {g.board.label(_pair(top[1])[1])}: worth {top[0]:.1f}")


def _port(g: War, flights: list[Option], side: int) -> Answer | None:
    """Against ships in port, as long as another aircraft adds to what is done to them."""
    top: tuple[float, Option] | None = None
    known: dict[int, tuple[list[int], int, float]] = {}
    for option in flights:
        unit, space = _pair(option)
        if space not in known:
            ships = [u for u in ships_at(g, space) if SIDE_OF_POWER[g.units.power[u]] != side and g.units.counter[u] >= 0]
            guards = len(fighters_in_reach(g, space, 1 - side))
            known[space] = (ships, guards, raid(g, space, _raiders(g, _sent(g, space, side)), ships)[0].worth)
        ships, guards, before = known[space]
        if len(ships) < 2:
            continue
        harm, _ = raid(g, space, _raiders(g, [*_sent(g, space, side), unit]), ships)
        gain = (harm.worth - before) * 0.8**guards - 0.4 - 0.3 * guards
        if top is None or gain > top[0]:
            top = (gain, option)
    if top is None or top[0] <= 0.2:
        return None
    return top[1], Telling(f"ships in {g.board.label(_pair(top[1])[1])} lie open: worth {top[0]:.1f}")


def _raiders(g: War, units: list[int]) -> list[Plane]:
    return [Plane(u, 0, int(sea_factors(g, u)), False, is_carrier(g, u)) for u in units]


# --- rebases ------------------------------------------------------------------------------------------------------------------


def base_value(g: War, view: View, unit: int, space: int) -> float:
    """A base for an aircraft: the front well within its range, never beside the enemy."""
    near = view.near(space)
    sheet = g.units[unit].sheet
    if political(g) and (near >= FAR or view.idle_at(space)):
        return OUT_OF_IT - AIR_LEG * oversea(g, view, unit, space)
    if near >= FAR:
        reach = flying_reach(g, {space: 0}, sheet.range)
        pull = sum(0.12 * stakes(g)[place] for place in stakes(g) if place in reach) - 4.0
        return pull - 0.1 * view.embarking.get(space, WALK) if view.embarking else pull  # towards the ships, and their bases
    found = -5.0 if near <= 1 else -0.6 if near == 2 else 0.0
    want = max(3, sheet.range // 2 if sheet.type != Type.FTR else 3)
    return found - 0.4 * max(0, near - want)


def oversea(g: War, view: View, unit: int, space: int) -> float:
    """How far a base out of reach of every front is from where the war is: by air from the places that the staff wants, those of
    the second theatre for whoever is there; else over land to a front or to the ships."""
    places = islands(g, view.power) if theatre_of(g, view.power, g.units.at[unit]) == EAST else []
    places = places or cruces(g, view.power)
    if places:
        return air_distance(g, space, tuple(places))
    return min(view.roads.get(space, MARCHED), view.embarking.get(space, WALK))


@derived("hexes.controller", "powers.wars", "countries.wars", "countries.power", "countries.status", "turn", lasting=True)
def islands(g: War, power: int) -> list[int]:
    """Places of value in the second theatre that the enemy holds and the staff wants."""
    homes = [s for country in shores_wanted(g, power, EAST) for s in g.ground.homeland.get(country, ())]
    return [s for s in homes if s in stakes(g) and enemy_hex(g, s, power)]


def best_base(g: War, view: View, move: Move) -> tuple[float, int]:
    """What an aircraft gains by its best new base, and where that is."""
    here = g.units.at[move.unit]
    if political(g):
        now = base_value(g, view, move.unit, here)
        ranked = sorted((-base_value(g, view, move.unit, s), s) for s in move.reach(g) if s != here and g.ground.land[s])
        better = [(-loss, s) for loss, s in ranked if -loss > now]
        open_to = ((value - now, s) for value, s in better[:MOST_BASES] if may_move(g, move, s) is None)
        return next(open_to, (0.0, here))
    bases = sorted((s for s in move.reach(g) if may_move(g, move, s) is None), key=lambda s: (abs(view.near(s) - 4), s))[:40]
    known = {s: base_value(g, view, move.unit, s) for s in bases}
    top = max(known, key=lambda s: (known[s], -s), default=here)
    return known.get(top, 0.0) - base_value(g, view, move.unit, here) if top != here else 0.0, top


def badly_based(g: War, view: View, power: int) -> float:
    """What the aircraft of a power would gain by better bases, all of them; in a campaign bases near a front alone count, for on
    the long way there they fly beside other actions."""
    found = 0.0
    for unit in view.planes(power):
        if base_value(g, view, unit, g.units.at[unit]) < -1.0:
            gain, space = best_base(g, view, Move(power, unit))
            found += max(0.0, gain) if view.near(space) < FAR or not political(g) else 0.0
    return found


def rebase(g: War, ask: Ask, power: int) -> Answer:
    """The aircraft that gains most by another base."""
    view = view_of(g, power)
    mine = [o for o in ask.options if o.verb == "rebase"]
    movers = [(base_value(g, view, o.arg.index, g.units.at[o.arg.index]), n, o) for n, o in enumerate(mine)]
    stuck: set[tuple[int, int]] = set()  # bases from which aircraft of a range get nowhere better
    for value, _, option in sorted(movers, key=lambda m: m[:2]):
        kind = g.units.at[option.arg.index], g.units[option.arg.index].sheet.range
        if value >= -1.0 or len(stuck) >= MOST_STUCK:
            break
        if kind in stuck:
            continue
        if best_base(g, view, Move(power, option.arg.index))[0] > LEAST_REBASE:
            return option, "its base is badly placed"
        stuck.add(kind)
    return named(ask, "done") or ask.options[0], "the others stand well"


def new_base(g: War, ask: Ask, subject: Move) -> Answer:
    gain, space = best_base(g, view_of(g, subject.power), subject)
    option = ask.find(f"base {g.board.token(space)}")
    if option is not None and gain > LEAST_REBASE:
        return option, f"in reach of the front from {g.board.label(space)}"
    return named(ask, "stay") or ask.options[0], "no base is better"


def support_in_reach(g: War, view: View, power: int) -> dict[int, float]:
    """Tactical factors of a power's bombers that could fly to each enemy hex; a third of them, for they cannot be everywhere."""
    found: dict[int, float] = {}
    for unit in view.planes(power):
        sheet = g.units[unit].sheet
        if sheet.tactical <= 0 or roster(g).types[unit] in (Type.FTR, Type.ATR):
            continue
        reach = flying_reach(g, {g.units.at[unit]: 0}, outward_range(g, unit, BOMBER))
        for space in view.theirs:
            if space in reach:
                found[space] = found.get(space, 0.0) + float(tactical_factors(g, unit, space)) / 3
    return found


def strikes_in_reach(g: War, view: View, power: int, most: int) -> dict[int, int]:
    """Defenders that the two best bombers in reach would turn face-down before an attack, for the few hexes where most is at
    stake: missions are few (10.2)."""
    bombers = [u for u in view.planes(power) if g.units[u].sheet.tactical > 1 and roster(g).types[u] in (Type.LND, Type.NAV)]
    reach = {u: flying_reach(g, {g.units.at[u]: 0}, outward_range(g, u, BOMBER)) for u in bombers}
    aims = [s for s in view.theirs if view.to_friend.get(s, FAR) <= 1 and sum(s in hexes for hexes in reach.values()) >= PAIR]
    found: dict[int, int] = {}
    for space in sorted(aims, key=lambda s: (view.approach.get(s, FAR), -worth(g, s) - view.goals.get(s, 0.0), s))[:most]:
        pair = sorted((u for u in bombers if space in reach[u]), key=lambda u: (-tactical_factors(g, u, space), u))[:PAIR]
        standing = [u for u in victims(g, space, power) if roster(g).land[u]]
        turned = round(sum(flip_chance(g, pair, u, space) for u in standing))
        if turned:
            found[space] = turned
    return found
