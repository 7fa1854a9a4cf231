"""10: actions and activity limits."""

from __future__ import annotations

from grognard.titles.wif.charts import UNLIMITED
from grognard.titles.wif.facts import POWER_INDEX, USA
from grognard.titles.wif.kinds import Action, Activity
from grognard.titles.wif.rules.actions import Choice, choose_action, count, left, limit, may_choose, may_do
from grognard.titles.wif.state import NEUTRAL
from tests.titles.wif.field import act, drive, war


def test_10_1_a_neutral_passes_or_takes_a_combined_action() -> None:
    g = war(("Germany", "USSR"))
    usa = Choice(USA)
    assert g.powers.status[USA] == NEUTRAL
    assert may_choose(g, usa, "combined") is None
    refused = may_choose(g, usa, "land")
    assert refused is not None and refused.rule == "10.1"
    assert may_choose(g, Choice(POWER_INDEX["Germany"]), "land") is None


def test_10_1_the_choice_is_kept_and_counts_begin_anew() -> None:
    g = war(("Germany", "USSR"))
    act(g, "Germany", Action.PASS)
    g.powers[g.power].land = 5
    drive(g, choose_action(g), ["act land"])
    assert g.powers.action[g.power] == Action.LAND and g.powers.land[g.power] == 0


def test_10_2_a_the_united_states_fly_more_from_year_to_year() -> None:
    """wif-10.2-a: 7 air missions in a combined action to the end of 1942, then 8, from 1945 on 9."""
    for turn, missions in (("Nov/Dec 1942", 7), ("Jan/Feb 1943", 8), ("Nov/Dec 1944", 8), ("Jan/Feb 1945", 9)):
        g = war(("Japan", "USA"), turn=turn)
        act(g, "USA", Action.COMBINED)
        assert limit(g, USA, Activity.GROUND_STRIKE) == missions


def test_10_2_all_air_missions_share_one_limit() -> None:
    g = war(("Italy", "Commonwealth"))
    act(g, "Italy", Action.NAVAL)
    italy = g.power
    assert left(g, italy, Activity.NAVAL_AIR) == 2
    count(g, italy, Activity.NAVAL_AIR)
    count(g, italy, Activity.STRATEGIC_BOMBARDMENT)
    refused = may_do(g, italy, Activity.GROUND_STRIKE)
    assert refused is not None and refused.rule == "10.2"


def test_10_2_a_land_action_moves_every_unit_and_no_ship() -> None:
    g = war(("Germany", "USSR"))
    act(g, "Germany", Action.LAND)
    assert limit(g, g.power, Activity.LAND_MOVE) == UNLIMITED
    assert may_do(g, g.power, Activity.LAND_MOVE) is None
    assert may_do(g, g.power, Activity.NAVAL_MOVE) is not None


def test_10_2_half_limits_round_up() -> None:
    g = war(("Japan", "Commonwealth"))
    act(g, "Commonwealth", Action.COMBINED)
    g.powers[g.power].share = 50
    assert limit(g, g.power, Activity.GROUND_STRIKE) == 3  # of 5
