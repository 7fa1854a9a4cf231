"""12 and 13.2.3: sources, lines, checks and sieges. Worked cases stand under their ids."""

from __future__ import annotations

from grognard.kernel.rules import Told
from grognard.titles.tw.nations import BRITAIN, FRANCE, GERMANY, INDEX, ITALY, USSR
from grognard.titles.tw.rules.allowance import may_move
from grognard.titles.tw.rules.hunger import besiege, stretched_lines, supply_segment
from grognard.titles.tw.rules.movement import exploit_supply
from grognard.titles.tw.rules.north_africa import african_limit
from grognard.titles.tw.rules.sea_supply import needed_seas, run_supply, sea_lines
from grognard.titles.tw.rules.staging import may_stage, staging_bases
from grognard.titles.tw.rules.supply import (
    check_exploiters,
    check_supply,
    full_sources,
    limited_sources,
    line_of,
    lines,
    suez_serves,
    supply_now,
    supply_path,
    why_unsupplied,
)
from grognard.titles.tw.rules.units import army_rating
from grognard.titles.tw.rules.zones import zones
from grognard.titles.tw.state import (
    FORTRESS,
    FULL,
    LIMITED,
    NONE,
)
from grognard.titles.tw.supply_told import unit_told

from .kit import ALLIES, AXIS, drive, hold, put, session, space, war


def ring(g, centre, what, nation):
    """Put a unit of a kind on every neighbour of a hex."""
    for b in g.ground.steps[space(g, centre)]:
        put(g, what, g.board.token(b))
        hold(g, nation, g.board.token(b))


def test_12_2_2_sources():
    """Berlin or else Vienna, Paris or else Bordeaux, London or else Glasgow, the Soviet edge of the map."""
    g = war("germany", "france", "britain", "ussr")
    assert full_sources(g, GERMANY) == [space(g, "berlin")]
    hold(g, "ussr", "berlin")
    assert full_sources(g, GERMANY) == [space(g, "vienna")]
    hold(g, "ussr", "vienna")
    assert full_sources(g, GERMANY) == []
    hold(g, "germany", "paris")
    assert full_sources(g, FRANCE) == [space(g, "bordeaux")]
    hold(g, "germany", "london")
    assert full_sources(g, BRITAIN) == [space(g, "glasgow")]
    assert space(g, "moscow") not in full_sources(g, USSR)
    assert all(g.ground.ussr_1939[s] for s in full_sources(g, USSR))


def test_12_1_1_zones_and_units_block():
    """A line passes empty enemy land, never an enemy unit or zone of control, even one that friends hold."""
    g = war("germany", "ussr")
    unit = put(g, "germany INF 6-5", "1409")
    assert supply_now(g, unit) == FULL  # through empty Soviet hexes
    assert supply_path(g, unit)[0] == space(g, "berlin") and supply_path(g, unit)[-1] == space(g, "1409")
    for b in g.board.ring(space(g, "1409"), 2):
        if g.ground.land[b]:
            put(g, "ussr ARM 6-8", g.board.token(b))
    assert supply_now(g, unit) == NONE
    assert why_unsupplied(g, unit).rule == "12.1.1"
    for b in g.ground.steps[space(g, "1409")]:
        put(g, "germany INF 6-5", g.board.token(b))
    assert supply_now(g, unit) == NONE


def test_12_1_1_neutral_land():
    g = war("germany", "ussr")
    unit = put(g, "germany INF 6-5", "oslo")
    assert supply_now(g, unit) == NONE
    assert why_unsupplied(g, unit) is not None


def test_12_1_1_leningrad_through_zones():
    """Leningrad may draw its line over friendly units with a zone of control, other hexes may not."""
    g = war("germany", "ussr")
    hold(g, "germany", "0515")
    town = put(g, "ussr INF 4-5", "leningrad")
    door = space(g, "0615")
    for b in g.ground.steps[space(g, "leningrad")]:
        if b != door:
            put(g, "germany INF 2-5", g.board.token(b))
    assert supply_now(g, town) == FULL
    put(g, "germany ARM 8-8", "0715")
    assert zones(g)[AXIS][door]
    assert supply_now(g, town) == NONE
    guard = put(g, "ussr STA 3-3", "0615")
    assert supply_now(g, town) == NONE  # static troops have no zone
    g.units[guard].at = space(g, "moscow")
    other = put(g, "ussr INF 4-5", "0615")
    assert supply_now(g, town) == FULL
    assert supply_now(g, other) == FULL


def test_12_2_2_ladoga():
    """Over the lake while 0515 is Soviet."""
    g = war("germany", "ussr")
    town = put(g, "ussr INF 4-5", "leningrad")
    for b in g.ground.steps[space(g, "leningrad")]:
        put(g, "germany INF 2-5", g.board.token(b))
    assert supply_now(g, town) == FULL
    hold(g, "germany", "0515")
    assert supply_now(g, town) == NONE


def test_12_7_1_overseas():
    """Libya is supplied from Italy while an Italian Fleet lies in a port of the same waters."""
    g = war("germany", "italy", "britain", year=1942)
    unit = put(g, "italy INF 4-5", "3924")
    assert supply_now(g, unit) == LIMITED  # Tripoli alone
    fleet = put(g, "italy FLEET 1-12-5", "taranto")
    assert supply_now(g, unit) == FULL
    g.units[fleet].depleted = 1
    assert supply_now(g, unit) == LIMITED


def test_12_2_4_a_suez():
    """tw-12.2.4-a: Suez serves units of strength 4 or less, pieces counted as their parent."""
    g = war("germany", "italy", "britain", year=1942, side=ALLIES)
    small, big = put(g, "britain MOT 3-7", "cairo"), put(g, "britain MOT 6-7", "cairo")
    piece = put(g, "britain MOT 2-7", "cairo", parent=6)
    assert [suez_serves(g, u) for u in (small, big, piece)] == [True, False, False]
    assert supply_now(g, small) == FULL
    assert supply_now(g, big) != FULL
    put(g, "britain FLEET 1-12-5", "alexandria")
    assert supply_now(g, big) == FULL


def test_12_2_3_limited_supply_weakens():
    """A colonial capital is a limited source: the unit acts as depleted."""
    from grognard.titles.tw.rules.units import weakened

    g = war("germany", "italy", "britain", year=1942)
    unit = put(g, "italy INF 4-5", "3924")
    check_supply(g, AXIS)
    assert g.units.supply[unit] == LIMITED
    assert weakened(g, unit) and army_rating(g, unit) == 4


def test_12_2_5_limits_in_africa():
    g = war("germany", "italy", "britain", year=1942, season=0)
    assert african_limit(g, GERMANY) == (6, 2) and african_limit(g, ITALY) == (12, 2) and african_limit(g, BRITAIN) == (18, 2)
    hold(g, "italy", "malta")
    assert african_limit(g, GERMANY) == (12, 3) and african_limit(g, BRITAIN) == (24, 3)
    g.turn += 3
    assert african_limit(g, GERMANY) is None and african_limit(g, BRITAIN) is None


def test_12_2_5_eight_hexes_from_a_port():
    """Beyond eight hexes of a supplied port a unit is depleted, and lost if it stays there another turn."""
    g = war("germany", "italy", "britain", year=1942, side=ALLIES)
    put(g, "italy FLEET 1-12-5", "taranto")
    near, far = put(g, "italy INF 4-5", "3924"), put(g, "italy INF 4-5", "4421")
    hold(g, "britain", "benghazi", "tobruk", "3924")
    hold(g, "italy", "3924")
    g.units[near].at = space(g, "3729")
    stretched_lines(g)
    assert not g.units.depleted[near]
    assert g.units.depleted[far] and g.units.supply[far] == NONE
    stretched_lines(g)
    assert g.units.at[far] < 0


def test_12_6_1_cut_off_units_do_not_move():
    g = war("germany", "ussr", side=ALLIES)
    unit = put(g, "ussr INF 4-5", "1316")
    ring(g, "1316", "germany ARM 8-8", "germany")
    check_supply(g, ALLIES)
    assert g.units.supply[unit] == NONE
    assert may_move(g, unit, 1).rule == "12.6.1"


def test_12_6_2_a_relieved_tanks_move_in_the_second_impulse():
    """tw-12.6.2-a: a 6-8 ARM in Kursk, cut off by units in Orel and 1612, moves in the second impulse once it is relieved."""
    g = war("germany", "ussr", side=ALLIES)
    hold(g, "germany", "1412", "1612")
    tanks = put(g, "ussr ARM 6-8", "kursk")
    one, two = put(g, "germany INF 6-5", "orel"), put(g, "germany ARM 8-8", "1612")
    for token in ("1413", "1513", "1613"):
        put(g, "germany INF 6-5", token)
    check_supply(g, ALLIES)
    assert g.units.supply[tanks] == NONE
    assert may_move(g, tanks, 1).rule == "12.6.1"
    g.units[one].at, g.units[one].pool = -1, 1
    g.units[two].at, g.units[two].pool = -1, 1
    check_exploiters(g, ALLIES)
    assert may_move(g, tanks, 2) is None


def test_12_6_2_b_tanks_between_smolensk_and_bryansk():
    """tw-12.6.2-b: a German 4-8 MECH that moves into 1314 in the first impulse may move again: it began in supply."""
    g = war("germany", "ussr")
    hold(g, "germany", "1316", "1315")
    put(g, "ussr ARM 6-8", "smolensk")
    put(g, "ussr INF 4-5", "bryansk")
    tanks = put(g, "germany MECH 4-8", "1315")
    check_supply(g, AXIS)
    g.units[tanks].at = space(g, "1314")
    check_exploiters(g, AXIS)
    assert may_move(g, tanks, 2) is None


def test_12_3_a_exploiting_tanks():
    """tw-12.3-a: supplied in their own and the enemy's turn, checked again in their next."""
    g = war("germany", "ussr")
    tanks = put(g, "germany ARM 8-8", "1409")
    ring(g, "1409", "ussr ARM 6-8", "ussr")
    exploit_supply(g, tanks)
    supply_segment(g)
    assert g.units.at[tanks] >= 0
    g.side = ALLIES
    assert supply_now(g, tanks) == FULL
    g.turn, g.side = g.turn + 1, AXIS
    check_supply(g, AXIS)
    assert g.units.supply[tanks] == NONE
    supply_segment(g)
    assert g.units.at[tanks] < 0


def test_12_6_3_only_units_that_began_cut_off_are_lost():
    g = war("germany", "ussr", side=ALLIES)
    early = put(g, "ussr INF 4-5", "1316")
    ring(g, "1316", "germany ARM 8-8", "germany")
    supply_segment(g)
    assert g.units.at[early] >= 0
    check_supply(g, ALLIES)
    supply_segment(g)
    assert g.units.at[early] < 0


def test_12_6_3_aircraft_stage_out_or_are_depleted():
    g = war("germany", "ussr", side=ALLIES)
    planes = put(g, "ussr TAC 1-5-4", "minsk", active=0)
    ring(g, "minsk", "germany ARM 8-8", "germany")
    check_supply(g, ALLIES)
    assert g.units.supply[planes] == NONE
    assert may_stage(g, planes) is None and space(g, "moscow") in staging_bases(g, planes)
    supply_segment(g)
    assert g.units.depleted[planes]
    supply_segment(g)
    assert g.units.at[planes] < 0


def test_13_2_3_siege_of_a_fortress():
    """12.8: a fortress starves in four turns; relief lifts the siege."""
    g = war("germany", "ussr", side=ALLIES)
    here = space(g, "1316")
    g.hexes[here].works = FORTRESS
    unit = put(g, "ussr INF 4-5", "1316")
    ring(g, "1316", "germany ARM 8-8", "germany")
    for level in (1, 2, 3):
        check_supply(g, ALLIES)
        supply_segment(g)
        assert g.hexes.siege[here] == level and g.units.at[unit] >= 0
    supply_segment(g)
    assert g.units.at[unit] < 0
    besiege(g, here, ALLIES)
    assert g.hexes.siege[here] == 1


# --- 12.1.2, 12.7.2: aircraft and sea lines -------------------------------------------------------------------------------------


def tobruk():
    """British in Tobruk, supplied by sea from Alexandria; a German TAC at Suda Bay."""
    g = war("germany", "italy", "britain", "greece", year=1942)
    hold(g, "britain", "tobruk")
    hold(g, "germany", "suda_bay")
    for n in range(g.board.size):
        if g.ground.country[n] == "greece":
            g.hexes[n].holder = GERMANY
    put(g, "britain FLEET 1-12-5", "alexandria")
    garrison = put(g, "britain MOT 3-7", "tobruk")
    for b in g.ground.steps[space(g, "tobruk")]:
        put(g, "italy INF 2-5", g.board.token(b))
    planes = put(g, "germany TAC 1-5-4", "suda_bay")
    return g, garrison, planes


def test_12_7_2_a_air_cuts_the_line_to_tobruk():
    """12.1.2, tw-12.7.2-a in the air: a TAC on the shore of Tobruk Waters closes them; without it the town is supplied."""
    g, garrison, planes = tobruk()
    assert supply_now(g, garrison) == FULL
    sea = space(g, "tobruk_waters")
    assert sea in needed_seas(g, ALLIES)
    drive(g, sea_lines(g), [f"cut u{planes} tobruk_waters"])
    assert g.hexes.cut_side[sea] == ALLIES
    assert supply_now(g, garrison) == NONE
    g.side = ALLIES
    assert supply_now(g, garrison) == NONE


def test_12_1_2_the_seas_to_cut_are_those_of_the_line_that_is_shown():
    """Two Fleets could serve the town; only the waters on the line of its own nation are offered."""
    g, garrison, _ = tobruk()
    net = lines(g, ALLIES)
    shown = unit_told(g, g.units[garrison])
    assert isinstance(shown, Told)
    seas = {space(g, token) for token in shown.way} & set(g.ground.seas)
    assert seas == set(needed_seas(g, ALLIES))
    for u in range(len(g.units)):
        if g.roster.sides[u] == ALLIES and g.units.at[u] >= 0 and g.ground.land[g.units.at[u]] and net.state(g, u) == FULL:
            assert line_of(g, net, u)[-1] == g.units.at[u]


def test_12_7_2_b_running_supply():
    """tw-12.7.2-b: the British run supply, a German TAC stops it again; if it lets them pass the town is supplied."""
    for reply, state in (("let", FULL), ("intercept u{}", NONE)):
        g, garrison, planes = tobruk()
        g.hexes[space(g, "tobruk_waters")].cut_side, g.hexes[space(g, "tobruk_waters")].cut_until = ALLIES, g.player_turn + 1
        g.side = ALLIES
        drive(g, run_supply(g), ["run tobruk_waters", reply.format(planes)])
        assert supply_now(g, garrison) == state
        assert g.units.supply[garrison] == state


def test_12_1_2_a_defenders_drive_the_raider_off():
    """A British TAC on the same shore fights the raider; a depleted raider cuts nothing."""
    g, garrison, planes = tobruk()
    guard = put(
        g,
        "britain TAC 1-5-4",
        "alexandria" if space(g, "alexandria") in g.ground.shores[space(g, "tobruk_waters")] else "mersa_matruh",
    )
    drive(g, sea_lines(g), [f"cut u{planes} tobruk_waters", f"rise u{guard}", "plain", "leave", "leave"], dice=[6])
    assert g.units.depleted[planes]
    assert supply_now(g, garrison) == FULL


def test_12_2_6_a_capitals_of_minors():
    """Germans cut off from Berlin draw limited supply from a satellite's capital."""
    g = war("germany", "romania", "ussr")
    assert space(g, "bucharest") in limited_sources(g, GERMANY)
    assert space(g, "bucharest") in full_sources(g, INDEX["romania"])
    unit = put(g, "germany INF 6-5", "bucharest")
    hold(g, "ussr", "berlin", "vienna")
    assert supply_now(g, unit) == LIMITED


def test_12_0_a_a_source_taken_leaves_nothing():
    g = war("germany", "france", year=1940, side=ALLIES)
    unit = put(g, "france INF 6-5", "lyons")
    assert supply_now(g, unit) == FULL
    hold(g, "germany", "paris")
    assert supply_now(g, unit) == FULL  # Bordeaux
    hold(g, "germany", "bordeaux")
    assert supply_now(g, unit) == NONE


def test_12_1_1_b_supply_is_explained():
    """`supply u0` names the line or the obstacle, `supply HEX` what holds for each side and until when a pocket keeps it."""
    game = session("barbarossa")
    g, seat = game.g, next(iter(game.pending))
    german = next(u for u, d in enumerate(g.units.design) if g.designs[d].id == "ger_inf_i")
    found = game.explain(seat, f"supply u{german}")
    assert found.rule == "12.1.1" and found.reason.startswith("full supply from Berlin")
    moscow = game.explain(seat, "supply " + g.board.token(space(g, "moscow"))).reason
    assert "allies: full supply from" in moscow and "axis: " in moscow
    g.hexes[space(g, "minsk")].pocket = AXIS
    assert "then Axis if still cut off" in game.explain(seat, "supply " + g.board.token(space(g, "minsk"))).reason
