"""An owner of the printed game corrects the charts of combat with a data pack: in that game alone, and odds follow."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.errors import GrognardError
from grognard.kernel.files import Pack
from grognard.kernel.play import Journal
from grognard.titles.awaw import TITLE
from grognard.titles.awaw.almanac import EAST, NEVER_REACHED
from grognard.titles.awaw.charts import air_table, attrition_table, combat_table, odds_column, training
from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import BRITAIN, GERMANY, INDEX, ITALY, US
from grognard.titles.awaw.odds import forecast
from grognard.titles.awaw.rules import mobilization
from grognard.titles.awaw.rules.areas import areas, drawn
from grognard.titles.awaw.rules.bombing import bomber_range
from grognard.titles.awaw.rules.construction import transport_limit
from grognard.titles.awaw.rules.control import conquer
from grognard.titles.awaw.rules.fleet import fleet_hits
from grognard.titles.awaw.rules.grants import by_tension
from grognard.titles.awaw.rules.influence import dp_level, german_resistance
from grognard.titles.awaw.rules.production import may_produce, produce
from grognard.titles.awaw.rules.raiders import engagement
from grognard.titles.awaw.rules.seabattle import flak
from grognard.titles.awaw.rules.shipyards import open_yards
from grognard.titles.awaw.rules.strategic import warfare_table
from grognard.titles.awaw.rules.tension import stir
from grognard.titles.awaw.rules.units import KIND, NATION, price_of
from grognard.titles.awaw.rules.weather import muddy, weather
from grognard.titles.awaw.state import FALL, GONE, POOL, USAT, World, turn_of

from .kit import CHARTS, space


def pack(folder: Path, **lines: tuple[str, str]) -> Pack:
    """A pack that replaces the first line of a chart that begins with some words."""
    (folder / "pack.toml").write_text('title = "awaw"\nname = "printed charts"\nversion = "1"\n')
    (folder / "tables").mkdir()
    for name, (begins, new) in lines.items():
        rows = (TITLE.folder / "tables" / f"{name}.csv").read_text().splitlines()
        place = next(n for n, row in enumerate(rows) if row.startswith(begins))
        (folder / "tables" / f"{name}.csv").write_text("\n".join([*rows[:place], new, *rows[place + 1 :]]) + "\n")
    return Pack.open(folder)


def changed(name: str, begins: str, old: str, new: str) -> tuple[str, str]:
    """A line of a chart with its first such cell changed."""
    rows = (TITLE.folder / "tables" / f"{name}.csv").read_text().splitlines()
    line = next(row for row in rows if row.startswith(begins))
    head, *cells = line.split(",")
    cells[cells.index(old)] = new
    return begins, ",".join([head, *cells])


def test_every_chart_of_combat_is_read_through_packs(tmp_path: Path) -> None:
    mine = pack(
        tmp_path,
        crt=("6,", "6," + ",".join(["A"] * 8) + ",printed"),
        ctl=changed("ctl", "2,", "2", "3"),
        sw_combat=("10,", "10," + ",".join(["9/9"] * 11) + ",printed"),
        air_combat=("5,", "5," + ",".join(["4/0"] * 11) + ",printed"),
        air_range=("0,", "0,5,4,4,3,0,printed"),
        air_defense=("1,", "1," + ",".join(["2/2"] * 11) + ",printed"),
        naval_attack=("1,1-2,", "1,1-2," + ",".join(["7"] * 11) + ",printed"),
        attrition=("0,", "0," + ",".join(["5C/5H"] * 7) + ",printed"),
    )
    g: World = TITLE.blank("barbarossa", {}, [mine])
    TITLE.setup(g)
    column = odds_column(CHARTS, 9, 3)
    found = [
        (
            combat_table(c, column, 6),
            training(c, 2).ground_rounds,
            warfare_table(c, 10, 7).lost,
            air_table(c, 5, 7).lost,
            flak(c, 1, 7).lost,
            fleet_hits(c, 2, 7),
            attrition_table(c, 30, 0).counters,
        )
        for c in (CHARTS, g.charts)
    ]
    assert found[1] == ("A", 3, 9, 4, 2, 7, 5)
    assert all(old != new for old, new in zip(*found)), "the title's own charts stay as they are"
    assert bomber_range(g, 0, space(g, "berlin")) == 5
    assert forecast(g.charts, 9, 0, 3, 6, 3, 0, 1).attacker > forecast(CHARTS, 9, 0, 3, 6, 3, 0, 1).attacker


def test_the_dice_of_an_interception_come_from_the_chart(tmp_path: Path) -> None:
    begins = "dice,raiders to or from"
    mine = pack(tmp_path, naval_interception=changed("naval_interception", begins, "1", "3"))
    charts = TITLE.blank("barbarossa", {}, [mine]).charts
    assert (charts.interception["raid"], CHARTS.interception["raid"]) == (3, 1)


def test_a_chart_with_an_unknown_result_or_a_lost_line_is_refused(tmp_path: Path) -> None:
    lost = {"crt": ("6,", "6,B" + ",D" * 7 + ",printed"), "naval_interception": ("dice,raiders", "dice,something else,1,printed")}
    for n, (name, line) in enumerate(lost.items()):
        folder = tmp_path / str(n)
        folder.mkdir()
        with pytest.raises(GrognardError) as refused:
            TITLE.blank("barbarossa", {}, [pack(folder, **{name: line})])
        assert name in str(refused.value) and "Remedy" in str(refused.value)


def test_powers_and_levels_of_a_pack_change_play(tmp_path: Path) -> None:
    """Base, growth, redeployments, markers and training of a power come from the owner's charts."""
    mine = pack(
        tmp_path,
        powers=changed("powers", "Germany,", "150", "175"),
        national_levels=("Germany,", "Germany,3,3,3,1,1,0,0,printed"),
    )
    g: World = TITLE.blank("europe", {}, [mine])
    TITLE.setup(g)
    plain: World = TITLE.blank("europe", {})
    TITLE.setup(plain)
    assert (g.nations.base[GERMANY], plain.nations.base[GERMANY]) == (175, 150)
    assert (g.nations.ctl[GERMANY], plain.nations.ctl[GERMANY]) == (3, plain.books.levels(GERMANY).ctl)


def test_countries_colonies_and_key_areas_of_a_pack_change_incomes(tmp_path: Path) -> None:
    rows = (TITLE.folder / "tables" / "minor_countries.csv").read_text().splitlines()
    cells = next(r for r in rows if r.startswith("Poland,")).split(",")
    cells[3] = "40"
    mine = pack(tmp_path, minor_countries=("Poland,", ",".join(cells)))
    g: World = TITLE.blank("europe", {}, [mine])
    TITLE.setup(g)
    worth = {a.name: a.brp for a in areas(g)}
    plain: World = TITLE.blank("europe", {})
    assert worth["Poland"] == 40 and {a.name: a.brp for a in areas(plain)}["Poland"] == 20
    g.journal = Journal()
    conquer(g, INDEX["poland"], GERMANY)
    before = {a.name: drawn(g, a) for a in areas(g)}["Poland"]
    assert before == (GERMANY, 40)


def test_research_production_yards_and_diplomacy_of_a_pack(tmp_path: Path) -> None:
    rows = (TITLE.folder / "tables" / "production_projects.csv").read_text().splitlines()
    armor = next(r for r in rows if r.startswith("armor,")).split(",")
    armor[1] = "9"
    yard = next(r for r in (TITLE.folder / "tables" / "shipyards.csv").read_text().splitlines() if ",Kiel," in r).split(",")
    yard[2] = "7"
    mine = pack(tmp_path, production_projects=(armor[0] + ",", ",".join(armor)), shipyards=(",".join(yard[:2]), ",".join(yard)))
    g: World = TITLE.blank("europe", {}, [mine])
    TITLE.setup(g)
    g.turn = 24
    refusal = may_produce(g, GERMANY, 8, "armor")
    assert refusal is not None and "9 points" in refusal.reason
    plain: World = TITLE.blank("europe", {})
    TITLE.setup(plain)
    assert dict(open_yards(g, GERMANY))[space(g, "kiel")] == 7 != dict(open_yards(plain, GERMANY))[space(plain, "kiel")]


def test_terrain_of_a_pack_changes_movement(tmp_path: Path) -> None:
    """Forest that costs three is three in that game's hexes, and what it was in another."""
    rows = (TITLE.folder / "tables" / "terrain.csv").read_text().splitlines()
    forest = next(r for r in rows if r.startswith("europe,forest,")).split(",")
    forest[2] = "3"
    mine = pack(tmp_path, terrain=("europe,forest,", ",".join(forest)))
    g: World = TITLE.blank("barbarossa", {}, [mine])
    plain: World = TITLE.blank("barbarossa", {})
    wood = next(s for s in range(g.board.size) if g.ground.terrain[s] == "forest" and g.ground.europe[s])
    assert g.ground.cost[wood] == 3 != plain.ground.cost[wood]


def test_a_pack_may_not_take_projects_away(tmp_path: Path) -> None:
    rows = (TITLE.folder / "tables" / "research_projects.csv").read_text().splitlines()
    first = next(n for n, r in enumerate(rows) if not r.startswith("#")) + 1
    cells = rows[first].split(",")
    cells[1] = "Death rays"
    mine = pack(tmp_path, research_projects=(rows[first][:20], ",".join(cells)))
    with pytest.raises(GrognardError, match="other projects"):
        TITLE.blank("europe", {}, [mine])


def test_mobilization_is_read_through_packs(tmp_path: Path) -> None:
    """Ours 36.1: an owner's chart gives Germany ten factors and its first mobilization in Spring 1940."""
    line = 'Germany,1,Spring 1940,5,"two of: 10 ground factors, 6 air, 1 naval points",printed'
    g: World = TITLE.blank("europe", {}, [pack(tmp_path, mobilization=("Germany,1,", line))])
    g.journal = Journal()
    TITLE.setup(g)
    mine = mobilization.chart(g, GERMANY)
    assert (mine.first, mine.ground, mine.air, mine.naval, mine.dates[0]) == (5, 10, 6, 1, (1940, 0))
    g.turn = turn_of(1939, 2)
    assert mobilization.due(g, GERMANY) == 0
    g.turn = turn_of(1940, 0)
    assert mobilization.due(g, GERMANY) == 1
    assert mobilization.amount(g, GERMANY, "ground") == 10
    plain: World = TITLE.blank("europe", {})
    assert (mobilization.chart(plain, GERMANY).ground, mobilization.chart(plain, INDEX["us"]).levels) == (8, (10, 20, 30, 40))


def test_weather_and_winter_are_read_through_packs(tmp_path: Path) -> None:
    """Mud in fall instead of spring, a mild winter in the east, and overruns until winter five."""
    mine = pack(
        tmp_path,
        weather=("europe,east of the Pact line,fall", "europe,east of the Pact line,fall,mud: at most 14 BRP,printed"),
        winter=("3,", "3,exploitation movement -1,printed"),
    )
    g: World = TITLE.blank("europe", {}, [mine])
    TITLE.setup(g)
    g.journal = Journal()
    assert (g.charts.climate.says(EAST, FALL, "mud"), CHARTS.climate.says(EAST, FALL, "mud")) == (True, False)
    assert (g.charts.climate.no_overruns, CHARTS.climate.no_overruns) == (NEVER_REACHED, 3)
    g.turn, g.dice = turn_of(1941, FALL), FixedDice()
    weather(g)
    assert muddy(g, space(g, "eK40"))


def test_tensions_partisans_and_resistance_are_read_through_packs(tmp_path: Path) -> None:
    mine = pack(
        tmp_path,
        tension_events=("USAT,event,+2,Paris falls", "USAT,event,+5,Paris falls,printed"),
        partisans=changed("partisans", "Poland,", "4", "1"),
        resistance=("Germany,+2,Berlin", "Germany,+4,Berlin,printed"),
    )
    g: World = TITLE.blank("europe", {}, [mine])
    TITLE.setup(g)
    g.journal = Journal()
    g.tension[USAT] = 10
    stir(g, USAT, "Paris falls", "Paris falls")
    assert g.tension[USAT] == 15
    poles = [g.units.pool[u] for u in range(len(g.units)) if KIND[g.units.design[u]] == Kind.PARTISAN
             and NATION[g.units.design[u]] == INDEX["poland"]]  # fmt: skip
    assert poles.count(GONE) == 3
    assert {m.label: m.value for m in german_resistance(g).items}["Berlin"] == 4


def test_numbers_of_small_charts_are_read_through_packs(tmp_path: Path) -> None:
    """Costs, defence multipliers, air defense, raiders, search, diplomacy, tensions, navies: one line of each."""
    mine = pack(
        tmp_path,
        unit_costs=("armor,2", "armor,5,factor,,,printed"),
        defense_multipliers=("15.33D2,", "15.33D2,+4,fortress,,printed"),
        air_defense_level=("each city or port", "each city or port,+3,printed"),
        raiders=("always", "always,-1,printed"),
        search=("success,die result needed on a smaller group", "success,die result needed on a smaller group,3+,printed"),
        diplomacy_modifiers=("Axis control Paris", "Axis control Paris,+3,all,printed"),
        diplomatic_points=("Italy,2,basic", "Italy,5,basic,printed"),
        tension_effects=("USAT,50", "USAT,45,US may declare war on Germany and Italy,printed"),
        attrition_modifiers=("mass", "mass,+2,per ten,printed"),
        naval_ranges=("seaborne invasion", "seaborne invasion,6,20,,printed"),
        nationality=("naval,5-factor", "naval,5-factor battleship,+2,printed"),
    )
    g: World = TITLE.blank("europe", {}, [mine])
    TITLE.setup(g)
    plain: World = TITLE.blank("europe", {})
    TITLE.setup(plain)
    tank = next(u for u in range(len(g.units)) if KIND[g.units.design[u]] == Kind.ARM and NATION[g.units.design[u]] == GERMANY)
    assert price_of(g, tank) == price_of(plain, tank) * 5 // 2
    found = {name: (g.value(name), plain.value(name)) for name in (
        "defense_multipliers 15.33D2", "air_defense_level each city or port", "raiders always",
        "search success die result needed on a smaller group", "diplomacy_modifiers Axis control Paris",
        "diplomatic_points Italy basic", "tension_effects USAT US may declare war on Germany and Italy",
        "attrition_modifiers mass", "nationality naval 5-factor battleship")}  # fmt: skip
    assert list(found.values()) == [(4, 2), (3, 2), (-1, -3), (3, 5), (3, 1), (5, 2), (45, 50), (2, 1), (2, 1)]
    assert (g.sea_reach("seaborne invasion", europe=True), plain.sea_reach("seaborne invasion", europe=True)) == (6, 10)
    assert dp_level(g, ITALY).total == dp_level(plain, ITALY).total + 3
    assert engagement(g, 0, 1).total == engagement(plain, 0, 1).total + 2


TOLD_ELSEWHERE = {
    "diplomatic_results": "what results mean, in words; BRPs in diplomacy_start.csv",
    "crt_results": "what results mean, in words",
    "force_pool_groups": "when groups of the counter list are due, in words",
    "historical_events": "the historical scenarios",
    "redeployment": "the three kinds of redeployment, in words; numbers in powers.csv",
    "scenarios": "the scenarios themselves are scenarios/*.toml",
    "scenario_forces": "the forces themselves are in scenarios/*.toml",
    "sw_start": "counts of the counter list",
    "surprise": "levels in words",
    "unit_types": "how the codes of the counter list are read",
}


def test_every_chart_is_read_through_packs_or_says_why_not() -> None:
    """A chart of tables/ has a schema, so that a pack may replace it; those that are words alone are named here."""
    by_hand = {"crt", "attrition", "air_combat", "sw_combat", "naval_attack", "air_defense"}  # read as whole sheets
    names = {path.stem for path in (TITLE.folder / "tables").glob("*.csv")}
    packed = {name.removeprefix("tables/").removesuffix(".csv") for name in TITLE.schemas} | by_hand
    assert names - packed == set(TOLD_ELSEWHERE)


def test_a_small_chart_that_lost_a_line_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GrognardError) as refused:
        TITLE.blank("europe", {}, [pack(tmp_path, raiders=("always", "never,-1,printed"))])
    assert "raiders" in str(refused.value) and "Remedy" in str(refused.value)


def test_limits_amounts_and_tensions_of_a_pack(tmp_path: Path) -> None:
    """What may be built in a turn, what production brings, what a tension allows, how many Russians stand at the Pact line."""
    hulls = "Britain 4 a turn; US 5 (8 from 1943); Japan 2; others 1"
    mine = pack(
        tmp_path,
        unit_costs=changed("unit_costs", "transport,", hulls, "Britain 6 a turn; US 7 (9 from 1944); Japan 3; others 2"),
        production_projects=changed("production_projects", "submarines,", "2 submarine factors to the pool", "5 factors"),
        tension_effects=changed("tension_effects", "USAT,15", "15", "12"),
        numbers=changed("numbers", "50.7,", "40", "60"),
    )
    found = []
    for packs in ([], [mine]):
        g: World = TITLE.blank("europe", {}, packs)
        TITLE.setup(g)
        g.turn, g.journal = turn_of(1944, FALL), Journal()
        g.effective[USAT] = 13
        pool = sum(g.units.pool[u] == POOL and KIND[g.units.design[u]] == Kind.SUB for u in range(len(g.units)))
        produce(g, GERMANY, "submarines")
        more = sum(g.units.pool[u] == POOL and KIND[g.units.design[u]] == Kind.SUB for u in range(len(g.units))) - pool
        limit = g.number("50.7 most Russian factors near the Pact line")
        found.append((transport_limit(g, BRITAIN), transport_limit(g, US), more, by_tension(g, BRITAIN), limit))
    assert found == [(4, 8, 2, 0, 40), (6, 9, 5, 5, 60)]


def test_a_pack_that_loses_a_limit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GrognardError) as told:
        TITLE.blank("europe", {}, [pack(tmp_path, unit_costs=changed("unit_costs", "marine,", "1 a turn", "as you like"))])
    assert "marine" in str(told.value) and "Remedy" in str(told.value)
