"""19.4, 22.10, 23.5.3: setting up: the hexes a row of the chart leaves open, new allies in their territories, hidden units that
show themselves."""

from __future__ import annotations

from grognard.kernel.rules import First
from grognard.kernel.session import Session
from grognard.titles.aif import TITLE
from grognard.titles.aif.gestures import posted
from grognard.titles.aif.rules import deployment, hidden, minors
from grognard.titles.aif.rules.deployment import Deploying, Posting, deploying_powers, latitude, may_post, may_shift, row_of
from grognard.titles.aif.rules.hidden import Hiding, powers_in_hiding
from grognard.titles.aif.rules.minors import Muster, may_muster
from grognard.titles.aif.state import America
from grognard.titles.wif.facts import AXIS, COMMONWEALTH, FRANCE, GERMANY, JAPAN, USA
from grognard.titles.wif.ground import NO_PORT
from grognard.titles.wif.rules.control import powers_by_hex
from grognard.titles.wif.rules.land_attack import join_attack
from grognard.titles.wif.rules.stacking import enforce_stacking, excess
from grognard.titles.wif.state import NOWHERE, SET_ASIDE

from ..wif.field import at, drive, put
from .field import america, country, favour


def opened(scenario: str = "campaign_1945") -> America:
    """A scenario as it is on the board before anybody answers."""
    g: America = Session.new(TITLE, scenario, {}).g
    return g


def unit_called(g: America, counter: str) -> int:
    return next(u for u, c in enumerate(g.units.counter) if c >= 0 and g.facts.counters[c].id == counter)


# --- setting up (23.5.3) --------------------------------------------------------------------------------------------------------


def test_23_5_3_b_any_hex_of_the_row_that_the_power_controls() -> None:
    """aif-23.5.3-b: a row that says USA leaves every American hex open; not Canada, nor a hex that is full."""
    g = opened()
    corps = unit_called(g, "L764")  # the XI, a row that says USA
    row = row_of(g, corps)
    assert row is not None and row.places == ["USA"] and may_shift(g, Deploying(USA), corps) is None
    assert may_post(g, Posting(USA, corps), at(g, "Denver")) is None or excess(g, at(g, "Denver"))
    refused = may_post(g, Posting(USA, corps), at(g, "Halifax"))
    assert refused is not None and refused.rule == "23.5.3"
    troops = {s: sum(g.roster.land[u] for u in g.units.stacks.get(s, ())) for s in latitude(g, corps)}
    full = next(s for s, n in troops.items() if n == 2 and s != g.units.at[corps])
    crowded = may_post(g, Posting(USA, corps), full)
    assert crowded is not None and crowded.rule == "2.3.1"


def test_23_5_3_militia_and_the_enemys_units_are_not_moved() -> None:
    g = opened()
    militia, corps = unit_called(g, "L773"), unit_called(g, "L764")
    for power, unit in ((USA, militia), (GERMANY, corps)):
        refused = may_shift(g, Deploying(power), unit)
        assert refused is not None and refused.rule == "23.5.3"


def test_23_5_3_ships_are_set_up_in_ports() -> None:
    g = opened()
    ship = next(u for u, whose in enumerate(g.units.power) if whose == USA and g.roster.naval[u] and row_of(g, u) is not None)
    places = [s for s in latitude(g, ship) if may_post(g, Posting(USA, ship), s) is None]
    assert places and all(g.ground.port[s] != NO_PORT for s in places)
    refused = may_post(g, Posting(USA, ship), at(g, "Denver"))
    assert refused is not None and "port" in refused.reason


def test_23_5_3_a_power_moves_a_corps_and_says_that_all_stand_well() -> None:
    g = opened()
    corps, denver = unit_called(g, "L764"), at(g, "Salt Lake City")
    g.power = USA
    drive(g, deployment.deploy(g), [f"shift u{corps}", f"post {g.board.token(denver)}", "set"])
    assert g.units.at[corps] == denver


def test_23_5_3_a_counter_taken_to_a_hex_is_told_the_way() -> None:
    """The two answers that put it there, or why it does not stand there."""
    g = opened()
    corps, g.power = g.units[unit_called(g, "L764")], USA
    city = g.hexes[at(g, "Salt Lake City")]
    way = posted(g, "usa", corps, city)
    assert isinstance(way, First) and way.then == (f"shift {corps.token}", f"post {city.token}")
    refused = posted(g, "usa", corps, g.hexes[at(g, "Halifax")])
    assert refused is not None and not isinstance(refused, First) and refused.rule == "23.5.3"
    other = posted(g, "commonwealth", corps, city)
    assert other is not None and "USA" in other.reason


def test_23_5_3_an_hq_is_not_taken_from_under_its_aircraft() -> None:
    """Its hex holds an aircraft more because of it."""
    g = opened()
    hq = next(u for u, whose in enumerate(g.units.power) if whose == USA and g.roster.hq[u] and row_of(g, u) is not None)
    here = g.units.at[hq]
    for plane in [u for u in g.units.stacks[here] if g.roster.air[u]]:
        g.units[plane].at = SET_ASIDE
    assert may_shift(g, Deploying(USA), hq) is None
    while len([u for u in g.units.stacks[here] if g.roster.air[u]]) < 4:
        put(g, "USA FTR any", g.board.token(here))
    refused = may_shift(g, Deploying(USA), hq)
    assert refused is not None and refused.rule == "2.3.1"


def test_23_5_3_every_open_row_names_hexes_in_the_order_of_the_set_up() -> None:
    for scenario, first in (("campaign_1945", FRANCE), ("star_spangled_banner_1947", COMMONWEALTH)):
        g = opened(scenario)
        whose = powers_by_hex(g)
        for unit, power in enumerate(g.units.power):
            if row_of(g, unit) is not None and g.units.at[unit] >= 0:
                assert latitude(g, unit), g.units[unit].label
                if not any(whose[s] == power for s in latitude(g, unit)):  # Italians on German islands stay where they are
                    assert scenario != "campaign_1945" and may_shift(g, Deploying(power), unit) is not None
        assert deploying_powers(g)[0] == first


# --- new allies (19.4) ----------------------------------------------------------------------------------------------------------


def test_19_4_half_of_a_new_allys_units_may_stand_in_its_territories() -> None:
    """Brazil has Rocas besides its home country; without leave to go abroad no unit is set up there."""
    g = america()
    brazil, rocas = country(g, "brazil"), next(iter(g.ground.homeland["rocas"]))
    corps = put(g, "Brazil INF any", "Rio de Janeiro") if any(c.power == "Brazil" for c in g.facts.counters) else 0
    minors.follow_the_minor(g, brazil)
    assert rocas in minors.own_hexes(g, brazil)
    assert may_muster(g, Muster(GERMANY, corps, brazil, 1), rocas) is None
    refused = may_muster(g, Muster(GERMANY, corps, brazil, 0), rocas)
    assert refused is not None and refused.rule == "19.4"
    assert may_muster(g, Muster(GERMANY, corps, brazil, 1), at(g, "Buenos Aires")) is not None


def test_19_4_brazil_is_set_up_at_home_and_in_rocas() -> None:
    g = america()
    flag = favour(g, "Brazil", "Germany", 11)
    rocas = g.board.token(next(iter(g.ground.homeland["rocas"])))
    asked: list[str] = []
    flow = minors.raise_army(g, flag, GERMANY)
    ask = next(flow)
    try:
        while True:
            asked.append(ask.prompt)
            there = ask.find(f"muster {rocas}")
            ask = flow.send(there if there is not None else ask.options[0])
    except StopIteration:
        pass
    brazil = country(g, "brazil")
    army = [u for u, nation in enumerate(g.units.country) if nation == brazil and g.units.at[u] >= 0]
    abroad = [u for u in army if g.board.token(g.units.at[u]) == rocas]
    assert abroad and 2 * len(abroad) <= len(army)


def test_19_4_panama_brings_convoy_points_of_its_controller_to_the_port_he_names() -> None:
    g = america()
    flag = favour(g, "Panama", "USA", 11)
    drive(g, minors.raise_army(g, flag, USA), [f"muster {g.board.token(at(g, 'Colon'))}"])
    heap = next(u for u, points in enumerate(g.units.points) if points == 5 and g.units.counter[u] == NOWHERE)
    assert g.units.at[heap] == at(g, "Colon") and g.units.country[heap] == country(g, "usa")


# --- hidden units (22.10) -------------------------------------------------------------------------------------------------------


def concealed(g: America, what: str, where: str) -> int:
    unit = put(g, what, where)
    g.units[unit].at = SET_ASIDE
    g.hideouts = {**g.hideouts, unit: at(g, where)}
    return unit


def test_22_10_they_may_show_themselves_before_every_step_of_an_impulse() -> None:
    """Before naval movement and combat, land movement, landings, land combat, rebases, and the return to base."""
    names = [segment for segment in _names(TITLE.sequence) if segment.startswith("Hidden units before")]
    assert [n.removeprefix("Hidden units before ") for n in names] == [
        "naval movement", "naval combat", "land movement", "landings", "land combat", "rebases", "the return to base",
    ]  # fmt: skip


def _names(node: object) -> list[str]:
    own = [node.name] if type(node).__name__ == "Segment" else []  # type: ignore[attr-defined]
    return own + [n for part in getattr(node, "children", ()) for n in _names(part)]


def test_22_10_an_owner_may_say_that_they_lie_hidden_for_the_turn() -> None:
    g = america(hidden_units=True)
    concealed(g, "USA INF any", "Denver")
    assert powers_in_hiding(g) == [USA]
    g.power = USA
    drive(g, hidden.show_units(g), ["lie_low"])
    assert powers_in_hiding(g) == [USA]
    drive(g, hidden.show_units(g), ["quiet"])
    assert powers_in_hiding(g) == []
    g.turn += 1
    assert powers_in_hiding(g) == [USA]


def test_22_10_whoever_shows_himself_in_a_full_hex_costs_a_unit_at_once() -> None:
    g = america(hidden_units=True)
    corps = [put(g, "USA INF any", "Denver") for _ in range(2)]
    third = concealed(g, "USA INF any", "Denver")
    g.power = USA
    drive(g, hidden.show_units(g), [f"show u{third}", f"destroy u{corps[0]}"])
    assert [g.units.at[u] == at(g, "Denver") for u in (*corps, third)] == [False, True, True]


def test_22_10_an_attack_meets_no_more_than_the_hex_may_hold() -> None:
    """Two hidden corps beside two others: all show themselves when the attack is announced, two are lost before it is fought."""
    g = america(hidden_units=True)
    defenders = [put(g, "USA INF any", "Denver") for _ in range(2)] + [concealed(g, "USA INF any", "Denver") for _ in range(2)]
    near = g.board.token(g.ground.steps[at(g, "Denver")][0][0])
    attacker = put(g, "Germany INF any", near)
    TITLE.ambushed(g, attacker, at(g, "Denver"))
    join_attack(g, GERMANY, attacker, at(g, "Denver"))
    assert len(excess(g, at(g, "Denver"))) == 4
    drive(g, enforce_stacking(g))
    assert sum(g.units.at[u] == at(g, "Denver") for u in defenders) == 2


def test_22_10_a_breakthrough_stops_before_those_who_lie_hidden() -> None:
    g = america(hidden_units=True)
    denver = at(g, "Denver")
    lurker = concealed(g, "USA INF any", "Denver")
    armour = put(g, "Germany ARM any", g.board.token(g.ground.steps[denver][0][0]))
    assert TITLE.ambushed(g, armour, denver) and g.units.at[lurker] == denver


def test_22_10_units_in_a_minor_that_shuts_its_doors_come_back_next_turn() -> None:
    """The influence step that shuts it sends them to the slice of the next turn."""
    g = america(hidden_units=True)
    flag = favour(g, "Panama", "Japan", 8)
    unit = concealed(g, "Japan INF any", "Colon")
    hidden.reveal_hidden(g)
    assert unit in g.hideouts
    g.flags[flag].level = 7
    minors.refresh_rights(g)
    hidden.reveal_hidden(g)
    assert unit not in g.hideouts and g.units.at[unit] not in (SET_ASIDE, at(g, "Colon"))
    assert Hiding(JAPAN, 0).power == JAPAN and AXIS == 0
