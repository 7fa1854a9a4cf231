"""Ours 34 and 49.8, clause by clause: what the levels of winter do, frozen coasts, and events that move the tensions."""

from __future__ import annotations

from grognard.kernel.dice import FixedDice
from grognard.titles.awaw.nations import ALLIES, AXIS, GERMANY, INDEX, JAPAN, RUSSIA
from grognard.titles.awaw.rules.engineers import bring, may_lay_rails
from grognard.titles.awaw.rules.landing import may_invade
from grognard.titles.awaw.rules.movement import marches
from grognard.titles.awaw.rules.strength import Battle, multiplier
from grognard.titles.awaw.rules.tension import after_combat, quiet_east, turn_changes
from grognard.titles.awaw.rules.voyages import FIGHTING, MOVING, Harbour, may_sail
from grognard.titles.awaw.rules.weather import frozen_coast, patrol_range, weather, winter_at
from grognard.titles.awaw.rules.zones import snowed_in, zones
from grognard.titles.awaw.state import ABOARD, FALL, RGT, SAILING, SPRING, SUMMER, USAT, USJT, WINTER, ledger_place

from .kit import campaign, fight, hold, put, puts, space, world

FRONTLINE = "eK40"


def deep_winter(level: int, **columns):  # type: ignore[no-untyped-def]
    g = world(year=1941, season=WINTER, **columns)
    for n in range(len(g.nations)):
        g.nations[n].winter = level
    return g


def test_ours_34_41_siberia_has_a_die_of_its_own_in_fall_too() -> None:
    g = campaign("global_war", year=1941, season=FALL)
    g.nations[JAPAN].side = AXIS
    g.dice = FixedDice(5)
    weather(g)
    cold = next(s for s in g.ground.field_hexes if g.ground.weather[s] == "siberia")
    assert winter_at(g, JAPAN, cold) == max(0, 5 + 2 - g.nations.prep[JAPAN])
    assert winter_at(g, JAPAN, space(g, FRONTLINE)) == 0


def test_ours_34_41_no_railheads_in_a_hard_winter() -> None:
    found = []
    for level in (4, 5):
        g = campaign(year=1941, season=WINTER)
        fight(g, "germany", "russia")
        put(g, "germany i 3-3", FRONTLINE)
        hold(g, "germany", *(g.board.token(s) for s in g.ground.field_hexes if g.ground.europe[s]))
        g.nations[GERMANY].winter = level
        bring(g, GERMANY, "railhead")
        no = may_lay_rails(g, GERMANY, space(g, FRONTLINE))
        found.append(None if no is None else no.rule)
    assert found == [None, "ours 34.41"]


def test_ours_34_41_zones_of_snowbound_armor_are_left_freely() -> None:
    """Level ten is that of the armor whose zone is left, not that of who leaves it."""
    found = []
    for german, russian in ((9, 9), (10, 0), (0, 10)):
        g = deep_winter(0, side=ALLIES, mover="russia")
        g.nations[GERMANY].winter, g.nations[RUSSIA].winter = german, russian
        put(g, "germany arm 4-6", "eK40")
        foot = put(g, "russia i 3-3", "eK41")
        hold(g, "germany", "eK40")
        assert space(g, "eK41") in zones(g, AXIS)
        found.append((space(g, "eK41") in snowed_in(g, AXIS), marches(g, foot).costs.get(space(g, "eK42"))))
    dear, free = found[0][1], found[1][1]
    assert [snow for snow, _ in found] == [False, True, False] and dear == free + 1 == found[2][1]


def test_ours_34_41_armor_on_foot() -> None:
    """Level eleven: armor has no zone and is as weak as infantry."""
    zone, value = [], []
    for level in (10, 11):
        g = deep_winter(level)
        tank = put(g, "germany arm 4-6", "eL40")
        hold(g, "germany", "eL40")
        zone.append(space(g, "eL41") in zones(g, AXIS))
        value.append(multiplier(g, Battle(space(g, "eL40"), [], [tank]), tank).total)
    assert zone == [True, False] and value[1] == max(1, value[0] - 1)


def test_ours_34_1_frozen_coasts() -> None:
    g = campaign(year=1940, season=WINTER, side=AXIS)
    riga, konigsberg, bergen = (space(g, c) for c in ("riga", "konigsberg", "bergen"))
    assert frozen_coast(g, riga) is not None and frozen_coast(g, bergen) is None
    assert frozen_coast(g, konigsberg, transport=True) is not None
    attu = next(s for s in g.ground.field_hexes if g.ground.group[s] == "aleutians")
    assert frozen_coast(g, attu) is not None and frozen_coast(g, attu, transport=True) is None
    assert (patrol_range(g, riga, bergen), patrol_range(g, attu, bergen)) == (20, 10)
    g.turn += 1
    assert frozen_coast(g, riga) is None and patrol_range(g, attu, bergen) == 20


def test_ours_34_1_nothing_sails_in_the_frozen_baltic() -> None:
    found = []
    for season in (WINTER, SUMMER):
        g = campaign(year=1940, season=season)
        fight(g, "germany", "britain")
        kiel, stettin = space(g, "kiel"), space(g, "konigsberg")
        hold(g, "germany", "kiel", "konigsberg")
        dds = puts(g, 4, "germany dd", "kiel")
        foot = put(g, "germany i 3-3", "kiel")
        for u in dds:
            g.units[u].mission = SAILING
        g.units[foot].mission = ABOARD
        found.append(may_sail(g, Harbour(GERMANY, kiel, MOVING), stettin))
    assert found[0] is not None and found[0].rule == "ours 34.1"
    assert found[1] is None or found[1].rule != "ours 34.1"


def test_ours_34_1_no_landing_on_a_frozen_coast() -> None:
    g = campaign(year=1941, season=WINTER)
    fight(g, "germany", "russia")
    hold(g, "germany", "kiel")
    saare = space(g, "saare")
    foot = put(g, "germany i 1-3", "kiel")
    hold(g, "russia", "saare")
    dds = puts(g, 4, "germany dd", "kiel")
    for u in dds:
        g.units[u].mission = SAILING
    g.units[foot].mission = ABOARD
    h = Harbour(GERMANY, space(g, "kiel"), FIGHTING)
    assert may_invade(g, h, saare).rule in ("ours 34.1", "ours 34.23A")
    g.turn += 1
    no = may_invade(g, h, saare)
    assert no is None or no.rule not in ("ours 34.1", "ours 34.23A")


# --- 49.8: events of the chart -----------------------------------------------------------------------------------------


def test_ours_49_8_full_offensives_and_landings_stir_america() -> None:
    g = campaign(year=1940, season=SPRING)
    g.tension = [10, 10, 10]
    after_combat(g)
    assert g.tension[USAT] == 10
    g.full[ledger_place(GERMANY, 0)] = 1
    after_combat(g)
    assert g.tension[USAT] == 11
    put(g, "germany i 3-3", "london")
    after_combat(g)
    after_combat(g)  # the landing counts once, the offensive of each turn
    assert g.tension[USAT] == 11 + 1 + 3 + 1


def test_ours_49_8_japan_in_china() -> None:
    g = campaign("pacific", year=1940, season=SUMMER)
    g.tension = [0, 10, 0]
    after_combat(g)
    quiet = turn_changes(g, USJT)
    asian = ledger_place(JAPAN, 4)
    g.spent[asian] = 5
    after_combat(g)
    limited = turn_changes(g, USJT)
    g.full[asian] = 1
    after_combat(g)
    assert (limited - quiet, turn_changes(g, USJT) - limited) == (1, 1)
    hold(g, "japan", "chungking")
    after_combat(g)
    assert g.tension[USJT] == 12


def test_ours_49_8_a_quiet_germany() -> None:
    g = campaign(year=1940, season=SPRING)
    g.tension = [0, 0, 10]
    quiet_east(g)
    assert g.tension[RGT] == 9
    g.nations[INDEX["greece"]].conquered = GERMANY
    hold(g, "germany", "athens")
    quiet_east(g)
    assert g.tension[RGT] == 9
