"""13.7: conquest by the greatest influence, new homes, complete conquest, liberation and surrender."""

from __future__ import annotations

from copy import copy

from grognard.titles.aif.rules import peace
from grognard.titles.aif.rules.minors import call_up
from grognard.titles.aif.rules.peace import Fall
from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, ITALY, JAPAN, SIDE_OF_POWER, USA
from grognard.titles.wif.rules.building import Purse, scrap
from grognard.titles.wif.rules.reinforcements import Arrival
from grognard.titles.wif.state import ALIGNED, COMPLETE, CONQUERED, FORCE_POOL, GONE, HOME, INCOMPLETE, NOWHERE, slot_of

from ..wif.field import at, drive, hold, put
from .field import align, america, country, favour, stands


def test_13_7_1_a_home_country_needs_its_capital_and_all_printed_factories() -> None:
    g = america()
    argentina = align(g, "argentina", "USA")
    hold(g, "Germany", "Buenos Aires")
    keys = peace.keys_of(g, argentina)
    assert len(keys) > 1
    assert argentina not in [f.country for f in peace.falls(g)]
    hold(g, "Germany", *[g.board.token(s) for s in keys])
    assert Fall(argentina, USA, GERMANY) in peace.falls(g)


def test_13_7_1_a_territory_needs_its_cities_and_ports() -> None:
    """And one without any needs all its hexes."""
    g = america()
    bermuda = country(g, "bermuda")
    assert bermuda not in [f.country for f in peace.falls(g)]
    hold(g, "Italy", *[g.board.token(s) for s in peace.keys_of(g, bermuda)])
    assert Fall(bermuda, COMMONWEALTH, ITALY) in peace.falls(g)
    ground = g.__dict__["ground"] = copy(g.ground)
    ground.city, ground.port = [False] * g.board.size, [0] * g.board.size
    assert peace.keys_of(g, bermuda) == peace.land_of(g, bermuda)


def test_13_7_1_the_greatest_influence_conquers() -> None:
    """Most factories and the capital; then the higher garrison."""
    g = america()
    argentina = align(g, "argentina", "USA")
    keys = peace.keys_of(g, argentina)
    hold(g, "Germany", *[g.board.token(s) for s in keys])
    hold(g, "Italy", g.board.token(keys[0]))
    assert peace.influence(g, argentina, 0) == (GERMANY if len(keys) > 2 else peace.influence(g, argentina, 0))
    for s in keys:
        g.hexes[s].controller = country(g, "argentina")
    assert peace.influence(g, argentina, 0) < 0
    put(g, "Italy ARM any", "Buenos Aires")
    put(g, "Germany INF 6-3", "Rosario")
    assert peace.influence(g, argentina, 0) == ITALY


def test_13_7_1_d_france_fights_on_from_ecuador() -> None:
    """aif-13.7.1-d: French Guyana falls while France has Ecuador: its hexes are German, France keeps Ecuador and lives there."""
    g = america(turn="Sep/Oct 1945")
    ecuador = align(g, "ecuador", "France")
    guyana = country(g, "french_guyana")
    inside, abroad = put(g, "France INF any", "Cayenne"), put(g, "France INF any", "Guayaquil")
    later = put(g, "France INF any", "Cayenne")
    g.units[later].at = slot_of(g.turn + 1)
    hold(g, "Germany", *[g.board.token(s) for s in peace.land_of(g, guyana)])
    g.units[inside].at = at(g, "Cayenne")
    drive(g, peace.conquer(g, Fall(guyana, FRANCE, GERMANY)))
    assert g.countries.status[guyana] == CONQUERED and g.countries.power[guyana] == GERMANY
    assert g.countries.power[ecuador] == FRANCE and g.powers.conquered[FRANCE] == INCOMPLETE
    assert g.units.at[inside] == g.units.at[later] == GONE and g.units.at[abroad] == at(g, "Guayaquil")
    assert g.powers.home[FRANCE] == ecuador == g.countries.home[guyana]
    assert all(g.board.country[s] == "ecuador" for s in Arrival(FRANCE, abroad).candidates(g))


def test_13_7_1_complete_conquest() -> None:
    """Without any home of its own or aligned, France is out: its army is gone, its ships at sea sail on for a friend, its flags
    pass on at half."""
    g = america()
    favour(g, "Bolivia", "France", 8)
    guyana = country(g, "french_guyana")
    corps = put(g, "France INF any", "Fort-de-France")
    boat = put(g, "France CA any", "Fort-de-France")
    drive(g, peace.conquer(g, Fall(guyana, FRANCE, JAPAN)))
    assert g.powers.conquered[FRANCE] == COMPLETE
    assert g.units.at[corps] == GONE and g.units.power[boat] in (USA, COMMONWEALTH)
    assert stands(g, "Bolivia")[1] == 4 and stands(g, "Bolivia")[0] in ("USA", "Commonwealth")
    assert peace.falls(g) == [] or all(f.country != guyana for f in peace.falls(g))


def test_13_7_1_a_minor_s_army_is_gone_and_its_flag_off_the_track() -> None:
    g = america()
    peru = align(g, "peru", "Japan")
    flag = favour(g, "Peru", "Japan", 16)
    corps = put(g, "Peru INF any", "Lima")
    drive(g, peace.conquer(g, Fall(peru, JAPAN, USA)))
    assert g.units.at[corps] == GONE and g.flags.gone[flag]
    assert g.countries.power[peru] == USA


def test_13_7_5_liberation() -> None:
    """The side that did not conquer it holds the capital: the country is its own again, half of its lost units return."""
    g = america()
    peru = align(g, "peru", "Japan")
    favour(g, "Peru", "Japan", 16)
    lost = [put(g, "Peru INF any", "Lima")]
    drive(g, peace.conquer(g, Fall(peru, JAPAN, USA)))
    assert peace.prizes(g) == []
    hold(g, "Japan", "Lima")
    assert peace.prizes(g) == [(peru, JAPAN)]
    drive(g, peace.liberate(g), ["hold"])
    assert g.countries.status[peru] == CONQUERED
    drive(g, peace.liberate(g), ["liberate"], dice=lost)
    assert g.countries.status[peru] == ALIGNED and g.countries.power[peru] == JAPAN
    assert g.units.at[lost[0]] == FORCE_POOL


def test_13_7_5_what_was_scrapped_never_returns() -> None:
    """Nor with a liberation, nor when the country aligns anew and sets its army up."""
    g = america()
    peru = align(g, "peru", "Japan")
    flag = favour(g, "Peru", "Japan", 16)
    old, lost = (put(g, f"Peru {kind} any", "Lima") for kind in ("INF", "MTN"))
    number = g.units.counter[old]
    listed = next(row for row in g.chancery.armies[flag] if g.facts.index[row.counter] == number)
    g.units[old].at = FORCE_POOL
    scrap(g, Purse(JAPAN, 0), old)
    drive(g, peace.conquer(g, Fall(peru, JAPAN, USA)))
    hold(g, "Japan", "Lima")
    drive(g, peace.liberate(g), ["liberate"], dice=[lost])
    assert (g.units.at[old], g.units.at[lost]) == (GONE, FORCE_POOL)
    assert call_up(g, listed, peru, JAPAN) == NOWHERE
    g.units[old].scrapped = 0
    assert call_up(g, listed, peru, JAPAN) == old


def test_13_7_5_a_liberated_country_that_falls_again_at_once_has_lost_its_army() -> None:
    """All its keys are taken in one turn: it is conquered, and its units are out of the game for good all the same."""
    g = america()
    peru = align(g, "peru", "Japan")
    favour(g, "Peru", "Japan", 16)
    corps = put(g, "Peru INF any", "Lima")
    g.countries[peru].first_conqueror = SIDE_OF_POWER[USA]
    g.units[corps].at = slot_of(g.turn + 1)
    put(g, "USA INF any", "Lima")
    hold(g, "USA", *[g.board.token(s) for s in peace.land_of(g, peru)])
    drive(g, peace.make_peace(g))
    assert (g.countries.status[peru], g.units.at[corps], g.lost_armies) == (CONQUERED, GONE, [peru])


def test_13_7_6_surrender_needs_the_loss_of_half_the_factory_hexes() -> None:
    g = america()
    canada = country(g, "canada")
    refused = peace.may_surrender(g, COMMONWEALTH, canada)
    assert refused is not None and refused.rule == "13.7.6"
    stacks = [s for s in peace.land_of(g, canada) if g.ground.factories[s] or g.ground.green[s]]
    hold(g, "Germany", *[g.board.token(s) for s in stacks[: len(stacks) // 2 + 1]])
    assert peace.may_surrender(g, COMMONWEALTH, canada) is None
    assert peace.may_surrender(g, USA, canada) is not None
    drive(g, peace.consider_surrender(g, COMMONWEALTH), ["fight_on"])
    assert g.countries.status[canada] == HOME


def test_13_7_1_units_without_a_home_may_be_lost_for_good() -> None:
    """A British corps destroyed in supply: gone on 5 or less, else to the force pools; an American one always comes back."""
    g = america()
    british = put(g, "Commonwealth INF any", "Ottawa")
    number = next(n for n, c in enumerate(g.facts.counters) if c.power == "Commonwealth" and c.home == "UK" and c.land)
    g.units[british].counter = number
    american = put(g, "USA INF any", "Chicago")
    g.dice = type(g.dice)(5, 6)
    assert [peace.grave(g, british), peace.grave(g, british), peace.grave(g, american)] == [GONE, FORCE_POOL, FORCE_POOL]
