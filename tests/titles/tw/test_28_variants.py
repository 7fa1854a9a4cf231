"""28: Variants: rolling for projects, keeping them secret, playing them, and what they do. Worked cases have their ids."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.kernel.dice import FixedDice
from grognard.kernel.play import Journal
from grognard.kernel.veil import conceal
from grognard.titles.tw import TITLE
from grognard.titles.tw.boons import bestow, boon, boons, lasting
from grognard.titles.tw.kinds import Kind
from grognard.titles.tw.nations import AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, NEUTRAL, USA, USSR
from grognard.titles.tw.rules.bombing import Raid, bombing_modifiers
from grognard.titles.tw.rules.capitulation import german_modifiers
from grognard.titles.tw.rules.construction import build_price
from grognard.titles.tw.rules.diplomacy import NAMED
from grognard.titles.tw.rules.espionage import COUNTER, ESPIONAGE, chit_price, rebate
from grognard.titles.tw.rules.influence import pop_limit, pop_price, use_up
from grognard.titles.tw.rules.invasions import may_load
from grognard.titles.tw.rules.leanings import country_modifiers
from grognard.titles.tw.rules.national import surprised
from grognard.titles.tw.rules.projects import apply, season_of_projects
from grognard.titles.tw.rules.results import blocked
from grognard.titles.tw.rules.status import AXIS_BLOC
from grognard.titles.tw.rules.strategic_units import pool_limit
from grognard.titles.tw.rules.surrender import armistice_modifiers
from grognard.titles.tw.rules.training import step_price
from grognard.titles.tw.rules.uboats import uboat_modifiers
from grognard.titles.tw.rules.units import army_rating
from grognard.titles.tw.rules.variants import (
    PROJECTS,
    forget_projects,
    key,
    may_choose,
    may_play,
    may_research,
    play_project,
    projects_begin,
    research,
    research_modifiers,
    strangers_projects,
    succeeds,
)
from grognard.titles.tw.state import ASSOCIATE, FALL, FORTRESS, LOST, SPRING, SUMMER, WINTER, War, turn_of

from .kit import drive, hold, put, space
from .test_06_declarations import refused
from .test_07_sea import fleet


def variants(scenario: str = "campaign_1939", **options: bool) -> War:
    g: War = TITLE.blank(scenario, {"variants": True, **options})
    TITLE.setup(g)
    g.dice, g.journal = FixedDice(), Journal()
    return g


def won(g: War, power: int, number: int) -> None:
    g.projects = {**g.projects, key(power, number): 1}


def test_28_0_the_lists():
    """16 Italian, 23 German, 13 French, 16 British, 17 Soviet and 18 American projects."""
    count = Counter(power for power, _ in PROJECTS)
    assert count == {ITALY: 16, GERMANY: 23, FRANCE: 13, BRITAIN: 16, USSR: 17, USA: 18}


def test_28_c_what_helps_a_roll():
    """tw-28-c: a saved modifier, a POP and Espionage: Germany succeeds with 5, not with 4; America at peace needs 3."""
    g = variants()
    help_ = research_modifiers(g, GERMANY, 1, 1).total
    assert help_ == 3 and succeeds(GERMANY, 5, help_) and not succeeds(GERMANY, 4, help_)
    assert succeeds(BRITAIN, 4, 1) and not succeeds(BRITAIN, 5, 1)
    assert research_modifiers(g, USA, 0, 0).total == 0


def test_28_0_who_may_roll():
    g = variants()
    assert may_research(g, GERMANY, 0, "project") is None
    assert refused(may_research(g, GERMANY, 1, "project")) == "28.0"
    assert refused(may_research(g, USA, 0, "project")) == "16.6"
    g.nations[GERMANY].watched = NAMED
    assert refused(may_research(g, GERMANY, 0, "project")) == "28.0"
    g.nations[GERMANY].watched, g.savings = 0, {GERMANY: 2}
    assert refused(may_research(g, GERMANY, 0, "modifier")) == "28.0"
    g.turn = turn_of(1940, SUMMER)
    assert refused(may_research(g, ITALY, 0, "project")) == "28.0"


def test_28_0_a_modifier_is_saved_or_a_project_won():
    g = variants()
    narfs = g.nations.narfs[GERMANY]
    drive(g, research(g, GERMANY, 0, "modifier"), dice=[7])
    assert g.savings == {GERMANY: 1} and g.nations.narfs[GERMANY] == narfs - pop_price(GERMANY)
    assert refused(may_research(g, GERMANY, 0, "project")) == "28.0"
    g.turn = turn_of(1940, SPRING)
    drive(g, research(g, GERMANY, 1, "project"), ["project 11"], dice=[6, 7])
    assert g.projects == {key(GERMANY, 11): 1} and g.savings == {GERMANY: 0}
    drive(g, research(g, ITALY, 0, "project"), dice=[6])
    assert key(ITALY, 1) not in g.projects


def test_28_0_projects_are_secret():
    """The other seat knows neither the project nor the die; a copy made for it has none of it."""
    g = variants()
    drive(g, research(g, GERMANY, 0, "project"), ["project 12"], dice=[9, 9])
    assert g.projects == {key(GERMANY, 12): 1}
    lines = [line for line in g.journal.lines if "allies" not in line.only and line.only]
    assert any("Landing craft" in line.text for line in lines)
    assert not any("Landing craft" in line.text for line in g.journal.lines if not line.only)
    assert strangers_projects(g, "allies") and not strangers_projects(g, "axis")
    twin = g.copy()
    conceal(TITLE, twin, "allies")
    assert twin.projects == {}
    forget_projects(g, "axis")
    assert g.projects == {key(GERMANY, 12): 1}


def test_28_a_italian_armour_waits_for_the_war():
    """tw-28-a: won before the war with the West, playable only in it."""
    g = variants()
    won(g, ITALY, 2)
    assert refused(may_play(g, ITALY, 2)) == "28.0"
    g.turn = turn_of(1940, SUMMER)
    assert refused(may_play(g, ITALY, 2)) == "28.0"
    g.nations[ITALY].side = AXIS
    assert may_play(g, ITALY, 2) is None
    drive(g, play_project(g, ITALY, 2))
    assert refused(may_play(g, ITALY, 2)) == "28.0" and refused(may_choose(g, ITALY, 2)) == "28.0"
    assert lasting(g, ITALY, "armour")
    g.turn += 3
    assert not lasting(g, ITALY, "armour")


def test_28_0_what_can_be_chosen():
    g = variants()
    assert may_choose(g, GERMANY, 19) is None
    assert refused(may_choose(g, GERMANY, 24)) == "28.0"
    assert refused(may_choose(g, GERMANY, 23)) == "28.0"  # only with pilot training
    g.played = {key(GERMANY, 19): 3}
    assert refused(may_choose(g, GERMANY, 19)) == "28.0"
    g.turn = turn_of(1943, SPRING)
    assert refused(may_choose(g, GERMANY, 11)) == "28.0"
    assert may_choose(variants(pilot_training=True), GERMANY, 23) is None


@pytest.mark.parametrize(("power", "number"), sorted(PROJECTS))
def test_28_1_every_project_can_be_played(power, number):
    """In a war of 1942 with everybody in it each effect is carried out and leaves a trace; a second time it is not in hand."""
    g = variants("campaign_1942", pilot_training=True)
    row = PROJECTS[power, number]
    won(g, power, number)
    fleet(g, "britain", "scapa_flow")
    fleet(g, "britain", "alexandria")
    before = g.digest()
    drive(g, play_project(g, power, number), dice=[5] * 8)
    assert g.played == {key(power, number): 1} and g.projects == {key(power, number): 0}
    assert g.digest() != before and row.effects
    assert refused(may_play(g, power, number)) == "28.0"


def test_28_1_1_italian_projects():
    g = variants()
    g.nations[ITALY].side = AXIS
    drive(g, apply(g, ITALY, 3, "reform:army"))
    assert step_price(g, g.nations[ITALY], "army") == 5
    assert step_price(g, g.nations[FRANCE], "army") == {3: 10, 2: 20}[g.nations.army[FRANCE]]
    drive(g, apply(g, ITALY, 8, "pool"))
    black = next(u for u, d in enumerate(g.units.design) if g.designs[d].id == "ita_inf_black")
    assert g.units.pool[black] == LOST and army_rating(g, black) == 1
    drive(g, apply(g, ITALY, 10, "chits:2"))
    assert [chit_price(ITALY, k) - rebate(g, ITALY, k) for k in (ESPIONAGE, COUNTER)] == [2, 1]
    assert rebate(g, GERMANY, ESPIONAGE) == 0
    drive(g, apply(g, ITALY, 6, "favour:greece:-3"))
    greece = INDEX["greece"]
    assert ("a Variant", -3, "28.1.1") in list(country_modifiers(g, AXIS_BLOC, greece))
    use_up(g, greece, (ITALY,))
    assert ("a Variant", -3, "28.1.1") not in list(country_modifiers(g, AXIS_BLOC, greece))
    drive(g, apply(g, ITALY, 12, "freeair"))
    plane = put(g, "italy TAC 1-5", "rome")
    g.units[plane].at, g.units[plane].pool = -1, LOST
    assert build_price(g, plane) == 0


def test_28_1_1_midget_submarines_need_eight_or_less():
    for roll, hit in ((8, 1), (9, 0)):
        g = variants()
        g.nations[ITALY].side = AXIS
        ship = fleet(g, "britain", "alexandria")
        drive(g, apply(g, ITALY, 5, "midget"), [f"pick u{ship}"], dice=[roll])
        assert g.units.depleted[ship] == hit


def test_28_1_2_german_projects():
    g = variants("campaign_1942")
    tanks = sum(
        1 for u, n in enumerate(g.roster.nations) if n == GERMANY and g.units[u].sheet.kind == Kind.ARM and g.units.pool[u] != 5
    )
    drive(g, apply(g, GERMANY, 5, "lose:ARM:8:2"))
    left = sum(
        1 for u, n in enumerate(g.roster.nations) if n == GERMANY and g.units[u].sheet.kind == Kind.ARM and g.units.pool[u] != 5
    )
    assert left == tanks - 2
    boats = uboat_modifiers(g).total
    drive(g, apply(g, GERMANY, 9, "uboats:-2"))
    assert uboat_modifiers(g).total == boats - 2
    jets = pool_limit(g, GERMANY, "JET_INT")
    g.turn = turn_of(1943, FALL)
    plain = pool_limit(g, GERMANY, "JET_INT")
    drive(g, apply(g, GERMANY, 6, "jets"))
    assert pool_limit(g, GERMANY, "JET_INT") >= plain >= jets
    soldier, ship = put(g, "germany INF 6-5", "kiel"), fleet(g, "germany", "kiel")
    other, port = put(g, "germany INF 6-5", "kiel"), space(g, "kiel")
    g.side = AXIS
    assert refused(may_load(g, port, ship, other, [(ship, soldier)])) == "7.7.1"
    drive(g, apply(g, GERMANY, 12, "craft"))
    assert may_load(g, port, ship, other, [(ship, soldier)]) is None
    won(g, GERMANY, 20)
    g.turn, g.nations[GERMANY].narfs = turn_of(1944, FALL), 30
    assert may_play(g, GERMANY, 20) is None
    drive(g, play_project(g, GERMANY, 20), ["pick 1926"])
    assert g.hexes.works[space(g, "1926")] == FORTRESS and boons(g, "german") == 1


def test_28_2_1_french_projects():
    g = variants()
    g.turn, g.nations[FRANCE].surprised = turn_of(1940, SPRING), turn_of(1940, SPRING)
    assert surprised(g, FRANCE)
    drive(g, apply(g, FRANCE, 1, "warned"))
    assert not surprised(g, FRANCE)
    before = armistice_modifiers(g).total
    drive(g, apply(g, FRANCE, 12, "french:-1"))
    assert armistice_modifiers(g).total == before - 1
    belgium = g.nations[INDEX["belgium"]]
    drive(g, apply(g, FRANCE, 3, "associate:belgium"))
    assert (belgium.patron, belgium.status, belgium.side) == (FRANCE, ASSOCIATE, NEUTRAL)
    base = g.nations.base[FRANCE]
    drive(g, apply(g, FRANCE, 6, "base:5"))
    assert g.nations.base[FRANCE] == base + 5
    limit = pop_limit(g, FRANCE)
    drive(g, apply(g, FRANCE, 10, "entente"))
    assert pop_limit(g, FRANCE) == limit + 1


def test_28_2_2_british_projects():
    g = variants("campaign_1942")
    raid = Raid(BRITAIN, GERMANY, 4, 4)
    before = bombing_modifiers(g, raid).total
    drive(g, apply(g, BRITAIN, 3, "window"))
    assert bombing_modifiers(g, raid).total == before - 5
    g.turn += 1
    assert bombing_modifiers(g, raid).total > before - 5
    drive(g, apply(g, BRITAIN, 6, "bonus:1"))
    assert g.nations.bands_bonus[BRITAIN] == 1
    drive(g, apply(g, BRITAIN, 13, "sac:1"))
    assert g.nations.more_sac[BRITAIN] == 1


def test_28_2_3_soviet_projects():
    g = variants("campaign_1942")
    drive(g, apply(g, USSR, 13, "pool"))
    nkvd = next(u for u, d in enumerate(g.units.design) if "nkvd" in g.designs[d].marks)
    foot = put(g, "ussr INF 6-5", "moscow")
    assert blocked(g, {nkvd: 1, foot: 6}) and not blocked(g, {foot: 6})
    london, moscow = g.nations.narfs[BRITAIN], g.nations.narfs[USSR]
    drive(g, apply(g, USSR, 15, "trust"), [f"pick {g.nations[BRITAIN].token}"])
    assert (g.nations.narfs[BRITAIN], g.nations.narfs[USSR]) == (london - 9, moscow + 9)
    bestow(g, BRITAIN, "immune", 1)
    bestow(g, USA, "immune", 1)
    drive(g, apply(g, USSR, 15, "trust"))
    assert g.nations.narfs[USSR] == moscow + 9
    drive(g, apply(g, USSR, 4, "reform:army"))
    g.nations[USSR].army = 3
    assert step_price(g, g.nations[USSR], "army") == 5


def test_28_2_4_american_projects():
    g = variants("campaign_1942")
    drive(g, apply(g, USA, 10, "boom:5"))
    base = g.nations.base[USA]
    for _ in range(6):
        season_of_projects(g)
    assert g.nations.base[USA] == base + 100
    g.turn = turn_of(1945, SPRING)
    hold(g, "germany", "berlin")
    tank = put(g, "germany ARM 8-8", "berlin")
    drive(g, apply(g, USA, 6, "atomic"), [f"pick {g.hexes[space(g, 'berlin')].token}"])
    assert g.units.depleted[tank] == 1
    before = german_modifiers(g).total
    drive(g, apply(g, USA, 6, "atomic"), [f"pick {g.hexes[space(g, 'berlin')].token}"])
    assert german_modifiers(g).total == before  # 20.4: each city counts once
    g.atomised = []
    assert german_modifiers(g).total == before + 1
    g.turn = turn_of(1945, SUMMER)
    assert boon(g, USA, "atomic") == 2
    assert "The bomb falls on" in drive(g, projects_begin(g))
    g.turn = turn_of(1944, WINTER)
    won(g, USA, 6)
    assert refused(may_play(g, USA, 6)) == "28.0"
