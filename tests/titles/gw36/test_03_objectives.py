"""3.4: objectives of the nations, one by one: what scores, what does not, and the most that counts."""

from __future__ import annotations

import pytest

from grognard.titles.gw36.facts import Objective
from grognard.titles.gw36.powers import ALLIES, NATION
from grognard.titles.gw36.rules import objectives, victory
from grognard.titles.gw36.state import War
from tests.titles.gw36.workshop import game, put, seize, zone


def give(g: War, nation: str, *zones: str) -> None:
    for name in zones:
        g.zones[zone(g, name)].owner = NATION[nation]


def row(g: War, nation: str, name: str, kind: str = "") -> Objective:
    return next(r for r in g.facts.objectives if (r.nation, r.id) == (nation, name) and kind in ("", r.kind))


def score(g: War, nation: str, name: str, kind: str = "") -> int:
    return objectives.points(g, NATION[nation], row(g, nation, name, kind))


GROUPS = (
    "warsaw west_poland dolnoslaske",
    "lithuania latvia estonia",
    "denmark netherlands belgium",
    "yugoslavia thessaly",
    "southern_ukraine western_ukraine northern_belorussia southern_belorussia",
)


def test_3_4_lebensraum() -> None:
    """Each of five groups is a point, four at most; a group with a gap is none."""
    g = game("germany", "1939")
    base = objectives.scored(g, NATION["germany"])
    for n, group in enumerate(GROUPS):
        first, *rest = group.split()
        give(g, "germany", *rest)
        assert objectives.scored(g, NATION["germany"]) == base + min(n, 4)
        give(g, "germany", first)
        assert objectives.scored(g, NATION["germany"]) == base + min(n + 1, 4)


def test_3_4_eliminate_communism() -> None:
    """Moscow, or two other Soviet cities; one is not enough, both together are one point."""
    g = game("germany", "1939")
    base = objectives.scored(g, NATION["germany"])
    give(g, "germany", "leningrad")
    assert objectives.scored(g, NATION["germany"]) == base
    give(g, "germany", "kiev")
    assert objectives.scored(g, NATION["germany"]) == base + 1
    give(g, "germany", "moscow")
    assert objectives.scored(g, NATION["germany"]) == base + 1


def test_3_4_contain_fascism() -> None:
    """Germany at 24 and Italy at 10 are contained for Britain and the USA until a conquest of value; below 24 France scores."""
    g = game("germany", "1939")
    assert score(g, "great_britain", "contain_fascism") == score(g, "usa", "contain_fascism") == 1
    assert score(g, "france", "disarm_germany") == 0
    seize(g, "konigsberg", "ussr")
    assert score(g, "france", "disarm_germany") == 1
    seize(g, "paris", "germany")
    assert score(g, "great_britain", "contain_fascism") == score(g, "usa", "contain_fascism") == 0


@pytest.mark.parametrize("intruder", ["ussr", "japan", "ccp"])
def test_3_4_monroe(intruder: str) -> None:
    """Any land unit of the Axis or Comintern in the Americas denies the point; an ally's, or a ship, does not."""
    g = game("usa", "1939")
    assert score(g, "usa", "monroe_doctrine") == 1
    put(g, "great_britain", "alaska", "infantry")
    put(g, "japan", "sz_55", "destroyer")
    assert score(g, "usa", "monroe_doctrine") == 1
    put(g, intruder, "alaska", "infantry")
    assert score(g, "usa", "monroe_doctrine") == 0


def test_3_4_new_soviet_zones() -> None:
    """Four new zones of value leave the USA its point, a fifth does not; zones without value never count."""
    g = game("ussr", "1939")
    worth, owner = g.board.ints("ipp"), g.zones.owner
    rich = [z for z in range(g.board.size) if worth[z] and owner[z] >= 0 and owner[z] != NATION["ussr"]][:5]
    poor = [z for z in range(g.board.size) if not worth[z] and owner[z] >= 0 and owner[z] != NATION["ussr"]][:6]
    for z in (*poor, *rich[:4]):
        g.zones[z].owner = NATION["ussr"]
    assert score(g, "usa", "contain_communism") == 1
    assert score(g, "ussr", "worldwide_communism") == 4
    g.zones[rich[4]].owner = NATION["ussr"]
    assert score(g, "usa", "contain_communism") == 0


def test_3_4_spain_in_1939() -> None:
    """All six continental zones in Axis hands, whichever power's; a neutral Nationalist Spain scores nothing."""
    g = game("germany", "1939")
    assert score(g, "germany", "spanish_civil_war", "alliance_possesses_all") == 0
    zones = row(g, "germany", "spanish_civil_war", "alliance_possesses_all").zones
    assert len(zones) == 6
    give(g, "italy", *zones[:3])
    give(g, "germany", *zones[3:])
    assert score(g, "germany", "spanish_civil_war", "alliance_possesses_all") == 1
    assert score(g, "italy", "triumph_of_fascism", "alliance_possesses_all") == 1


def test_3_4_abyssinia_is_worth_taking() -> None:
    """A zone without value counts for Italy, two new ones at most (appendix B 41)."""
    g = game("italy", "1936")
    assert g.board.ints("ipp")[zone(g, "abyssinia")] == 0
    base = objectives.scored(g, NATION["italy"])
    for n, name in enumerate(("abyssinia", "albania", "malta")):
        give(g, "italy", name)
        assert objectives.scored(g, NATION["italy"]) == base + min(n + 1, 2)


def test_3_4_inflame_the_revolution() -> None:
    """More CCP than KMT land units in China are two points; as many are none."""
    g = game("ussr", "1939")
    home = objectives.home_mask(g)[NATION["kmt"]]
    for u, at in enumerate(list(g.units.at)):
        if at in home:
            g.remove(u)
    put(g, "kmt", "szechwan", "infantry")
    put(g, "ccp", "shensi", "infantry")
    assert score(g, "ccp", "inflame_the_revolution") == 0
    put(g, "ccp", "shensi", "militia")
    assert score(g, "ccp", "inflame_the_revolution") == 2


def test_3_3_home_lost() -> None:
    """A home zone of value in enemy hands costs a point, one without value or abroad does not."""
    g = game("germany", "1939")
    before = victory.points(g)[ALLIES]
    worth = g.board.ints("ipp")
    assert worth[zone(g, "southern_england")]
    contained = sum(score(g, n, "contain_fascism") for n in ("great_britain", "usa"))
    seize(g, "southern_england", "germany")
    assert victory.points(g)[ALLIES] == before - contained - 1
