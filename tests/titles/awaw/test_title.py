"""The title as others see it: seats, set-up, views, charts, the ledger, and random play with everything checked."""

from __future__ import annotations

import csv

import pytest

from grognard.kernel.files import read_sheet
from grognard.kernel.ledger import ledger
from grognard.kernel.present import view
from grognard.kernel.session import Session
from grognard.titles.awaw import TITLE, invariants, present
from grognard.titles.awaw.designs import COUNTERS, DESIGNS, Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, EUROPEAN_AXIS, GERMANY, INDEX, RUSSIA
from grognard.titles.awaw.rules.diplomacy import cell
from grognard.titles.awaw.rules.research import cell as research_cell
from grognard.titles.awaw.rules.research import prepare
from grognard.titles.awaw.rules.stacking import room_for
from grognard.titles.awaw.rules.units import ground_units, unit_sides
from grognard.titles.awaw.state import GONE, IN_PLAY


@pytest.fixture(scope="module")
def session() -> Session:
    return Session.new(TITLE, "barbarossa", {}, seed=b"awaw")


def test_seats() -> None:
    """A seat for each major power of the scenario."""
    assert [(s.key, s.side) for s in TITLE.seats("barbarossa", {})] == [("germany", "axis"), ("russia", "allies")]


def test_7_223_forces_of_barbarossa(session: Session) -> None:
    """The forces of scenario_forces.csv stand on the map."""
    g = session.g
    on_map = [g.units[u].sheet for u in range(len(g.units)) if g.units.at[u] >= 0]

    def count(nation: int, kind: Kind, strength: int) -> int:
        return sum((d.nation, d.kind, d.strength) == (nation, kind, strength) for d in on_map)

    assert (count(GERMANY, Kind.ARM, 4), count(GERMANY, Kind.ARM, 2), count(GERMANY, Kind.INF, 3)) == (12, 2, 24)
    assert (count(GERMANY, Kind.INF, 1), count(GERMANY, Kind.AAF, 1)) == (6, 30)
    assert (count(RUSSIA, Kind.ARM, 3), count(RUSSIA, Kind.INF, 3), count(RUSSIA, Kind.INF, 2)) == (8, 14, 10)
    assert (count(RUSSIA, Kind.INF, 1), count(RUSSIA, Kind.AAF, 1)) == (16, 20)


def test_7_25_the_set_up_is_legal(session: Session) -> None:
    """Everybody within stacking and on his own ground, everything supplied."""
    g = session.g
    assert list(invariants(g)) == []
    sides = unit_sides(g)
    for space, units in ground_units(g).items():
        for u in units:
            assert room_for(g, u, space, sides[u]) is None, g.board.token(space)
            assert g.nations.side[g.hexes.holder[space]] == sides[u]
    assert not any(g.units.supply)


def test_the_mix_is_broken_down() -> None:
    """6.4: air, destroyers and transports by factors, cruisers by two."""
    assert len(COUNTERS) > 2000
    assert {DESIGNS[c.design].strength for c in COUNTERS if DESIGNS[c.design].kind in (Kind.AAF, Kind.DD)} == {1}


def test_views(session: Session) -> None:
    seen = view(session, ("germany",))
    assert seen.questions and seen.questions[0].seat == "germany"
    assert {p.key for p in seen.picture.panels} >= {"powers", "operations", "objectives", "pools"}
    assert any(t.key == "brp germany" for t in seen.picture.tracks)


def test_every_chart_says_where_it_comes_from() -> None:
    for path in [*(TITLE.folder / "tables").glob("*.csv"), *(TITLE.folder / "data").rglob("*.csv")]:
        assert read_sheet(path).provenance.kind in ("public", "reconstructed", "rulebook"), path.name


def test_confidence_of_the_stand_ins() -> None:
    """The last column of every stand-in chart is its confidence: text, recalled or designed."""
    for path in (TITLE.folder / "tables").glob("*.csv"):
        text = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        rows = list(csv.DictReader(text))
        if "confidence" in rows[0]:
            assert {r["confidence"].split(";")[0].split()[0] for r in rows} <= {"text", "recalled", "designed"}, path.name


def test_the_ledger_keeps_our_rules_apart() -> None:
    found = ledger(TITLE)
    assert found.problems == []
    assert all(e.section.startswith("ours ") for e in found.ours)
    assert not any(e.section.startswith("ours") for e in found.sections)
    assert {e.status for e in found.ours} <= {"ours", "ours, open"}
    kept = [e for e in found.ours if e.status == "ours"]
    assert len(kept) > 100 and all(e.where or any(k.section.startswith(f"{e.section}.") for k in kept) for e in kept)


def test_pages_of_a_campaign() -> None:
    """Tensions, fleets, research, diplomacy and resistance have their pages; points are shown to their owner alone."""
    session = Session.new(TITLE, "europe", {}, seed=b"pages")
    g = session.g
    g.dps[cell(GERMANY, INDEX["spain"])] = 2

    def page(seat: str, key: str) -> list[list[object]]:
        panels = TITLE.picture(g, seat).panels
        return [list(row) for row in next(p for p in panels if p.key == key).rows]

    assert next(row for row in page("germany", "diplomacy") if row[0] == "Spain")[3] == 2
    assert next(row for row in page("britain", "diplomacy") if row[0] == "Spain")[2:4] == ["+1", ""]
    assert any(row[1] == "Scapa Flow" for row in page("britain", "navies"))
    assert {row[0] for row in page("britain", "resistance")} == {"Germany", "Britain"}
    prepare(g)
    g.points[research_cell(EUROPEAN_AXIS, "ctl")] = 3
    ctl = next(row for row in page("germany", "research") if row[0] == "CTL")
    assert ctl[1:4] == [3, 7, 1939]  # ten, less three points
    assert next(row for row in page("britain", "research") if row[0] == "CTL")[1:4] == ["", 10, 1939]
    assert not [row for row in page("us", "research") if row[0] == "CTL" and row[1] == 3]
    assert any(t.key == "tension 0" for t in TITLE.picture(g, "us").tracks)


def test_five_units_in_a_bridgehead_are_not_too_many() -> None:
    """12.1, 12.2: what watches the stacks lets a bridgehead hold five units, and any other hex two."""
    g = TITLE.blank("europe", {})
    TITLE.setup(g)
    caen = g.ground.named["caen"]
    units = [u for u in range(len(g.units)) if DESIGNS[g.units.design[u]].kind == Kind.INF and g.units.at[u] < 0][:5]
    for u in range(len(g.units)):
        if g.units.at[u] == caen:
            g.units[u].at, g.units[u].pool = -1, GONE
    for u in units:
        g.units[u].at, g.units[u].pool = caen, IN_PLAY
    assert any("overstacked" in word for word in invariants(g))
    g.hexes[caen].bridgehead = ALLIES
    assert not any("overstacked" in word for word in invariants(g))


def test_every_sort_of_ship_and_aircraft_has_its_symbol() -> None:
    """Carriers, battleships, cruisers, destroyers, escorts, transports, submarines are told apart; a hidden task force is not."""
    sorts = (Kind.CV, Kind.BB, Kind.CA, Kind.DD, Kind.ASW, Kind.TRANSPORT, Kind.SUB, Kind.BOMBER, Kind.AAF)
    codes = [present.sidc(kind, AXIS) for kind in sorts]
    assert len(set(codes)) == len(sorts) and {len(code) for code in codes} == {15}
    assert len({present.hull(present.sidc(kind, AXIS)) for kind in (Kind.CV, Kind.BB, Kind.CA, Kind.DD)}) == 1


def test_a_neutral_italy_is_of_the_axis_and_japan_fights_in_the_east() -> None:
    g = TITLE.blank("global_war", {})
    TITLE.setup(g)
    found = {track.key: track.side for track in present.tracks(g)}
    assert (found["brp italy"], found["brp japan"], found["brp us"], found["brp britain"]) == ("axis", "axis", "allies", "allies")
