"""Stand-in rules 36, 41.2, 42 and 49: mobilization, research points, production, diplomacy; worked examples under their ids."""

from __future__ import annotations

from grognard.titles.awaw.designs import Kind
from grognard.titles.awaw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, INDEX, ITALY, NEUTRAL, RUSSIA, US
from grognard.titles.awaw.rules import diplomacy, mobilization, production, research, tension
from grognard.titles.awaw.rules.areas import by_diplomacy
from grognard.titles.awaw.rules.units import KIND, NATION
from grognard.titles.awaw.state import ALLY, LATER, NO_RESULT, POOL, SPRING, SUMMER, USAT, USJT, World

from .kit import campaign, drive, fight, hold, puts

SPAIN, TURKEY, HUNGARY = INDEX["spain"], INDEX["turkey"], INDEX["hungary"]


def points(g: World, power: int, country: int, count: int) -> None:
    g.dps[diplomacy.cell(power, country)] = count


def test_ours_49_5_spain():
    """AW-OURS-49-a: three German points against one British, Paris Axis, die 4: 8, full BRPs."""
    g = campaign(year=1941, season=SPRING)
    hold(g, "germany", "paris")
    points(g, GERMANY, SPAIN, 3)
    points(g, BRITAIN, SPAIN, 1)
    assert diplomacy.roll_modifiers(g, SPAIN).total == 4
    drive(g, diplomacy.activate(g, diplomacy.Envoys(GERMANY), SPAIN), dice=[4])
    assert g.nations.result[SPAIN] == 8
    assert by_diplomacy(g, SPAIN) == (GERMANY, 20)
    assert diplomacy.points_on(g, GERMANY, SPAIN) == 0


def test_ours_49_51_policies_end():
    """AW-OURS-49-b: Turkey, start -1, Paris +1, die 5: 5: pro-Allied policies end."""
    g = campaign(year=1940, season=SUMMER)
    hold(g, "germany", "paris")
    g.nations[TURKEY].result = 0
    drive(g, diplomacy.apply_result(g, TURKEY, 5 + diplomacy.roll_modifiers(g, TURKEY).total))
    assert g.nations.result[TURKEY] == NO_RESULT


def test_ours_49_82_points_on_a_tension():
    """AW-OURS-49-d: three German points against automatic +1, France fallen +1, three submarines +1: nothing moves that turn."""
    g = campaign(year=1940, season=SUMMER)
    g.nations[FRANCE].surrendered = 1
    g.nations[RUSSIA].side = ALLIES  # Britain does not stand alone
    puts(g, 3, "germany sub", "sw_atlantic")
    g.tension[USAT] = 10
    points(g, GERMANY, diplomacy.track_place(USAT), 3)
    tension.tense(g, USAT, tension.turn_changes(g, USAT), "the turn")
    diplomacy.spend_on(g, diplomacy.Envoys(GERMANY), "usat")
    assert g.tension[USAT] == 10
    assert diplomacy.may_spend_on(g, diplomacy.Envoys(GERMANY), "usat").rule == "ours 49.82"


def test_ours_49_4_activation():
    """AW-OURS-49-e: without a point on Hungary Germany may not approach it, Britain with one may; once a turn."""
    g = campaign(year=1940, season=SPRING)
    points(g, BRITAIN, HUNGARY, 1)
    assert diplomacy.may_activate(g, diplomacy.Envoys(GERMANY), HUNGARY).rule == "ours 49.4"
    assert diplomacy.may_activate(g, diplomacy.Envoys(BRITAIN), HUNGARY) is None
    drive(g, diplomacy.activate(g, diplomacy.Envoys(BRITAIN), HUNGARY), dice=[3])
    points(g, BRITAIN, HUNGARY, 1)
    assert diplomacy.may_activate(g, diplomacy.Envoys(BRITAIN), HUNGARY).rule == "ours 49.4"


def test_ours_49_51_an_ally():
    """A ten brings a country into the war beside its friend, with its army."""
    g = campaign(year=1940, season=SPRING)
    drive(g, diplomacy.apply_result(g, HUNGARY, 10))
    assert (g.nations.side[HUNGARY], g.nations.status[HUNGARY], g.nations.patron[HUNGARY]) == (AXIS, ALLY, GERMANY)
    assert any(NATION[g.units.design[u]] == HUNGARY and g.units.at[u] >= 0 for u in range(len(g.units)))


def test_ours_49_3_limits():
    """Three points on a target; France and Italy only some; a country at war none."""
    g = campaign()
    assert diplomacy.may_influence(g, diplomacy.Envoys(GERMANY), SPAIN) is None
    points(g, GERMANY, SPAIN, 3)
    assert diplomacy.may_influence(g, diplomacy.Envoys(GERMANY), SPAIN).rule == "ours 49.3"
    assert diplomacy.may_influence(g, diplomacy.Envoys(FRANCE), SPAIN).rule == "ours 49.3"
    assert diplomacy.may_influence(g, diplomacy.Envoys(ITALY), SPAIN) is None
    g.nations[TURKEY].side = ALLIES
    assert diplomacy.may_influence(g, diplomacy.Envoys(GERMANY), TURKEY).rule == "ours 49.2"
    assert diplomacy.allotment(g, GERMANY, start=True) == 3
    assert diplomacy.allotment(g, US, start=True) == 0


def test_7_33_points_are_placed_at_the_start():
    """7.222, 7.33: each power places its points after the set-up."""
    g = campaign()
    prompts = drive(g, diplomacy.allot_points(g))
    assert prompts[0] == "Diplomatic points: 3 left" and len(prompts) == 5  # one for each power with points; all keep theirs


def test_ours_36_mobilization_of_america():
    """AW-OURS-36-a: effective tension 20 brings the second American mobilization: 25 BRPs and two choices."""
    g = campaign(year=1940, season=SUMMER)
    g.nations[US].mobilized = 1
    g.effective[USAT] = 20
    assert mobilization.due(g, US) == 2
    base, level = g.nations.base[US], g.nations.level[US]
    drive(g, mobilization.mobilize(g, US), ["arm ground", "enough", "arm naval"])
    assert (g.nations.base[US], g.nations.level[US]) == (base + 25, level + 25)
    assert g.nations.yards[US] == 3


def test_ours_36_mobilization_of_japan():
    """AW-OURS-36-b: tension 20 forces the third Japanese mobilization; its aircraft come four turns later."""
    g = campaign("pacific", year=1941, season=SPRING, mover="japan")
    japan = INDEX["japan"]
    g.nations[japan].mobilized = 2
    g.tension[USJT] = 20
    assert mobilization.due(g, japan) == 3
    level = g.nations.level[japan]
    drive(g, mobilization.mobilize(g, japan), ["arm air"])
    assert g.nations.level[japan] == level + 10
    later = [u for u in range(len(g.units)) if NATION[g.units.design[u]] == japan and g.units.due[u] == g.turn + 4]
    called = [u for u in later if KIND[g.units.design[u]] in (Kind.AAF, Kind.NAS, Kind.ELITE_NAS)]
    assert all(g.units.pool[u] == POOL for u in called)


def test_ours_36_russia_chooses():
    """Russia mobilizes when it likes, two turns each until war; every one gives a centre in the Urals."""
    g = campaign(year=1940, season=SPRING)
    assert mobilization.may_choose_to(g, RUSSIA)
    urals = g.board.space("urals")
    before = g.hexes.ic[urals]
    drive(g, mobilization.mobilize(g, RUSSIA), ["arm ground"])
    assert g.hexes.ic[urals] == before + 10
    assert not mobilization.may_choose_to(g, RUSSIA)
    g.turn += 2
    assert mobilization.may_choose_to(g, RUSSIA)


def test_ours_41_2_points():
    """Germany has 8, and later one for each fifty BRPs; America one for ten of the tensions before its war."""
    g = campaign(year=1940, season=SPRING)
    assert research.points_of(g, GERMANY) == 8
    g.booked[research.BEGUN + 0] = 2
    g.nations[GERMANY].level = 150
    assert research.points_of(g, GERMANY) == 11
    g.tension[USAT], g.tension[USJT] = 15, 12
    assert research.points_of(g, US) == 2


def test_ours_42_production():
    """AW-OURS-42-a: three points on submarines in 1941 bring six factors to the pool; Western transports wait for 1941."""
    g = campaign(year=1941, season=SPRING)
    before = [u for u in range(len(g.units)) if g.units.pool[u] == POOL and KIND[g.units.design[u]] == Kind.SUB]
    for _ in range(3):
        assert production.may_produce(g, GERMANY, 3, "submarines") is None
        assert production.produce(g, GERMANY, "submarines") == 1
    after = [u for u in range(len(g.units)) if g.units.pool[u] == POOL and KIND[g.units.design[u]] == Kind.SUB]
    assert len(after) == len(before) + 6
    g.turn -= 4
    assert production.may_produce(g, BRITAIN, 5, "transports").rule == "ours 42.1"
    assert production.may_produce(g, GERMANY, 0, "submarines").rule == "ours 42.1"
    assert not any(g.units.pool[u] == LATER for u in after)


def test_ours_41_9_effects():
    """A result in training raises the level of the power that rolled, winter preparation by two."""
    g = campaign()
    ctl, prep = g.nations.ctl[GERMANY], g.nations.prep[GERMANY]
    research.take_effect(g, GERMANY, "ctl")
    research.take_effect(g, GERMANY, "winter_preparation")
    assert (g.nations.ctl[GERMANY], g.nations.prep[GERMANY]) == (ctl + 1, prep + 2)
    assert g.nations.side[SPAIN] == NEUTRAL


def test_ours_49_52_wars_beside_a_country_and_a_year_without_luck():
    """The Axis attack Yugoslavia: Bulgaria, beside it, is warned; a year later no more. Objectives lost in a year count once."""
    g = campaign(year=1941, season=SPRING)
    fight(g, "germany", "britain")
    bulgaria, spain, yugoslavia = (INDEX[k] for k in ("bulgaria", "spain", "yugoslavia"))

    def counted(country: int, words: str) -> int:
        return next((m.value for m in diplomacy.open_modifiers(g, country).items if m.label == words), 0)

    assert counted(bulgaria, "Axis war on a neighbour") == 0
    g.nations[yugoslavia].attacked, g.nations[yugoslavia].side = g.turn, ALLIES
    assert (counted(bulgaria, "Axis war on a neighbour"), counted(spain, "Axis war on a neighbour")) == (-1, 0)
    g.nations[yugoslavia].side = AXIS
    assert counted(bulgaria, "Allied war on a neighbour") == 1
    g.turn += 4
    assert counted(bulgaria, "Allied war on a neighbour") == 0
    diplomacy.weigh_the_year(g)
    diplomacy.weigh_the_year(g)
    assert counted(spain, "Germany lost ground last year") == 0
    hold(g, "britain", "berlin")
    diplomacy.weigh_the_year(g)
    assert counted(spain, "Germany lost ground last year") == -1
