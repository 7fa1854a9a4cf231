"""Odds of gw36 battles: exact against sampled, against the numbers of chapter 9, and requests in words."""

from __future__ import annotations

import pytest

from grognard.kernel.errors import GrognardError
from grognard.odds import Retreat
from grognard.odds.exact import exact
from grognard.odds.sampling import sample
from grognard.titles.gw36.odds_battles import carpet_battle, land_battle, sea_battle
from grognard.titles.gw36.odds_forces import Conduct, Lot
from grognard.titles.gw36.odds_raids import bombing_outlook, raid_outlook
from grognard.titles.gw36.odds_text import answer, read
from grognard.titles.gw36.rules.modifiers import DROP, LANDING, Approach, Ground

SEA = Approach(LANDING)
BATTLES = {
    "city": land_battle(
        [Lot("infantry", 4), Lot("artillery", 2), Lot("medium_armor", 1), Lot("tactical_bomber")],
        [Lot("infantry", 3), Lot("fighter")],
        Ground(city=True),
    ),
    "fort": land_battle(
        [Lot("infantry", 4, approach=Approach(fortified=True)), Lot("medium_armor", 2, approach=Approach(fortified=True))],
        [Lot("infantry", 2), Lot("militia")],
    ),
    "maginot": land_battle([Lot("infantry", 5, approach=Approach(maginot=True))], [Lot("infantry", 2)]),
    "landing": land_battle(
        [Lot("infantry", 3, approach=SEA), Lot("marine", 1, approach=SEA), Lot("artillery", 1, approach=SEA), Lot("fighter")],
        [Lot("infantry", 2), Lot("anti_aircraft_artillery")],
        bombard=[Lot("battleship"), Lot("naval_transport", 3)],
        coastal=1,
    ),
    "drop": land_battle([Lot("airborne", 2, approach=Approach(DROP)), Lot("infantry", 2)], [Lot("infantry"), Lot("militia")]),
    "jungle": land_battle([Lot("infantry", 3), Lot("light_armor", 2)], [Lot("infantry", 2)], Ground(frozenset({"jungle"}))),
    "fleet": sea_battle(
        [Lot("battleship"), Lot("fleet_carrier"), Lot("fighter"), Lot("tactical_bomber"), Lot("destroyer")],
        [Lot("heavy_cruiser"), Lot("submarine", 2), Lot("naval_transport", 2)],
    ),
    "submarines": sea_battle([Lot("submarine", 3)], [Lot("heavy_cruiser"), Lot("naval_transport")], asw=True),
    "dive": sea_battle(
        [Lot("destroyer"), Lot("tactical_bomber"), Lot("submarine", 2)],
        [Lot("heavy_cruiser"), Lot("submarine", 2)],
        conduct=Conduct(attacker_dives=3, defender_dives=2),
    ),
    "dive at once": sea_battle(
        [Lot("light_cruiser", 2)], [Lot("submarine", 2), Lot("destroyer")], conduct=Conduct(defender_dives=1)
    ),
    "advanced": sea_battle(
        [Lot("heavy_cruiser", 2), Lot("submarine"), Lot("medium_bomber")], [Lot("advanced_submarine", 2), Lot("destroyer")]
    ),
    "patrol": sea_battle([Lot("seaplane", 2), Lot("medium_bomber")], [Lot("submarine", 2)]),
    "carpet": carpet_battle([Lot("strategic_bomber", 2)], [Lot("fighter")], [Lot("infantry", 3), Lot("fighter")]),
}


@pytest.mark.parametrize("name", BATTLES)
def test_exact_and_sampled_agree(name: str) -> None:
    battle = BATTLES[name]
    right = exact(battle)
    found = sample(battle, 60_000, seed=5)
    assert right.won + right.held + right.nobody + right.open == pytest.approx(1.0, abs=1e-9)
    for a, b in ((right.won, found.won), (right.held, found.held), (right.captured, found.captured), (right.open, found.open)):
        assert abs(a - b) < 5 * max(found.error, 0.0008)
    for side, other in ((right.attacker, found.attacker), (right.defender, found.defender)):
        for unit, lost in side.losses.items():
            assert other.losses[unit] == pytest.approx(lost, abs=0.03)


def test_9_3_first_strike_victims_do_not_fire() -> None:
    """One artillery v one infantry: first strike at 3; if it misses, both fire at once from then on."""
    found = exact(land_battle([Lot("artillery")], [Lot("infantry")]))
    strike, hit, answer_ = 3 / 12, 3 / 12, 4 / 12
    # after a missed first strike only the infantry fires in round one
    alive = (1 - strike) * (1 - answer_)
    round_won, round_draw = hit * (1 - answer_), hit * answer_
    ends = 1 - (1 - hit) * (1 - answer_)
    assert found.won == pytest.approx(strike + alive * round_won / ends)
    assert found.nobody == pytest.approx(alive * round_draw / ends)


def test_9_10_a_destroyer_takes_first_strike_from_submarines() -> None:
    free = exact(sea_battle([Lot("submarine", 2)], [Lot("light_cruiser")]))
    hunted = exact(sea_battle([Lot("submarine", 2)], [Lot("light_cruiser"), Lot("destroyer")]))
    single = exact(sea_battle([Lot("submarine", 2)], [Lot("light_cruiser"), Lot("torpedo_boat_destroyer")]))
    assert free.won > single.won > hunted.won


def test_9_2_a_landing_pays_double() -> None:
    sea = exact(land_battle([Lot("infantry", 4, approach=SEA)], [Lot("infantry", 2)]))
    marines = exact(land_battle([Lot("marine", 4, approach=SEA)], [Lot("infantry", 2)]))
    overland = exact(land_battle([Lot("infantry", 4)], [Lot("infantry", 2)]))
    craft = exact(land_battle([Lot("infantry", 4, approach=SEA, attack_transport=True)], [Lot("infantry", 2)]))
    assert sea.won < overland.won
    assert marines.won == pytest.approx(overland.won)
    assert craft.won == pytest.approx(overland.won)


def test_9_8_other_units_wait_for_a_beachhead() -> None:
    """Armor behind one infantry: if the infantry dies in round one the armor never lands, and is not lost either."""
    found = exact(land_battle([Lot("infantry", approach=SEA), Lot("medium_armor", approach=SEA)], [Lot("infantry", 6)]))
    assert found.attacker.losses["medium_armor"] < 0.5 < found.attacker.losses["infantry"]


def test_casualty_orders_are_the_owners() -> None:
    forces = [Lot("infantry", 2), Lot("medium_armor", 2)], [Lot("infantry", 3)]
    cheap = exact(land_battle(*forces))
    proud = exact(land_battle(*forces, conduct=Conduct(attacker=("medium_armor",))))
    assert cheap.attacker.losses["medium_armor"] < proud.attacker.losses["medium_armor"]
    assert cheap.won > proud.won
    away = exact(land_battle(*forces, conduct=Conduct(retreat=Retreat(rounds=1))))
    assert away.retreated > 0


def test_b28_a() -> None:
    """gw36-B28-a: a Submarine on an unescorted line loses the enemy 82/36 on average, 7 at most with 1 in 36."""
    found = raid_outlook([Lot("submarine")])
    assert found.mean_ipp == pytest.approx(82 / 36)
    assert max(found.ipp) == 7
    assert found.ipp[7] == pytest.approx(1 / 36)


def test_9_11_escorts_and_patrols_defend() -> None:
    alone, guarded = raid_outlook([Lot("submarine", 2)], left=5), raid_outlook([Lot("submarine", 2)], [Lot("destroyer")], left=5)
    assert max(alone.ipp) == 5
    assert guarded.mean_ipp < alone.mean_ipp
    assert guarded.mean_raiders_lost == pytest.approx(4 / 12)
    assert alone.mean_raiders_lost == 0
    assert raid_outlook([Lot("submarine")], [Lot("destroyer")], mines=True).mean_raiders_lost == 0


def test_7_8_ships_alone_never_sink_an_advanced_submarine() -> None:
    alone = exact(sea_battle([Lot("heavy_cruiser", 2)], [Lot("advanced_submarine")]))
    assert alone.defender.losses["advanced_submarine"] == pytest.approx(0, abs=1e-9)
    helped = exact(sea_battle([Lot("heavy_cruiser", 2), Lot("medium_bomber")], [Lot("advanced_submarine")]))
    assert helped.defender.losses["advanced_submarine"] > 0.5


def test_9_11_who_fires_at_which_raider() -> None:
    """A seaplane fires at submarines only, patrols not at raiding aircraft, escorts at all of them."""
    seaplane, fighter, escort = [Lot("seaplane")], [Lot("fighter")], [Lot("destroyer")]
    for raider, chances in (("submarine", (1, 6, 4)), ("heavy_cruiser", (0, 6, 4)), ("medium_bomber", (0, 0, 4))):
        found = [raid_outlook([Lot(raider)], guard).mean_raiders_lost for guard in (seaplane, fighter, escort)]
        assert found == [pytest.approx(n / 12) for n in chances], raider


def test_9_16_bombing() -> None:
    free = bombing_outlook([Lot("strategic_bomber")], left=20)
    assert free.mean_damage == pytest.approx(7.0)
    assert free.attacker_losses["strategic_bomber"] == pytest.approx(3 / 12)
    met = bombing_outlook([Lot("strategic_bomber")], [], [Lot("fighter")], left=20)
    assert met.mean_damage == pytest.approx(7.0 * 9 / 12)
    assert met.defender_losses["fighter"] == pytest.approx(1 / 12)
    assert bombing_outlook([Lot("medium_bomber")], left=1, guns=False).damage == {1: pytest.approx(1.0)}


def test_words_of_the_command() -> None:
    request = read("6 infantry 2 artillery 1 tactical_bomber > 4 infantry 1 fighter in city with fortification")
    assert [(g.count, g.unit) for g in request.attack] == [(6, "infantry"), (2, "artillery"), (1, "tactical_bomber")]
    assert request.words == {"city", "fortification"}
    strong = answer(request)
    weak = answer(read("6 infantry 2 artillery 1 tactical bomber > 4 infantry 1 fighter"))
    assert strong.won < weak.won  # type: ignore[union-attr]
    assert answer(read("2 submarines raid 6 > 1 destroyer")).mean_ipp < 6  # type: ignore[union-attr]
    assert answer(read("2 strategic_bombers bomb minor_factory > 1 fighter")).mean_damage <= 5  # type: ignore[union-attr]
    assert answer(read("2 strategic_bombers carpet > 3 infantry")).open > 0  # type: ignore[union-attr]
    assert answer(read("1 battleship damaged > 1 destroyer")).won == pytest.approx(0.5)  # type: ignore[union-attr]


def test_9_4_submarines_of_either_side_submerge_by_conduct() -> None:
    """Two submarines against a light cruiser: those that dive after round one are never lost afterwards."""
    stay = exact(sea_battle([Lot("light_cruiser")], [Lot("submarine", 2)]))
    dive = exact(sea_battle([Lot("light_cruiser")], [Lot("submarine", 2)], conduct=Conduct(defender_dives=1)))
    # first strike of both, then the cruiser's one roll at 5 if it is afloat
    afloat = (9 / 12) ** 2
    assert dive.defender.losses["submarine"] == pytest.approx(afloat * 5 / 12)
    assert dive.rounds == pytest.approx(1.0)
    assert (dive.won, dive.held) == (pytest.approx(afloat), pytest.approx(1 - afloat))
    assert stay.defender.losses["submarine"] > dive.defender.losses["submarine"]
    # with a destroyer there they have no first strike: they dive instead of their roll and hit nobody (table 9-4)
    diving = Conduct(defender_dives=1)
    hunted = exact(sea_battle([Lot("destroyer"), Lot("tactical_bomber")], [Lot("submarine", 2)], conduct=diving))
    assert hunted.attacker.losses == {"destroyer": 0.0, "tactical_bomber": 0.0}
    away = exact(sea_battle([Lot("submarine", 2)], [Lot("heavy_cruiser")], conduct=Conduct(attacker_dives=1)))
    assert away.attacker.losses["submarine"] == pytest.approx(afloat * 6 / 12)


def test_orders_in_words() -> None:
    text = "3 infantry 1 medium_armor > 3 infantry; attacker loses medium_armor, infantry; attacker retreats after 1"
    request = read(text)
    assert request.conduct == Conduct(attacker=("medium_armor", "infantry"), retreat=Retreat(rounds=1))
    assert answer(request).retreated > 0  # type: ignore[union-attr]
    assert read("2 infantry > 1 militia; attacker retreats at 1").conduct.retreat == Retreat(units=1)
    assert read("2 infantry > 1 militia; attacker retreats below 0.5").conduct.retreat == Retreat(share=0.5)
    proud = answer(read("4 infantry > 2 infantry 1 fighter; defender loses fighter"))
    cheap = answer(read("4 infantry > 2 infantry 1 fighter; defender loses infantry"))
    assert proud.defender.losses["fighter"] > cheap.defender.losses["fighter"]  # type: ignore[union-attr]
    hidden = answer(read("1 light_cruiser > 2 submarines with called_out; defender submerges after 1"))
    assert hidden.defender.losses["submarine"] == pytest.approx((9 / 12) ** 2 * 5 / 12)  # type: ignore[union-attr]


@pytest.mark.parametrize("order", ["defender retreats after 1", "attacker loses swords", "attacker waits", "attacker retreats"])
def test_orders_that_are_not_understood(order: str) -> None:
    with pytest.raises(GrognardError) as error:
        read(f"3 infantry > 2 infantry; {order}")
    assert error.value.remedy


@pytest.mark.parametrize(
    "text", ["3 infantry", "3 infanty > 2 infantry", "3 infantry > 2 infantry in swamp", "> 2 infantry", "landing > 1 militia"]
)
def test_words_that_are_not_understood(text: str) -> None:
    with pytest.raises(GrognardError) as error:
        read(text)
    assert error.value.remedy


@pytest.mark.parametrize(
    ("text", "section"),
    [
        ("2 destroyer > 2 submarine", "9.10"),
        ("1 destroyer 1 strategic_bomber > 2 submarine", "12.2"),
        ("1 battleship raid >", "9.12"),
        ("1 destroyer raid > 1 light_cruiser", "9.12"),
        ("1 light_cruiser mines >", "9.13"),
        ("1 fighter raid >", "9.14"),
        ("2 infantry raid >", "9.11"),
        ("2 tactical_bomber bomb major_factory >", "9.16"),
        ("1 medium_bomber 1 tactical_bomber bomb major_factory >", "9.16"),
        ("2 medium_bomber bomb fortification >", "12.7"),
        ("2 medium_bomber bomb coastal_artillery >", "12.9"),
        ("2 medium_bomber carpet > 2 infantry", "9.17"),
        ("2 strategic_bomber > 2 infantry", "12.2"),
        ("2 strategic_rocket > 2 infantry", "7.8"),
        ("1 infantry 1 seaplane > 2 infantry", "12.2"),
        ("1 infantry dropped > 1 militia", "9.15"),
        ("1 infantry landing 2 battleship bombarding > 1 militia", "9.9"),
        ("2 infantry landing 1 destroyer bombarding > 1 militia", "9.9"),
    ],
)
def test_combats_the_rules_do_not_know(text: str, section: str) -> None:
    """The odds refuse what cannot be fought, with the section that says so."""
    with pytest.raises(GrognardError) as error:
        answer(read(text))
    assert f"({section})" in str(error.value) and error.value.remedy


def test_8_9_one_destroyer_for_each_patrol_in_words() -> None:
    """Of three destroyers with one fighter only one takes part; none against an Advanced Submarine (7.8)."""
    hunt = answer(read("3 destroyer 1 fighter > 2 submarine"))
    same = answer(read("1 destroyer 1 fighter > 2 submarine"))
    assert hunt == same
    deep = answer(read("3 destroyer 1 fighter > 1 advanced_submarine"))
    assert "destroyer" not in deep.attacker.losses and deep.won == pytest.approx(1.0)  # type: ignore[union-attr]
    called = answer(read("3 destroyer 1 fighter > 2 submarine with called_out"))
    assert called.attacker.losses["destroyer"] != hunt.attacker.losses["destroyer"]  # type: ignore[union-attr]


def test_9_16_rockets_in_words() -> None:
    """A rocket does one die of damage; fighters and guns do not touch it, and only fighters intercept bombers."""
    rocket = answer(read("1 strategic_rocket bomb major_factory > 2 fighter"))
    assert rocket.mean_damage == pytest.approx(3.5) and not rocket.attacker_losses  # type: ignore[union-attr]
    alone = answer(read("1 strategic_bomber bomb major_factory >"))
    beside = answer(read("1 strategic_bomber bomb major_factory > 2 infantry 1 medium_bomber"))
    assert alone == beside
    guarded = answer(read("1 strategic_bomber bomb major_factory > 1 fighter"))
    assert guarded.mean_damage < alone.mean_damage  # type: ignore[union-attr]


def test_1_10_rockets_in_the_jungle() -> None:
    """The jungle takes two dice from carpet-bombing aircraft, none from a rocket."""
    open_ground, jungle = (answer(read(f"1 strategic_rocket carpet > 3 infantry{w}")) for w in ("", " in jungle"))
    assert open_ground.defender.losses == jungle.defender.losses  # type: ignore[union-attr]


def test_12_7_two_fortified_borders_in_words() -> None:
    """Each fortified border crossed fires; the Maginot Line beside them too."""
    texts = ("fortification", "2 fortifications")
    one, two = (answer(read(f"8 infantry > 2 infantry with {text}"), method="exact") for text in texts)
    assert two.money == "IPP"
    assert two.attacker.value_lost > one.attacker.value_lost  # type: ignore[union-attr]
    wall = [Lot("infantry", 4, approach=Approach(fortified=True))]
    line = [Lot("infantry", 4, approach=Approach(maginot=True))]
    holders = [Lot("infantry")]
    assert exact(land_battle(wall + line, holders)).won < exact(land_battle([Lot("infantry", 4), *line], holders)).won
    assert exact(land_battle(wall, holders, forts=2)).won < exact(land_battle(wall, holders)).won
