"""15.1.3.2, 15.1.5, 15.2.1, 7.10: shipyards: laying down, building and repairing ships, launching, new yards, captured yards.

Each yard does one factor of work in a player turn, two on a Fleet at a high price. ASW are built in strategic warfare and use a
yard too (15.1.5.3).
"""

from __future__ import annotations

from grognard.kernel.cache import derived
from grognard.kernel.dice import D10
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.tw.kinds import NAVAL, Kind
from grognard.titles.tw.nations import BRITAIN, FRANCE, GERMANY, INDEX, ITALY, KEYS, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.money import camp, construction_price, pay, purse_of, spend
from grognard.titles.tw.rules.seas import distance, port_spaces
from grognard.titles.tw.rules.supply import lines
from grognard.titles.tw.rules.units import hex_sides, patron_of
from grognard.titles.tw.state import LOST, LOST_UNSUPPLIED, YARD, Unit, War
from grognard.titles.tw.war_charts import naval_damage

FLEET_SPACES, CARRIER_SPACES = 9, 4  # 15.1.1
SPACE_PRICE, DEAR_CARRIER = 4, 8  # 15.1.2: a CV costs Germany and Italy double
RUSH = 2  # 15.1.5.4
YARD_PRICE = 25
UNCOUNTED = -1  # of Hex.yard_loss: captured, the damage is rolled before the next work in shipyards
MORE_YARDS = {GERMANY: 1, ITALY: 1, BRITAIN: 2, USA: 2, FRANCE: 0, USSR: 0}  # 15.1.5.1


# --- yards (15.1.5, 15.1.5.1) ---------------------------------------------------------------------------------------------------


@rule("15.1.5", "8.8.9")
@derived("hexes.shipyard")
def yards(g: War) -> dict[int, int]:
    """Places with a shipyard in their owner's country, and whose they are; Canada's is British."""
    found = {}
    for s in port_spaces(g):
        built = g.hexes.shipyard[s]
        if "shipyard" in g.ground.features[s] or built != NOWHERE:
            found[s] = built if built != NOWHERE else INDEX[g.ground.owner[s]]
    return dict(sorted(found.items()))


@rule("15.1.5")
def capacity_of(g: War, yard: int) -> int:
    """Factors of work a yard has in a player turn: one; the American box as many as it has yards (TW-AMB-24)."""
    return 1 + g.us_yards + g.nations.yards[USA] if g.board.ids[yard] == "us_box" else 1


WORK_MARK = 16  # `Hex.worked` is the player turn times this, and the factors of work that were done in it


def work_done(g: War, yard: int) -> int:
    """Factors of work a yard has done in this player turn."""
    turn, done = divmod(g.hexes.worked[yard], WORK_MARK)
    return done if turn == g.player_turn else 0


def use_yard(g: War, yard: int) -> None:
    """A yard has done one factor of work more in this player turn."""
    g.hexes[yard].worked = g.player_turn * WORK_MARK + work_done(g, yard) + 1


def idle_work(g: War, yard: int) -> int:
    """Factors of work left in this player turn."""
    return max(capacity_of(g, yard) - work_done(g, yard), 0)


@rule("15.1.5.2", "15.2.1", "15.1.5.6")
def may_use(g: War, nation: int, yard: int, *, fresh: bool) -> No | None:
    """Whether a nation can work in a yard: its own and in supply; one it has captured only repairs, once it is whole."""
    owner = yards(g).get(yard)
    if owner is None:
        return No("15.1.5", "there is no shipyard")
    if g.hexes.yard_loss[yard]:
        return No("15.1.5.6", "the yard itself must be repaired first")
    side = g.nations.side[nation]
    if owner != nation and (fresh or hex_sides(g)[yard] != side or side == NEUTRAL):
        return No("15.1.5.2", "captured yards repair, they lay down nothing")
    if owner == nation and g.hexes.holder[yard] != nation:
        return No("15.1.5", "the yard is lost")
    if side != NEUTRAL and g.ground.land[yard]:
        net = lines(g, side)
        if not net.network.reached[yard] & net.full.get(nation, 0):
            return No("15.2.1", "the port is out of supply")
    return None if idle_work(g, yard) else No("15.1.5", "the yard has done its work this turn")


# --- work on ships --------------------------------------------------------------------------------------------------------------


def spaces_of_ship(g: War, ship: int) -> int:
    return CARRIER_SPACES if g.roster.kinds[ship] == Kind.CV else FLEET_SPACES


@rule("15.1.2", "15.1.5.2", "15.1.5.4")
def work_price(g: War, ship: int, spaces: int = 1) -> int:
    """NARFs for one or two spaces on the track."""
    if g.roster.kinds[ship] == Kind.CV and g.roster.nations[ship] in (GERMANY, ITALY):
        return DEAR_CARRIER
    return SPACE_PRICE if spaces == 1 else SPACE_PRICE * 2 * spaces


@rule("15.1.5.1", "15.1.5.2", "23.37")
def may_lay_down(g: War, ship: int, yard: int) -> No | None:
    """Whether a ship of the force pool can be begun in a yard."""
    if g.units.pool[ship] not in (LOST, LOST_UNSUPPLIED) or g.roster.kinds[ship] not in NAVAL:
        return No("15.1.5", "it is no ship that waits to be built")
    nation = g.roster.nations[ship]
    if nation not in MORE_YARDS:
        return No("15.4", "minor countries build no ships")
    if g.designs[g.units.design[ship]].nation != KEYS[nation]:
        return No("23.37", "ships that came over from others are not built again")
    no = may_use(g, nation, yard, fresh=True)
    if no is not None:
        return no
    return _affordable(g, ship, 1)


@rule("15.1.5.2", "15.1.5.4", "7.10", "22.7.1")
def may_work(g: War, ship: int, spaces: int) -> No | None:
    """Whether a ship on a track can be brought on by one or two spaces."""
    if g.units.pool[ship] != YARD:
        return No("15.1.5", "it is in no shipyard")
    if g.units.laid[ship] == g.turn:
        return No("7.10", "no work in the turn it came in depleted, or was laid down")
    if spaces == RUSH and g.roster.kinds[ship] == Kind.CV:
        return No("15.1.5.4", "carriers cannot be hurried")
    nation = g.roster.nations[ship]
    if spaces == RUSH and nation == USA and g.nations.side[USA] == NEUTRAL:
        return No("15.1.5.4", "America hurries nothing before it is at war")
    no = may_use(g, nation, g.units.yard[ship], fresh=False)
    return no if no is not None else _affordable(g, ship, spaces)


def _affordable(g: War, ship: int, spaces: int) -> No | None:
    payer = patron_of(g, ship)
    price = construction_price(g, payer, work_price(g, ship, spaces))
    return No("15.1.2", f"it costs {price} NARFs") if price > purse_of(g, payer) else None


@rule("15.1.5", "15.1.5.2")
def lay_down(g: War, ship: Unit, yard: int) -> None:
    """A ship of the force pool goes on the first space of a yard's track."""
    spend(g, patron_of(g, ship.index), work_price(g, ship.index))
    ship.pool, ship.yard, ship.track, ship.laid = YARD, yard, 1, g.turn
    use_yard(g, yard)
    g.say("{} is laid down at {}", ship, g.hexes[yard], rule="15.1.5")


@rule("15.1.5.2", "15.1.5.4", "15.1.3.2")
def work_on(g: War, ship: Unit, spaces: int) -> None:
    """A ship moves on its track; on the last space it is launched."""
    spend(g, patron_of(g, ship.index), work_price(g, ship.index, spaces))
    use_yard(g, ship.yard)
    ship.track = min(ship.track + spaces, spaces_of_ship(g, ship.index))
    g.say("{} comes to space {} at {}", ship, ship.track, g.hexes[ship.yard], rule="15.1.5.2")
    if ship.track == spaces_of_ship(g, ship.index):
        launch(g, ship)


@rule("15.1.5.2", "15.2.1")
def launch(g: War, ship: Unit) -> None:
    """A finished ship lies in the port of its yard; this player turn it does no more than change its base."""
    yard = ship.yard
    ship.pool, ship.at, ship.yard, ship.track, ship.laid, ship.depleted = 0, yard, NOWHERE, 0, NOWHERE, 0
    ship.missions = ship.missions | LAUNCHED
    g.say("{} is launched at {}", ship, g.hexes[yard], rule="15.1.5.2")
    embark_aircraft(g)


LAUNCHED, SAILED, WATCHED = 1, 2, 4  # bits of Unit.missions of a ship: launched now; own mission; interception (7.0, 7.8)


def embark_aircraft(g: War) -> None:
    """Naval aircraft that lie ashore where a carrier without any lies go aboard."""
    known, at = g.roster, g.units.at
    full = {cv for u, cv in enumerate(g.units.aboard) if cv >= 0 and at[u] >= 0}
    for nac, kind in enumerate(known.kinds):
        if kind != Kind.NAC or at[nac] < 0 or (g.units.aboard[nac] >= 0 and at[g.units.aboard[nac]] >= 0):
            continue
        for cv in known.naval:
            fits = known.kinds[cv] == Kind.CV and at[cv] == at[nac] and known.nations[cv] == known.nations[nac]
            if fits and cv not in full:
                g.units[nac].aboard = cv
                full.add(cv)
                break


# --- new yards, damage and capture ----------------------------------------------------------------------------------------------


@rule("15.1.5", "15.1.5.1", "22.7.1")
def may_build_yard(g: War, nation: int, port: int) -> No | None:
    """Whether a power can build a shipyard in a port of its own country: few, and one a year."""
    row = g.nations[nation]
    if row.yards >= MORE_YARDS.get(nation, 0):
        return No("15.1.5.1", "it may build no more yards")
    if row.yard_year == g.year:
        return No("15.1.5.1", "one yard a year")
    if nation == USA and row.side == NEUTRAL:
        return No("22.7.1", "America builds no yards before it is at war")
    if row.narfs < YARD_PRICE:
        return No("15.1.2", f"it costs {YARD_PRICE} NARFs")
    home = g.ground.country[port] == KEYS[nation] or (nation == USA and g.board.ids[port] == "us_box")
    if port not in port_spaces(g) or not home or g.hexes.holder[port] != nation:
        return No("15.1.5.1", "it must be a port of its own country")
    if port in yards(g) and g.board.ids[port] != "us_box":
        return No("15.1.5.1", "there is a yard")
    return None


def build_yard(g: War, nation: int, port: int) -> None:
    row = g.nations[nation]
    pay(g, nation, YARD_PRICE)
    row.yards, row.yard_year = row.yards + 1, g.year
    if g.board.ids[port] != "us_box":
        g.hexes[port].shipyard = nation
    g.say("{} builds a shipyard at {}", row, g.hexes[port], rule="15.1.5.1")


@rule("7.10", "7.9.6")
def damage_ship(g: War, ship: Unit, rule: str) -> int:
    """Roll the damage of a depleted ship and note the space it will lie on; aircraft of a carrier suffer with it."""
    carrier = ship.sheet.kind == Kind.CV
    factors = naval_damage(g.roll(D10, f"damage of {ship.label}", "7.10"), carrier=carrier)
    full = spaces_of_ship(g, ship.index)
    if ship.pool == YARD:
        ship.track = max(ship.track - factors, 0)
    else:
        ship.depleted, ship.track = 1, full - factors
        if carrier:
            for u, cv in enumerate(g.units.aboard):
                if cv == ship.index and g.units.at[u] >= 0:
                    g.units[u].depleted = 1
    g.say("{} is depleted by {} factors", ship, factors, rule=rule)
    return factors


@rule("7.10")
def nearest_yard(g: War, ship: int, start: int) -> int:
    """The nearest yard of a ship's own country by sea, else one its side has captured; NOWHERE where no way leads to one."""
    nation = g.roster.nations[ship]
    found: list[tuple[int, int, int]] = []
    for yard, owner in yards(g).items():
        held = g.hexes.holder[yard] == owner if owner == nation else hex_sides(g)[yard] == g.nations.side[nation]
        if not held or g.hexes.yard_loss[yard]:
            continue
        if yard == start:
            far = 0
        elif g.ground.box[yard]:
            far = distance(g, nation, start, g.board.space("north_atlantic")) + 5
        else:
            far = min([distance(g, nation, start, s) for s in g.ground.sea_ports[yard] if g.ground.sea[s]], default=99)
        if far < 99:
            found.append((int(owner != nation), far, yard))
    return min(found)[2] if found else NOWHERE


@rule("7.10", "15.1.3.2")
def dock(g: War, ship: Unit, yard: int) -> None:
    """A depleted ship goes on the track of a yard; work begins next turn."""
    for u, cv in enumerate(g.units.aboard):
        if cv == ship.index and g.units.at[u] >= 0:
            g.units[u].at = yard
            g.units[u].aboard = NOWHERE
    ship.at, ship.port, ship.pool, ship.yard, ship.laid = NOWHERE, NOWHERE, YARD, yard, g.turn
    g.say("{} goes into dock at {}, space {}", ship, g.hexes[yard], ship.track, rule="7.10")


@rule("15.1.5.6")
def count_damage(g: War) -> None:
    """Roll the damage of yards that were captured this turn."""
    for yard in yards(g):
        if g.hexes.yard_loss[yard] == UNCOUNTED:
            captured_yard(g, yard)


@rule("15.1.5.6")
def captured_yard(g: War, yard: int) -> None:
    """A captured yard is depleted like a Fleet; ships being built there suffer as much, ships under repair get away."""
    loss = naval_damage(g.roll(D10, f"damage of the shipyard at {g.board.label(yard)}", "15.1.5.6"), carrier=False)
    g.hexes[yard].yard_loss = loss
    for u, place in enumerate(g.units.yard):
        if place != yard or g.units.pool[u] != YARD:
            continue
        ship = g.units[u]
        if ship.depleted:
            refuge = next(
                (s for s, owner in yards(g).items() if s != yard and owner == g.roster.nations[u] and g.hexes.holder[s] == owner),
                NOWHERE,
            )
            if refuge != NOWHERE:
                ship.yard = refuge
                continue
        ship.track = max(ship.track - loss, 0)
        if ship.track == 0:
            ship.pool, ship.yard, ship.depleted = LOST, NOWHERE, 0


def in_hand(g: War, side: int) -> list[int]:
    """Ships of a camp on building tracks."""
    nations = g.roster.nations
    return [u for u, pool in enumerate(g.units.pool) if pool == YARD and camp(g, nations[u]) == side]


def to_lay_down(g: War, side: int) -> list[int]:
    """Ships of a camp that wait in the force pool; of each nation and kind the first stands for all."""
    known = g.roster
    seen: set[tuple[int, int]] = set()
    found = []
    for u in known.naval:
        key = known.nations[u], int(known.kinds[u])
        if g.units.pool[u] in (LOST, LOST_UNSUPPLIED) and camp(g, known.nations[u]) == side and key not in seen:
            seen.add(key)
            found.append(u)
    return found
