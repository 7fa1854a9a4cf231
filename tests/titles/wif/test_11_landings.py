"""11.12, 11.13: debarking and invasions."""

from __future__ import annotations

from grognard.titles.wif.facts import JAPAN, USA
from grognard.titles.wif.kinds import Action, Type, Weather
from grognard.titles.wif.rules.fuel import PAID
from grognard.titles.wif.rules.land_attack import attack_on, resolve_attacks
from grognard.titles.wif.rules.land_odds import fight
from grognard.titles.wif.rules.land_steps import hex_price, shore_price
from grognard.titles.wif.rules.landings import Debarking, Invading, debark, invade, may_debark, may_invade, passengers
from grognard.titles.wif.rules.supply import in_supply
from grognard.titles.wif.rules.zones import zones_of_side
from grognard.titles.wif.state import INVASION, NOWHERE, SETTLED, War
from tests.titles.wif.field import act, at, drive, hold, named, put, sky, war


def beach(what: str = "USA MAR any", ship: str = "USA AMPH any", section: int = 3) -> tuple[War, int, int]:
    """A unit aboard a ship in the sea off Guadalcanal, which Japan holds."""
    g = war(("Japan", "USA"), scenario="guadalcanal_1942", turn="Jul/Aug 1942")
    act(g, "USA", Action.LAND)
    hold(g, "Japan", "Guadalcanal")
    carrier = put(g, ship, "Pearl Harbor")
    unit = put(g, what, "Pearl Harbor", aboard=carrier)
    there = g.ground.sections[g.ground.seas[at(g, "Guadalcanal")][0]][section]
    g.units[carrier].at = g.units[unit].at = there
    return g, unit, carrier


def test_11_13_marines_invade_and_their_attack_is_declared() -> None:
    g, unit, ship = beach()
    island = at(g, "Guadalcanal")
    assert passengers(g, USA) == [unit]
    drive(g, invade(g), [f"invade u{unit} {g.board.token(island)}"])
    assert g.units.at[unit] == island and g.units.landed[unit] == INVASION and g.units.aboard[unit] == NOWHERE
    assert g.units.down[ship] and in_supply(g, unit)
    battle = fight(g, attack_on(g, island))
    assert battle.attackers == (unit,) and battle.notional is not None
    assert battle.attack == g.units[unit].sheet.strength  # a marine from an AMPH is not halved
    assert not zones_of_side(g, 1)[island]


def test_11_13_a_landing_that_clears_the_beach_takes_it() -> None:
    g, unit, _ = beach()
    island = at(g, "Guadalcanal")
    drive(g, invade(g), [f"invade u{unit} {g.board.token(island)}"])
    attack = attack_on(g, island)
    drive(g, resolve_attacks(g), [f"fight a{attack}", "assault"], dice=[10])
    assert g.units.at[unit] == island and g.units.landed[unit] == SETTLED
    assert g.hexes.controller[island] != g.facts.country["japan"]


def test_11_15_5_invaders_are_lost_where_even_the_notional_unit_stands() -> None:
    g, unit, _ = beach("USA INF any")
    island = at(g, "Guadalcanal")
    for _ in range(2):
        put(g, "Japan INF any", "Guadalcanal")
    drive(g, invade(g), [f"invade u{unit} {g.board.token(island)}"])
    drive(g, resolve_attacks(g), [f"fight a{attack_on(g, island)}", "assault"], dice=[1])
    assert g.units.at[unit] < 0


def test_11_13_halved_from_a_transport() -> None:
    g, unit, _ = beach(ship="USA TRS any")
    island = at(g, "Guadalcanal")
    drive(g, invade(g), [f"invade u{unit} {g.board.token(island)}"])
    assert 2 * fight(g, attack_on(g, island)).attack == g.units[unit].sheet.strength


def test_11_13_who_may_not_invade() -> None:
    island = "Guadalcanal"
    for what, ship, section in (
        ("USA INF any", "USA TRS any", 3),
        ("USA ARM any", "USA AMPH any", 3),
        ("USA MAR any", "USA AMPH any", 1),
    ):
        g, unit, _ = beach(what, ship, section)
        refused = may_invade(g, Invading(USA), (unit, at(g, island)))
        assert refused is not None and refused.rule == "11.13"
    g, unit, _ = beach()
    sky(g, Weather.STORM)
    assert may_invade(g, Invading(USA), (unit, at(g, island))) is not None
    sky(g, Weather.FINE)
    assert may_invade(g, Invading(USA), (unit, at(g, island))) is None
    act(g, "USA", Action.NAVAL)
    refused = may_invade(g, Invading(USA), (unit, at(g, island)))
    assert refused is not None and refused.rule == "10.2"


def test_10_3_motorised_invaders_need_oil_for_their_attack() -> None:
    """10.3 frees landing from oil, not the attack that follows (11.13)."""
    g, unit, _ = beach("USA MOT any")
    pair = (unit, at(g, "Guadalcanal"))
    g.options.oil = True
    assert may_invade(g, Invading(USA), pair) is None
    g.powers[USA].burnt = 1  # another unit was the one that is free
    no = may_invade(g, Invading(USA), pair)
    assert no is not None and no.rule == "10.3"
    g.powers[USA].fuel = PAID
    assert may_invade(g, Invading(USA), pair) is None


def test_11_12_units_debark_on_friendly_coasts() -> None:
    g, unit, ship = beach("USA INF any", "USA TRS any")
    hold(g, "USA", "Guadalcanal")
    island = at(g, "Guadalcanal")
    assert may_debark(g, Debarking(USA), (unit, island)) is None or not g.ground.port[island]
    drive(g, debark(g), [f"debark u{unit} {g.board.token(island)}"])
    assert g.units.at[unit] == island and in_supply(g, unit) and g.units.down[ship] and g.powers.land[USA] == 1


def test_11_12_not_on_enemy_coasts_nor_face_down() -> None:
    g, unit, _ = beach()
    refused = may_debark(g, Debarking(USA), (unit, at(g, "Guadalcanal")))
    assert refused is not None and refused.rule == "11.12"
    hold(g, "USA", "Guadalcanal")
    g.units[unit].down = 1
    assert may_debark(g, Debarking(USA), (unit, at(g, "Guadalcanal"))) is not None


def band(g: War, power: int, where: int) -> int:
    """Partisans of a power in a hex."""
    number = next(n for n, c in enumerate(g.facts.counters) if c.type == Type.PART)
    return g.units.add(counter=number, at=where, power=power, country=g.facts.country["philippines"]).index


def test_13_1_3_nobody_debarks_among_hostile_partisans() -> None:
    """Found by random play: Americans went ashore in their own port beside Japanese bands."""
    g, unit, _ = beach("USA MAR any", "USA AMPH any")
    hold(g, "USA", "Guadalcanal")
    island = at(g, "Guadalcanal")
    assert may_debark(g, Debarking(USA), (unit, island)) is None
    bands = band(g, JAPAN, island)
    refused = may_debark(g, Debarking(USA), (unit, island))
    assert refused is not None and refused.rule == "13.1.3"
    g.units[bands].at = at(g, "Tokyo")
    assert may_debark(g, Debarking(USA), (unit, island)) is None


def test_11_13_nobody_invades_a_hex_that_friendly_partisans_hold() -> None:
    g, unit, _ = beach()
    island = at(g, "Guadalcanal")
    assert may_invade(g, Invading(USA), (unit, island)) is None
    friends = band(g, USA, island)
    refused = may_invade(g, Invading(USA), (unit, island))
    assert refused is not None and "partisans" in refused.reason
    g.units[friends].power = JAPAN
    assert may_invade(g, Invading(USA), (unit, island)) is None


def test_11_13_enemy_partisans_in_a_hex_of_ones_own_can_be_invaded() -> None:
    """A hex that the invader controls is no goal, unless partisans of the other side are there."""
    g, unit, _ = beach()
    island = at(g, "Guadalcanal")
    hold(g, "USA", "Guadalcanal")
    refused = may_invade(g, Invading(USA), (unit, island))
    assert refused is not None and refused.rule == "11.13"
    band(g, JAPAN, island)
    assert may_invade(g, Invading(USA), (unit, island)) is None


def test_11_12_divisions_need_a_port_or_an_hq_like_others() -> None:
    g, unit, _ = beach("USA INF any", "USA TRS any")
    small = next(n for n, c in enumerate(g.facts.counters) if c.power == "USA" and c.division and c.type == Type.INF)
    g.units[unit].counter = small
    sea = g.ground.area[g.units.at[unit]]
    bare = next(s for s in g.ground.shores[sea] if not g.ground.port[s])
    hold(g, "USA", g.board.token(bare))
    refused = may_debark(g, Debarking(USA), (unit, bare))
    assert refused is not None and "open port" in refused.reason
    named(g, "USA", "MacArthur", g.board.token(bare))
    assert may_debark(g, Debarking(USA), (unit, bare)) is None


def test_11_12_a_shore_costs_who_debarks_what_it_costs_him_on_the_march() -> None:
    """Japanese infantry of three points in a jungle of four pays one less and stays up, others of three turn down."""
    g = war(("Japan", "USA"), scenario="global_war_1939", turn="Jan/Feb 1942")
    jungle = at(g, "A0116")
    assert hex_price(g, jungle, False) == 4
    japanese = next(u for u in (put(g, "Japan INF any", "Tokyo") for _ in range(20)) if g.roster.moves[u] == 3)
    american = next(u for u in (put(g, "USA INF any", "Manila") for _ in range(8)) if g.roster.moves[u] == 3)
    assert shore_price(g, japanese, jungle) == 3 <= g.roster.moves[japanese]
    assert shore_price(g, american, jungle) == 4 > g.roster.moves[american]
    hold(g, "Japan", "A0116")
    act(g, "Japan", Action.LAND)
    ship = put(g, "Japan AMPH any", "Tokyo")
    g.units[ship].at = g.units[japanese].at = g.ground.sections[g.ground.seas[jungle][0]][2]
    g.units[japanese].aboard = ship
    drive(g, debark(g), [f"debark u{japanese} {g.board.token(jungle)}"])
    assert g.units.at[japanese] == jungle and not g.units.down[japanese]
