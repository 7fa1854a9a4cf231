"""Chapters 2 and 3: scenarios, seats, the end of the game, cities, losses, objectives."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import GameOver
from grognard.titles.gw36 import TITLE
from grognard.titles.gw36.powers import ALLIES, AXIS, NATION, PLAYERS
from grognard.titles.gw36.rules import calendar, objectives, victory
from grognard.titles.gw36.rules.nations import absorb
from grognard.titles.gw36.state import NATIONALIST
from tests.titles.gw36.workshop import develop, dice, game, put, zone


def test_gw36_2_1_a() -> None:
    """gw36-2.1-a: the eighteenth turn of the 1936 scenario is January 1945."""
    g = game("germany", "1936")
    assert g.last == 18
    assert calendar.date_of(g, g.last - 1) == "1945-01"


def test_gw36_2_1_b() -> None:
    """gw36-2.1-b: the twelfth turn of the 1939 scenario is January 1945."""
    g = game("germany", "1939")
    assert g.last == 12
    assert calendar.date_of(g, g.last - 1) == "1945-01"


def test_2_1_c() -> None:
    """The game does not end before its last turn, and ends with it; the option adds July 1945."""
    g = game("germany", "1939")
    g.turn = g.last - 2
    victory.check_end(g)
    g.turn = g.last - 1
    with pytest.raises(GameOver) as over:
        victory.check_end(g)
    assert over.value.outcome.winners == ("allies",)
    assert game("germany", "1939", extra_turn=True).last == 13


def test_gw36_b16_a() -> None:
    """gw36-B16-a: variable end in July 1944 with Paris lost: it ends on 1 or 2 of a D12."""
    for roll, ends in ((2, True), (3, False)):
        g = game("germany", "1939", when="1944-07", variable_end=True)
        g.zones[zone(g, "paris")].owner = NATION["germany"]
        dice(g, roll)
        if ends:
            with pytest.raises(GameOver):
                victory.check_end(g)
        else:
            victory.check_end(g)


def test_gw36_b16_b() -> None:
    """gw36-B16-b: Nanking is no capital of a Major Power and does not hasten the end."""
    g = game("germany", "1939", when="1944-07", variable_end=True)
    g.zones[zone(g, "nanking")].owner = NATION["japan"]
    dice(g, 2)
    victory.check_end(g)


def test_2_2_a() -> None:
    """Every optional rule is a switch, may be set, and an unknown one is refused."""
    from grognard.kernel.errors import GrognardError

    keys = {s.key for s in TITLE.switches}
    assert {"mountains", "variable_end", "forcing_straits", "early_fighters", "players"} <= keys
    assert TITLE.read_options({"variable_end": "on"})["variable_end"] is True
    with pytest.raises(GrognardError):
        TITLE.read_options({"weather": "on"})


@pytest.mark.parametrize("players", range(2, 9))
def test_2_3_a(players: int) -> None:
    """Table 2-1: as many seats as players, every nation with one of them, each seat of one alliance (two players: Allies)."""
    seats = TITLE.seats("1936", {"players": str(players)})
    assert len(seats) == players
    g = game("germany", "1936", players=str(players))
    from grognard.titles.gw36.rules.seats import seat_of

    assert {seat_of(g, NATION[n]) for n in PLAYERS} == {s.key for s in seats}


def test_2_3_b() -> None:
    """With four players Japan has a player of its own; with three it belongs to the Axis player."""
    from grognard.titles.gw36.rules.seats import seat_of

    four, three = game(players="4"), game(players="3")
    assert seat_of(four, NATION["japan"]) != seat_of(four, NATION["germany"])
    assert seat_of(three, NATION["japan"]) == seat_of(three, NATION["germany"])


def test_2_3_d() -> None:
    """US units in the Atlantic belong to the Eastern player of the split USA, those in the Pacific to the Western."""
    from grognard.titles.gw36.rules.seats import seat_of_unit

    g = game("usa", "1939", players="8", split_usa=True)
    east, west = put(g, "usa", "sz_71", "destroyer"), put(g, "usa", "sz_82", "destroyer")
    assert seat_of_unit(g, east.index) == "player8"
    assert seat_of_unit(g, west.index) == "player5"


def test_2_5_a() -> None:
    """The 1939 scenario begins with Germany at war with Britain and France, Japan with China, and a Chinese truce."""
    g = game("germany", "1939")
    from grognard.titles.gw36.rules.nations import at_war

    assert at_war(g, NATION["germany"], NATION["great_britain"])
    assert at_war(g, NATION["germany"], NATION["france"])
    assert at_war(g, NATION["japan"], NATION["kmt"])
    assert g.truce == 1
    assert not at_war(g, NATION["germany"], NATION["usa"])


def test_3_2_a() -> None:
    """An objective city is a point for the alliance that possesses it."""
    g = game("germany", "1939", national_objectives=False)
    before = victory.points(g)
    g.zones[zone(g, "paris")].owner = NATION["germany"]
    after = victory.points(g)
    assert after[AXIS] == before[AXIS] + 1
    assert after[ALLIES] == before[ALLIES] - 2  # the city, and a loss (3.3)


def test_3_3_a() -> None:
    """An enemy-held Home Country zone of value costs a point; one without value or held by a friend does not."""
    g = game("germany", "1939")
    assert victory.losses(g, NATION["france"]) == 0
    g.zones[zone(g, "picardy")].owner = NATION["germany"]
    assert victory.losses(g, NATION["france"]) == 1
    g.zones[zone(g, "picardy")].owner = NATION["great_britain"]
    assert victory.losses(g, NATION["france"]) == 0


def test_3_1_a() -> None:
    """A surrendered nation scores nothing, and still loses a point for each zone of its Home Country (GW36-AMB-112)."""
    from grognard.titles.gw36.powers import SURRENDERED
    from grognard.titles.gw36.rules.nations import fall

    g = game("germany", "1939")
    g.zones[zone(g, "picardy")].owner = NATION["germany"]
    before = victory.points(g)[ALLIES]
    scored = objectives.scored(g, NATION["france"])
    assert victory.losses(g, NATION["france"]) == 1
    fall(g, NATION["france"], SURRENDERED)
    assert victory.points(g)[ALLIES] == before - scored


def test_gw36_3_4_a() -> None:
    """gw36-3.4-a: eighteen scorable objectives for each alliance."""
    g = game()
    most = {}
    for row in g.facts.objectives:
        most[row.nation, row.id] = (row.alliance, row.max_points)
    totals = dict.fromkeys(("allies", "axis", "comintern"), 0)
    for alliance, points in most.values():
        totals[alliance] += points
    assert totals == {"allies": 18, "axis": 18, "comintern": 18}


def test_3_4_b() -> None:
    """Lebensraum: a point for each group of zones, four at most; an incomplete group scores nothing."""
    g = game("germany", "1939")
    row = next(r for r in g.facts.objectives if r.id == "lebensraum")
    for name in ("warsaw", "west_poland"):
        g.zones[zone(g, name)].owner = NATION["germany"]
    assert objectives.points(g, NATION["germany"], row) == 0
    g.zones[zone(g, "dolnoslaske")].owner = NATION["germany"]
    assert objectives.points(g, NATION["germany"], row) == 1
    for group in row.zone_groups:
        for name in group:
            g.zones[zone(g, name)].owner = NATION["germany"]
    assert objectives.points(g, NATION["germany"], row) == 5
    assert objectives.scored(g, NATION["germany"]) == 4


def test_3_4_c() -> None:
    """Spain: in 1936 the Civil War decides, in 1939 possession of all six zones."""
    g = game("germany", "1936")
    assert objectives.scored(g, NATION["italy"]) == 0
    g.spain = NATIONALIST
    assert objectives.scored(g, NATION["italy"]) == 1
    late = game("germany", "1939")
    assert late.spain == NATIONALIST
    assert objectives.scored(late, NATION["italy"]) == 0


def test_3_4_d() -> None:
    """Soviet technology: all four or nothing."""
    g = game("ussr", "1939")
    row = next(r for r in g.facts.objectives if r.nation == "ussr" and r.kind == "technologies")
    for word in row.words[:-1]:
        develop(g, "ussr", word)
    assert objectives.points(g, NATION["ussr"], row) == 0
    develop(g, "ussr", row.words[-1])
    assert objectives.points(g, NATION["ussr"], row) == 1


def test_3_4_e() -> None:
    """Worldwide Communism counts new zones worth an IPP that score nowhere else."""
    g = game("ussr", "1939")
    row = next(r for r in g.facts.objectives if r.id == "worldwide_communism")
    g.zones[zone(g, "romania")].owner = NATION["ussr"]
    assert objectives.points(g, NATION["ussr"], row) == 1
    for name in ("east_poland", "lubelskie", "karjala", "lithuania", "latvia", "estonia"):
        g.zones[zone(g, name)].owner = NATION["ussr"]
    assert objectives.points(g, NATION["ussr"], row) == 1


def test_gw36_3_5_a(monkeypatch: pytest.MonkeyPatch) -> None:
    """gw36-3.5-a: with the two leaders tied another turn is played; once one leads the game ends."""
    g = game("germany", "1939")
    g.turn = g.last - 1
    monkeypatch.setattr(victory, "points", lambda g: [0, 3, 9, 9])
    victory.check_end(g)
    g.turn += 1
    monkeypatch.setattr(victory, "points", lambda g: [0, 10, 9, 9])
    with pytest.raises(GameOver) as over:
        victory.check_end(g)
    assert over.value.outcome.winners == ("axis",)


def test_6_1_order() -> None:
    """gw36-6.1-a: the first turns are July 1936 and January 1937; nations act in the order of table 6-1."""
    g = game("germany", "1936")
    assert (calendar.date_of(g, 0), calendar.date_of(g, 1)) == ("1936-07", "1937-01")
    assert [s.nations[0] for s in g.facts.order] == ["germany", "ussr", "japan", "great_britain", "france", "italy", "usa"]


def test_6_1_together() -> None:
    """CCP attacks with the USSR only once evolved; Commonwealth entities attack as one."""
    from grognard.titles.gw36.rules.nations import may_attack_together

    g = game("ussr", "1939")
    assert not may_attack_together(g, NATION["ussr"], NATION["ccp"])
    g.nations[NATION["ccp"]].evolved = 1
    assert may_attack_together(g, NATION["ussr"], NATION["ccp"])
    assert may_attack_together(g, NATION["great_britain"], NATION["anzac"])
    assert not may_attack_together(g, NATION["usa"], NATION["kmt"])


def test_6_1_controlled() -> None:
    """Controlled minors act with their controller; free neutrals with nobody."""
    from grognard.titles.gw36.rules.seats import acting

    g = game("germany", "1936")
    assert NATION["nationalist_spain"] in acting(g)
    assert NATION["turkey"] not in acting(g)


def test_6_1_reinforcements() -> None:
    """Forces listed for a turn appear for minors that are still neutral, not for others."""
    from grognard.titles.gw36.rules.turns import begin_calendar_turn

    g = game("germany", "1936")
    row = g.facts.minor_reinforcements[0]
    for spoilt in (False, True):
        g = game("germany", "1936", when=row.turn)
        minor = NATION[row.minor]
        g.nations[minor].controller = NATION["germany"]  # 4.6: still neutral
        if spoilt:
            absorb(g, minor, NATION["germany"])
        before = len(g.units) + len(g.sites)
        listed = [r for r in g.facts.minor_reinforcements if r.turn == row.turn]
        begin_calendar_turn(g)
        placed = len(g.units) + len(g.sites) - before
        mine = sum(r.count for r in listed if r.minor == row.minor)
        assert placed == sum(r.count for r in listed) - (mine if spoilt else 0)


def test_6_2_a() -> None:
    """A national turn starts with fresh movement, but patrols, escorts and blockades go on."""
    g = game("germany", "1939")
    patrol = put(g, "germany", "sz_26", "seaplane", duty=11, used=3)
    raider = put(g, "germany", "sz_26", "submarine", duty=7, used=2, spent=1)
    calendar.begin_national_turn(g)
    assert (patrol.duty, patrol.used) == (11, 0)
    assert (raider.duty, raider.used, raider.spent) == (0, 0, 0)


def test_2_3_f() -> None:
    """With eight players both halves of the USA act in its turn (GW36-AMB-149); with fewer, or undivided, one player does."""
    from grognard.titles.gw36.rules.seats import acting_seats

    assert {"player5", "player8"} <= set(acting_seats(game("usa", "1939", players="8")))
    assert acting_seats(game("usa", "1939", players="8", split_usa=False)) == ["player5"]
    assert acting_seats(game("usa", "1939", players="7", split_usa=True)) == ["player5"]


TABLE_2_1 = {  # 2 to 8 players
    "germany": "1111111", "italy": "1111666", "japan": "1144444", "ussr": "2222222", "ccp": "2222222",
    "great_britain": "2333333", "fec": "2333377", "anzac": "2333377", "kmt": "2335555", "france": "2335558",
}  # fmt: skip


def test_2_3_table_2_1() -> None:
    """Every cell of table 2-1; the western half of the USA is with KMT's player, the eastern with the eighth if there is one."""
    from grognard.titles.gw36.rules.seats import seat_of, seat_of_unit, voice_of

    for column, players in enumerate("2345678"):
        g = game(players=players)
        for nation, row in TABLE_2_1.items():
            assert seat_of(g, NATION[nation]) == f"player{row[column]}", (nation, players)
        assert seat_of(g, NATION["free_france"]) == seat_of(g, NATION["france"])
        east, west = put(g, "usa", "new_york", "infantry"), put(g, "usa", "san_francisco", "infantry")
        assert seat_of_unit(g, east.index) == f"player{'2335558'[column]}"
        assert seat_of_unit(g, west.index) == f"player{'2335555'[column]}"
        assert voice_of(g, NATION["usa"]) == f"player{'2335558'[column]}"  # the Eastern player decides on war


def test_2_3_seats_name_the_halves() -> None:
    """The seats of eight players name both halves of the USA; of an undivided one there is no half."""
    names = [[s.name for s in TITLE.seats("1939", {"players": "8", "split_usa": split})] for split in (True, False)]
    assert "(west)" in names[0][4] and "(east)" in names[0][7]
    assert not any("(" in name for name in names[1])
    assert "United States" in names[1][4] and "United States" not in names[1][7]


def test_2_1_capitals() -> None:
    """Paris hastens the end also when France has surrendered; in friendly hands it does not."""
    from grognard.titles.gw36.powers import SURRENDERED
    from grognard.titles.gw36.rules.nations import fall

    for holder, ends in (("germany", True), ("great_britain", False)):
        g = game("germany", "1939", when="1944-07", variable_end=True)
        fall(g, NATION["france"], SURRENDERED)
        g.zones[zone(g, "paris")].owner = NATION[holder]
        dice(g, 2)
        if ends:
            with pytest.raises(GameOver):
                victory.check_end(g)
        else:
            victory.check_end(g)


def test_3_5_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the variable end a tie is broken one turn later without another roll."""
    g = game("germany", "1939", when="1944-07", variable_end=True)
    monkeypatch.setattr(victory, "points", lambda g: [0, 5, 5, 1])
    dice(g, 1)
    victory.check_end(g)
    monkeypatch.setattr(victory, "points", lambda g: [0, 6, 5, 1])
    g.turn += 1
    dice(g)  # no roll is left
    with pytest.raises(GameOver):
        victory.check_end(g)


def test_3_4_ice_free_port() -> None:
    """A Major Port on a sea zone from 8 on scores though it was Soviet at the start (GW36-AMB-29); lost, it does not."""
    g = game("ussr", "1939")
    row = next(r for r in g.facts.objectives if r.kind == "major_naval_base")
    assert objectives.points(g, NATION["ussr"], row) == 1
    for s in g.sites:
        if s.at >= 0 and g.zones.owner[s.at] == NATION["ussr"]:
            s.damage = 0
            s.at = -1
    assert objectives.points(g, NATION["ussr"], row) == 0


def test_3_4_defeat_the_communists() -> None:
    """Any CCP unit in China denies KMT the point, an aircraft too."""
    g = game("kmt", "1939")
    row = next(r for r in g.facts.objectives if r.kind == "no_units_in_china")
    for u, n in enumerate(list(g.units.nation)):
        if n == NATION["ccp"] and g.units.at[u] >= 0:
            g.remove(u)
    assert objectives.points(g, NATION["kmt"], row) == 1
    put(g, "ccp", "shensi", "fighter")
    assert objectives.points(g, NATION["kmt"], row) == 0


def test_3_4_istanbul_counts_once() -> None:
    """Istanbul is a new Soviet zone while a port scores the Ice Free Port; it is spent where Crimea and Istanbul score it."""
    g = game("ussr", "1939")
    row = next(r for r in g.facts.objectives if r.nation == "ussr" and r.id == "worldwide_communism")
    ussr, before = NATION["ussr"], objectives.points(g, NATION["ussr"], row)
    g.zones[zone(g, "istanbul")].owner = ussr
    assert g.board.ints("ipp")[zone(g, "istanbul")] >= 1
    assert objectives.points(g, ussr, row) == before + 1
    for site in g.sites:
        if site.kind in objectives.MAJOR_BASES and g.zones.owner[site.at] == ussr:
            site.at = -1
    assert objectives.points(g, ussr, row) == before
