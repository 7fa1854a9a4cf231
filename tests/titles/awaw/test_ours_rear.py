"""Stand-in rules 17 to 19, 27 to 30, 35, 37, 39, 60, 83 and V: worked examples under their ids, and what each section refuses."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.flow import GameOver
from grognard.titles.awaw.charts import air_table
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, EUROPEAN_AXIS, GERMANY, INDEX, RUSSIA, SOVIET, WESTERN
from grognard.titles.awaw.rules import end
from grognard.titles.awaw.rules.air import (
    Scramble,
    Sky,
    Sortie,
    air_modifiers,
    air_round,
    counterair,
    cover_limit,
    flying,
    gather,
    hangars,
    may_cover,
    may_fly,
    may_stage,
    ready_there,
)
from grognard.titles.awaw.rules.battle import leader
from grognard.titles.awaw.rules.construction import Factory, build_limit, catalogue, cost_of, may_appear, may_buy
from grognard.titles.awaw.rules.control import conquests, displace_air, take_control
from grognard.titles.awaw.rules.economy import Removal, evacuate, industry, may_evacuate
from grognard.titles.awaw.rules.end import axis_objectives, desert_level, post_combat, russian_resistance, victory
from grognard.titles.awaw.rules.movement import may_leave
from grognard.titles.awaw.rules.operations import may_spend
from grognard.titles.awaw.rules.redeployment import Traveller, can_sr, can_tr, may_sr, may_tr, sr_limit
from grognard.titles.awaw.rules.supply import determine_supply, network, operational, sea_distance, supply_of
from grognard.titles.awaw.state import COVERING, FULL, ISOLATED, NEVER, POOL, STRIKING, SUPPORTING, World

from .kit import CHARTS, campaign, drive, fight, hold, put, puts, space, world


def pool(g: World, what: str, **columns: int) -> int:
    """A unit in the force pool."""
    u = put(g, what, "eM35")
    row = g.units[u]
    row.at, row.pool = -1, POOL
    for name, value in columns.items():
        setattr(row, name, value)
    return u


# --- 18, 19 -------------------------------------------------------------------------------------------------------------


def test_ours_19_2_table():
    """AW-OURS-19-a: five factors at seven bite 2/3, four at six 1/3."""
    assert (air_table(CHARTS, 5, 7).lost, air_table(CHARTS, 5, 7).aborted) == (2, 3)
    assert (air_table(CHARTS, 4, 6).lost, air_table(CHARTS, 4, 6).aborted) == (1, 3)


def test_ours_19_1_a_round():
    """AW-OURS-19-a, fought: of five Germans one goes on, no Briton does."""
    g = world("germany", "britain")
    mine, theirs = puts(g, 5, "germany aaf", "eM27"), puts(g, 4, "britain aaf", "eK23")
    g.dice = FixedDice(3, 4, 3, 3)
    left = air_round(g, space(g, "eL25"), mine, theirs)
    assert [len(side) for side in left] == [1, 0]
    assert sum(g.units.at[u] < 0 for u in mine) == 1
    assert sum(g.units.at[u] < 0 for u in theirs) == 2


def test_ours_19_31_nationality():
    """AW-OURS-19-b: the British add one against Italians, the Italians subtract it."""
    g = world("italy", "britain")
    italian, british = puts(g, 3, "italy aaf", "eY22"), puts(g, 3, "britain aaf", "eGG19")
    over = space(g, "eFF19")
    assert air_modifiers(g, british, italian, over).total == 1
    assert air_modifiers(g, italian, british, over).total == -1
    assert (air_table(CHARTS, 3, 8 + 1).lost, air_table(CHARTS, 3, 8 + 1).aborted) == (1, 3)
    assert (air_table(CHARTS, 3, 8 - 1).lost, air_table(CHARTS, 3, 8 - 1).aborted) == (1, 2)


def test_ours_18_3_range_and_limit():
    g = world()
    puts(g, 4, "germany aaf", "eM35")
    near, far = space(g, "eM37"), space(g, "eK40")
    assert may_fly(g, Sortie(GERMANY, near, SUPPORTING, 9), (space(g, "eM35"), 4)) is None
    refusal = may_fly(g, Sortie(GERMANY, far, SUPPORTING, 9), (space(g, "eM35"), 1))
    assert refusal is not None and refusal.rule == "ours 18.3"
    refusal = may_fly(g, Sortie(GERMANY, near, SUPPORTING, 3), (space(g, "eM35"), 4))
    assert refusal is not None and refusal.rule == "ours 15.41"
    refusal = may_fly(g, Sortie(GERMANY, near, SUPPORTING, 9), (space(g, "eM35"), 5))
    assert refusal is not None and refusal.rule == "ours 18.41"


def test_ours_18_41_a_mission_a_turn():
    g = world()
    puts(g, 2, "germany aaf", "eM35")
    drive(g, gather(g, GERMANY, space(g, "eM37"), SUPPORTING, 9, "x"), ["fly eM35 2"])
    assert hangars(g, Sortie(GERMANY, space(g, "eM36"), SUPPORTING, 9)) == []


def test_ours_18_61_cover():
    """Three times the factors on the ground, over hexes that can be attacked."""
    g = world(side=AXIS)
    put(g, "germany i 3-3", "eL36")
    put(g, "russia i 1-3", "eL37")
    puts(g, 5, "russia aaf", "eN36")
    assert cover_limit(g, space(g, "eL37"), ALLIES) == 3
    assert may_cover(g, Sky(RUSSIA), space(g, "eL37")) is None
    refusal = may_cover(g, Sky(RUSSIA), space(g, "eN36"))
    assert refusal is not None and refusal.rule == "ours 18.61"


def test_ours_18_52_counterair():
    """AW-OURS-18-c: air caught on the ground is inverted and gives no defensive support."""
    g = world()
    puts(g, 5, "germany aaf", "eM35")
    caught = puts(g, 3, "russia aaf", "eN36")
    drive(g, counterair(g, Sky(GERMANY), space(g, "eN36")), ["fly eM35 5", "scramble 0"])
    assert [g.units.inverted[u] for u in caught] == [1, 1, 1]
    assert flying(g, space(g, "eN36"), STRIKING, AXIS) == []
    assert list(ready_there(g, Scramble(RUSSIA, space(g, "eN36")))) == [0]


def test_ours_13_7_staging():
    g = world()
    wing = put(g, "germany aaf", "eM35")
    assert may_stage(g, wing, space(g, "eL31")) is None
    assert may_stage(g, wing, space(g, "eM27")) is None  # eight hexes
    refusal = may_stage(g, wing, space(g, "eM24"))
    assert refusal is not None and refusal.rule == "ours 13.7"
    puts(g, 5, "germany aaf", "eO32")
    refusal = may_stage(g, wing, space(g, "eO32"))
    assert refusal is not None and refusal.rule == "ours 12.4"


def test_ours_18_16_displaced():
    """Aircraft flee a lost base, inverted; without a base in reach they are lost."""
    g = world()
    wing = put(g, "russia aaf", "eN36")
    displace_air(g, space(g, "eN36"), ALLIES)
    assert g.units.at[wing] not in (-1, space(g, "eN36")) and g.units.inverted[wing] == 1


# --- 27 -----------------------------------------------------------------------------------------------------------------


def test_ours_27_11_limit():
    """AW-OURS-27-a: a base of 150 allows 75 a turn: eight 4-6, three AAF and two 1-3; one more is refused."""
    g = world()
    assert build_limit(g, GERMANY) == 75
    bought = [*(pool(g, "germany arm 4-6") for _ in range(8)), *(pool(g, "germany aaf") for _ in range(3)),
              *(pool(g, "germany i 1-3") for _ in range(2))]  # fmt: skip
    assert sum(cost_of(g, u) for u in bought) == 75
    g.nations[GERMANY].built = 75
    refusal = may_buy(g, Factory(GERMANY), bought[-1])
    assert refusal is not None and refusal.rule == "ours 27.11"


def test_ours_27_13_double_cost():
    """AW-OURS-27-c: a 3-3 costs three, after a free isolated attack six."""
    g = world()
    assert cost_of(g, pool(g, "germany i 3-3")) == 3
    assert cost_of(g, pool(g, "germany i 3-3", double=1)) == 6


def test_ours_27_4_placement():
    """AW-OURS-27-d: not in an enemy zone unless a friendly unit stands there; at or beside a city of the home country."""
    g = world(side=ALLIES, mover="russia")
    unit = pool(g, "russia i 3-3")
    site = space(g, "eO43")
    assert may_appear(g, unit, site) is None
    hold(g, "germany", "eO42")
    put(g, "germany arm 4-6", "eO42")
    refusal = may_appear(g, unit, site)
    assert refusal is not None and refusal.rule == "ours 10.342"
    put(g, "russia i 1-3", "eO43")
    assert may_appear(g, unit, site) is None
    assert may_appear(g, unit, g.board.space("urals")) is None
    refusal = may_appear(g, unit, space(g, "eM35"))
    assert refusal is not None and refusal.rule == "ours 27.4"


def test_ours_27_12_purse_and_date():
    g = world()
    g.nations[GERMANY].level = 2
    refusal = may_buy(g, Factory(GERMANY), pool(g, "germany i 3-3"))
    assert refusal is not None and refusal.rule == "ours 27.12"
    g.nations[GERMANY].level = 50
    later = pool(g, "germany arm 5-6", due=g.turn + 1)
    refusal = may_buy(g, Factory(GERMANY), later)
    assert refusal is not None and refusal.rule == "ours 27.2"
    assert later not in catalogue(g, Factory(GERMANY))


# --- 28 -----------------------------------------------------------------------------------------------------------------


def test_ours_28_6_number():
    """AW-OURS-28-a: nine, and one each for Paris, Warsaw and Oslo."""
    g = world()
    assert sr_limit(g, GERMANY) == 10  # Warsaw is German here
    hold(g, "germany", "eO22", "eC35")
    assert sr_limit(g, GERMANY) == 12
    hold(g, "germany", "eK25", "eL25", "eV19", "eS21")
    assert sr_limit(g, GERMANY) == 13  # never more than four


def test_ours_28_4_tactical():
    g = world()
    unit = put(g, "germany i 3-3", "eM35")
    assert may_tr(g, Traveller(unit), space(g, "eM33")) is None
    refusal = may_tr(g, Traveller(unit), space(g, "eM27"))
    assert refusal is not None and refusal.rule == "ours 28.4"
    g.units[unit].fought = 1
    refusal = can_tr(g, Traveller(unit))
    assert refusal is not None and refusal.rule == "ours 28.4"
    assert can_sr(g, Traveller(unit)) is None


def test_ours_28_6_strategic():
    g = world()
    unit = put(g, "germany i 3-3", "eM35")
    assert may_sr(g, Traveller(unit), space(g, "eM27")) is None
    refusal = may_sr(g, Traveller(unit), space(g, "eH47"))
    assert refusal is not None and refusal.rule == "ours 28.6"
    g.nations[GERMANY].srs = 99
    refusal = can_sr(g, Traveller(unit))
    assert refusal is not None


# --- 29, 83 -------------------------------------------------------------------------------------------------------------


def test_ours_29_4_who_takes_athens():
    """AW-OURS-29-b: twelve German and eight Italian factors: German; ten each: German too."""
    g = world("germany", "italy", "greece")
    german, italian = puts(g, 3, "germany arm 4-6", "eCC28"), puts(g, 4, "italy arm 2-5", "eCC28")
    assert leader(g, german + italian) == GERMANY
    assert leader(g, [*puts(g, 1, "germany arm 4-6", "eCC28"), *italian[:2]]) == GERMANY


def test_ours_83_1_conquest():
    """AW-OURS-83-a, AW-OURS-83-b: both capitals of Spain, all of the listed Baltic hexes."""
    g = world("germany", "spain")
    g.nations[INDEX["spain"]].patron = BRITAIN
    hold(g, "germany", "eV12")
    conquests(g)
    assert g.nations.conquered[INDEX["spain"]] == -1
    hold(g, "germany", "eBB6")
    conquests(g)
    assert g.nations.conquered[INDEX["spain"]] == GERMANY
    g = world("russia", "baltics", side=ALLIES, mover="russia")
    g.nations[INDEX["baltics"]].side = AXIS
    hold(g, "russia", "eH39", "eE41")
    conquests(g)
    assert g.nations.conquered[INDEX["baltics"]] == -1


# --- 30 -----------------------------------------------------------------------------------------------------------------


def surround(g: World, token: str, nation: str) -> None:
    hold(g, nation, *(g.board.token(o) for o, _ in g.ground.ways[space(g, token)]))


def test_ours_30_6_cut_off():
    """AW-OURS-30-a, AW-OURS-30-b: isolated at the initial check, lost after its own combat phase; one that was fed is not."""
    g = world()
    hold(g, "germany", "eM42")
    surround(g, "eM42", "russia")
    cut, fed = put(g, "germany i 3-3", "eM42"), put(g, "germany i 3-3", "eM35")
    determine_supply(g, AXIS)
    assert (g.units.supply[cut], g.units.supply[fed]) == (ISOLATED, FULL)
    post_combat(g)
    assert (g.units.at[cut], g.units.at[fed]) == (-1, space(g, "eM35"))
    assert g.units.due[cut] == g.turn + 1


def test_ours_30_3_zones_cut_lines():
    """A line may pass a hex in an enemy zone only where a friendly unit stands."""
    g = world()
    hold(g, "germany", "eK37", "eK38", "eK39")
    for token in ("eJ38", "eJ39", "eJ40", "eL37", "eL38"):
        hold(g, "russia", token)
    spear = put(g, "germany i 3-3", "eK39")
    assert supply_of(g, spear) == FULL
    put(g, "russia arm 3-5", "eJ39")
    assert space(g, "eK38") not in network(g, EUROPEAN_AXIS, AXIS)
    assert supply_of(g, spear) == ISOLATED
    put(g, "germany i 1-3", "eK38")
    assert space(g, "eK38") in network(g, EUROPEAN_AXIS, AXIS)


def test_ours_30_3_the_desert_leg():
    """AW-OURS-30-c: six hexes from the last city; a railhead carries it on."""
    g = world("britain", "italy", side=ALLIES, mover="britain")
    hold(g, "britain", *(g.board.token(s) for s in g.ground.homeland[INDEX["egypt"]]))
    west = [s for s in g.ground.homeland[INDEX["egypt"]] if not g.ground.city[s]]
    lines = network(g, 2, ALLIES)
    cities = [s for s in g.ground.homeland[INDEX["egypt"]] if g.ground.city[s] and s in lines]
    assert cities, "Alexandria and Suez are reached by sea"
    far = [s for s in west if min(g.board.distance(s, c) or 0 for c in cities) > 6]
    assert all(s not in lines for s in far)


def test_ours_30_21_a_minor_feeds_its_army():
    """AW-OURS-30-d: an attacked Yugoslavia supplies its own units at home."""
    g = world("germany", "yugoslavia", "britain")
    g.nations[INDEX["yugoslavia"]].patron = BRITAIN
    unit = put(g, "yugoslavia i 1-3", "eW27")
    assert supply_of(g, unit) == FULL
    hold(g, "germany", "eV29")
    assert supply_of(g, unit) == ISOLATED


def test_ours_30_2_sources():
    """Without Moscow two other home objectives feed Russia; the Urals always do."""
    g = world()
    hold(g, "germany", "eH47")
    assert operational(g, space(g, "eO43"), ALLIES)
    assert space(g, "eD61") in network(g, SOVIET, ALLIES)


def test_ours_21_2_sea_lanes():
    g = world()
    assert 0 < sea_distance(g, space(g, "eT37"), space(g, "eV38")) < 8
    assert sea_distance(g, space(g, "eT37"), space(g, "eX49")) == 999  # the Caspian has no way out


# --- 35, 37, 39, 60, V --------------------------------------------------------------------------------------------------


def test_ours_37_2_industry():
    """AW-OURS-37-b: three captured centres bring three a turn and cost Russia a quarter of thirty."""
    g = world()
    hold(g, "germany", "eO43", "eQ41", "eR44")
    assert industry(g, GERMANY) == 3
    assert industry(g, RUSSIA) == -7


def test_ours_37_3_evacuation():
    """AW-OURS-37-a: Kharkov's industry goes for two SRs and works again in the third turn."""
    g = world(side=ALLIES, mover="russia")
    removal = Removal(RUSSIA)
    assert may_evacuate(g, removal, space(g, "eO43")) is None
    evacuate(g, removal, space(g, "eO43"))
    urals = g.board.space("urals")
    assert (g.hexes.ic[urals], g.hexes.ic_idle[urals], g.nations.srs[RUSSIA]) == (10, g.turn + 3, 2)
    assert industry(g, RUSSIA) == -2
    refusal = may_evacuate(g, removal, space(g, "eH47"))
    assert refusal is not None and refusal.rule == "ours 37.3"


def test_ours_39_1_debts():
    """AW-OURS-39-a: a base of 40 at a rate of 40 per cent bears a debt of 100, not of 101."""
    g = world("britain", "germany", year=1942)
    g.nations[BRITAIN].base, g.nations[BRITAIN].level = 40, 0
    assert may_spend(g, BRITAIN, 100) is None
    refusal = may_spend(g, BRITAIN, 101)
    assert refusal is not None and refusal.rule == "ours 39.22A"


def test_ours_60_1_resistance(monkeypatch: pytest.MonkeyPatch) -> None:
    """AW-OURS-60-a: Moscow, Leningrad and Stalingrad lost, thirty factors unbuilt: minus five."""
    monkeypatch.setattr(end, "short", lambda g: False)
    g = world()
    hold(g, "germany", "eH47", "eD44", "eN49")
    for _ in range(10):
        pool(g, "russia i 3-3")
    assert russian_resistance(g) == -5


def test_ours_60_1_at_the_start_of_1942(monkeypatch: pytest.MonkeyPatch) -> None:
    """AW-OURS-60-b: nothing lost, twenty unbuilt factors: three."""
    monkeypatch.setattr(end, "short", lambda g: False)
    g = world()
    for _ in range(10):
        pool(g, "russia i 2-3")
    assert russian_resistance(g) == 3


def test_ours_60_1_in_barbarossa_alone() -> None:
    """AW-DEC-06: twenty lost factors count as ten, reinforcements that never came count not at all."""
    g = world()
    for _ in range(10):
        pool(g, "russia i 2-3")
        pool(g, "russia i 3-3", built=NEVER)
    assert russian_resistance(g) == 4


@pytest.mark.parametrize(("cities", "winner"), [(6, ("axis",)), (5, ()), (4, ("allies",))])
def test_ours_v_5_levels(cities, winner):
    """AW-OURS-V-b: six objectives are a marginal Axis victory, five a draw."""
    g = world()
    g.last_turn = g.turn
    hold(g, "germany", *("eD44", "eK40", "eO39", "eO43", "eT37", "eR44")[:cities])
    assert axis_objectives(g) == cities
    with pytest.raises(GameOver) as over:
        victory(g)
    assert over.value.outcome.winners == winner


def test_5_77_a_box_keeps_a_garrison():
    """A unit may not leave the Urals while as many Axis factors stand beside them."""
    g = world(side=ALLIES, mover="russia")
    guards = puts(g, 2, "russia i 3-3", "urals")
    assert may_leave(g, guards[0]) is None
    hold(g, "germany", "eZ53")
    put(g, "germany arm 4-6", "eZ53")
    refusal = may_leave(g, guards[0])
    assert refusal is not None and refusal.rule == "5.77A"


def test_ours_29_1_control_back_to_the_owner():
    """An ally's own hex goes back to it, not to who freed it."""
    g = world("germany", "russia", "rumania")
    hold(g, "russia", "eV33")
    take_control(g, space(g, "eV33"), GERMANY)
    assert g.hexes.holder[space(g, "eV33")] == INDEX["rumania"]


def test_ours_30_62_cover_needs_a_base():
    """Offensive missions want an operational base; defensive ones do not."""
    g = world()
    hold(g, "germany", "eM42")
    surround(g, "eM42", "russia")
    g.hexes[space(g, "eM42")].airbase = GERMANY
    puts(g, 2, "germany aaf", "eM42")
    target = space(g, "eM43")
    refusal = may_fly(g, Sortie(GERMANY, target, SUPPORTING, 9), (space(g, "eM42"), 1))
    assert refusal is not None and refusal.rule == "ours 18.42"
    assert may_fly(g, Sortie(GERMANY, target, COVERING, 9), (space(g, "eM42"), 1)) is None


@pytest.mark.parametrize(
    ("taken", "level"),
    [((), 0), (("eLL29",), 2), (("eLL29", "eMM30"), 3), (("eGG19",), 1)],
)
def test_ours_v_4_axis_levels(taken, level):
    """Alexandria is a clear victory, with Suez a decisive one; Malta with Tobruk and Bengazi a marginal one."""
    g = world("germany", "italy", "libya", "britain", "egypt")
    put(g, "italy i 1-3", "eKK24")
    hold(g, "italy", *taken)
    assert desert_level(g) == level


def test_ours_v_4_allied_levels():
    g = world("germany", "italy", "libya", "britain", "egypt")
    assert desert_level(g) == -3  # no Axis unit in Africa
    put(g, "italy i 1-3", "eKK18")
    hold(g, "britain", "eKK21")
    assert desert_level(g) == -1
    hold(g, "britain", "eII17")
    assert desert_level(g) == -2


def test_ours_30_3_libya_is_desert():
    """Supply reaches six hexes from the last city of the coast, no further."""
    g = world("italy", "libya", "britain", side=AXIS, mover="italy")
    g.nations[INDEX["libya"]].patron = INDEX["italy"]
    lines = network(g, EUROPEAN_AXIS, AXIS)
    assert space(g, "eII17") in lines and space(g, "eKK24") in lines  # by sea
    assert space(g, "eMM24") in lines
    hold(g, "britain", "eKK21", "eKK24")
    lines = network(g, EUROPEAN_AXIS, AXIS)
    assert space(g, "eKK22") in lines  # four hexes from Buerat
    assert space(g, "eMM24") not in lines  # eight


def china_west(*rough: str) -> set[str]:
    """Hexes west of Lanchow that Chinese lines reach, where only these are rough and nothing lies beside the row."""
    g = campaign("pacific", side=ALLIES, mover="nationalist_china", year=1942)
    fight(g, "japan", "nationalist_china")
    row = [f"pM{n}" for n in range(12, 20)]
    kept = list(g.ground.rough)
    for token in row:
        g.ground.rough[g.board.space(token)] = token in rough
    beside = {o for token in row for o, _ in g.ground.ways[g.board.space(token)]} - {g.board.space(t) for t in (*row, "pM20")}
    for s in beside:
        g.hexes[s].holder = -1
    lines = network(g, WESTERN, ALLIES)
    g.ground.rough[:] = kept
    return {token for token in row if g.board.space(token) in lines}


def test_ours_30_3_six_hexes_or_four_with_a_rough_one():
    """From Lanchow six clear hexes are reached; with a rough one among them four, however many are rough."""
    assert china_west() == {f"pM{n}" for n in range(14, 20)}
    assert china_west("pM19") == {f"pM{n}" for n in range(16, 20)}
    assert china_west("pM19", "pM18", "pM17", "pM16") == {f"pM{n}" for n in range(16, 20)}
    assert china_west("pM15") == {f"pM{n}" for n in range(16, 20)}


def test_ours_30_3_any_length_between_cities_of_siberia_and_china():
    """Petropavlovsk apart, every Russian city of the Pacific board lives on the Urals, far as they are from each other."""
    g = campaign("global_war", side=ALLIES, mover="russia", year=1942)
    fight(g, "germany", "japan", "russia")
    g.nations[RUSSIA].east = ALLIES
    lines = network(g, SOVIET, ALLIES)
    for city in ("irkutsk", "chita", "khabarovsk", "vladivostok", "nikolaevsk"):
        assert space(g, city) in lines, city
    hold(g, "japan", *(g.board.token(o) for o, _ in g.ground.ways[space(g, "irkutsk")]), "irkutsk")
    irkutsk, siberia = space(g, "irkutsk"), (s for s in g.ground.homeland[RUSSIA] if not g.ground.europe[s])
    gap = [s for s in siberia if (g.board.distance(s, irkutsk) or 0) <= 9]
    hold(g, "japan", *(g.board.token(s) for s in gap))
    assert space(g, "vladivostok") not in network(g, SOVIET, ALLIES)
