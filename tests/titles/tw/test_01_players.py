"""1.1, 3.11 and 27.1: the whole war for two to six players: who plays what, whose question it is, and each for himself."""

from __future__ import annotations

import pytest

from grognard.agents import agent
from grognard.kernel.dice import seed_from
from grognard.kernel.flow import Ask, GameOver, Option
from grognard.kernel.rules import No
from grognard.kernel.session import Session
from grognard.titles.tw import TITLE
from grognard.titles.tw.agent import sea
from grognard.titles.tw.agent.search import lead, troops
from grognard.titles.tw.nations import ALLIES, AXIS, BRITAIN, FRANCE, GERMANY, ITALY, USA, USSR
from grognard.titles.tw.rules import secrets
from grognard.titles.tw.rules.concert import Shared, seat_of_unit
from grognard.titles.tw.rules.influence import Foreign
from grognard.titles.tw.rules.vichy import british_in_france
from grognard.titles.tw.rules.victory import LAST, campaign_victory, standings
from grognard.titles.tw.subjects import Announcing, Movers, Planning


def table(players: int, scenario: str = "campaign_1939", **options: bool) -> Session:
    return Session.new(TITLE, scenario, {"players": str(players), **options}, seed=seed_from(5))


def go_to(game: Session, kind: type, limit: int = 3000) -> None:
    """Give the shortest answers until a question of this kind is put."""
    for _ in range(limit):
        seat, ask = next(iter(game.pending.items()))
        if isinstance(ask.subject, kind):
            return
        game.apply(seat, _short(game, seat))
    raise AssertionError(f"no {kind.__name__} in {limit} answers")


def _short(game: Session, seat: str) -> str:
    """The answer that ends a question, or the first."""
    texts = [o.text for o in game.pending[seat].options]
    return next((t for t in ("done", "let", "hold", "keep", "stop", "enough", "pass") if t in texts), texts[0])


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (2, {"axis": "Axis", "allies": "Allies"}),
        (3, {"germany": "Germany, Italy", "britain": "Britain, France, United States", "ussr": "Soviet Union"}),
        (4, {"germany": "Germany", "italy": "Italy", "britain": "Britain, France, United States", "ussr": "Soviet Union"}),
        (5, {"germany": "Germany", "italy": "Italy", "britain": "Britain", "united_states": "United States, France",
             "ussr": "Soviet Union"}),
    ],
)  # fmt: skip
def test_1_1_who_plays_what(players, seats):
    """The divisions the rulebook names."""
    assert {s.key: s.name for s in TITLE.seats("campaign_1939", {"players": str(players)})} == seats


def test_1_1_six_players_have_a_power_each_and_other_scenarios_two_seats():
    """TW-AMB-190."""
    assert [s.key for s in TITLE.seats("campaign_1941", {"players": "6"})] == [
        "germany", "italy", "britain", "france", "united_states", "ussr",
    ]  # fmt: skip
    assert [s.key for s in TITLE.seats("poland", {"players": "6"})] == ["axis", "allies"]


def test_1_1_each_power_plans_for_itself():
    """The effort of a power is asked of its player."""
    game = table(6)
    asked: dict[str, int] = {}
    go_to(game, Planning)
    while isinstance(next(iter(game.pending.values())).subject, Planning):
        seat, ask = next(iter(game.pending.items()))
        asked[seat] = ask.subject.nation
        game.apply(seat, ask.options[0].text)
    assert asked["germany"] == GERMANY
    assert all(game.g.seat_of(nation) == seat for seat, nation in asked.items())
    assert len(asked) > 2


def test_3_11_lists_go_from_italy_to_germany_each_with_his_own_units():
    """Italy moves first, Germany when Italy has had enough; neither moves the other's units."""
    game = table(4, "campaign_1941")
    go_to(game, Movers)
    seen: list[str] = []
    for _ in range(2):
        seat, ask = next(iter(game.pending.items()))
        assert isinstance(ask.subject, Movers)
        seen.append(seat)
        takers = [o for o in ask.options if o.verb == "take"]
        assert takers
        assert all(seat_of_unit(game.g, o.arg.index) == seat for o in takers)
        game.apply(seat, "done")
    assert seen == ["italy", "germany"]


def test_3_11_a_unit_of_an_ally_is_refused():
    """The Italian player may not order a German unit."""
    game = table(4, "campaign_1941")
    go_to(game, Movers)
    ask = game.pending["italy"]
    assert isinstance(ask.menu, Shared)
    german = next(o for o in ask.menu.all_options() if o.verb == "take" and seat_of_unit(game.g, o.arg.index) == "germany")
    no = ask.why(german)
    assert isinstance(no, No)
    assert no.rule == "3.11"
    own = next(o for o in ask.options if o.verb == "take")
    assert ask.why(own) is None


def test_3_11_who_has_had_enough_is_not_asked_again():
    """Italy is done; Germany moves, and goes on."""
    game = table(4, "campaign_1941")
    go_to(game, Movers)
    game.apply("italy", "done")
    option = next(o for o in game.pending["germany"].options if o.verb == "take")
    game.apply("germany", option.text)
    while not isinstance(next(iter(game.pending.values())).subject, Movers):
        seat = next(iter(game.pending))
        game.apply(seat, _short(game, seat))
    assert list(game.pending) == ["germany"]


def test_3_11_only_who_stands_beside_a_hex_attacks_it():
    """Announced attacks are on hexes beside the player's own units."""
    game = table(4, "campaign_1941")
    go_to(game, Announcing)
    seat, ask = next(iter(game.pending.items()))
    assert isinstance(ask.menu, Shared)
    attacks = [o for o in ask.menu.all_options() if o.verb == "attack"]
    assert attacks
    for option in attacks:
        beside = {option.arg.index, *game.g.ground.steps[option.arg.index]}
        own = any(at in beside and seat_of_unit(game.g, u) == seat for u, at in enumerate(game.g.units.at) if at >= 0)
        no = ask.why(option)
        assert own if no is None else no.rule == "3.11"


def test_3_3_influence_is_placed_by_every_player_at_once_and_in_secret():
    """Six players write down their POPs; none sees those of an ally."""
    game = table(6, "campaign_1941")
    go_to(game, Foreign)
    powers = {seat: ask.subject.power for seat, ask in game.pending.items()}
    assert {"germany", "italy", "britain"} <= set(powers)
    assert all(game.g.seat_of(power) == seat for seat, power in powers.items())
    assert set(secrets.strangers(game.g, "italy")) == {GERMANY, FRANCE, BRITAIN, USA, USSR}


def test_3_3_a_copy_for_italy_hides_german_chits():
    """Allies have secrets too; two sides share theirs."""
    for players, seat, hidden in ((6, "italy", True), (3, "germany", False)):
        g = table(players, "campaign_1941").g
        g.nations[GERMANY].spies = 1
        secrets.conceal(g, seat)
        assert (g.nations.spies[GERMANY] == 0) is hidden


def test_27_1_each_for_himself():
    """At the end the highest level of objectives wins; with two teams Germany's survival does."""
    for each, winners in ((False, ("axis",)), (True, ("allies",))):
        g = table(4, separate_victory=each).g
        g.turn = g.last_turn = LAST
        for s, yes in enumerate(g.ground.objective):
            if yes:
                g.hexes[s].holder = BRITAIN
        g.hexes[g.ground.named("berlin")].holder = GERMANY
        for n in (BRITAIN, GERMANY, ITALY):
            g.nations[n].side = ALLIES if n == BRITAIN else AXIS
        with pytest.raises(GameOver) as over:
            campaign_victory(g)
        assert over.value.outcome.winners == winners


def test_27_1_a_power_that_surrendered_has_no_level():
    """Italy out of the war is below a stalemate, and its player shares Germany's level where he plays both."""
    for players, seat, reached in ((4, "italy", -1), (3, "germany", 0)):
        g = table(players).g
        for s in range(g.board.size):
            g.hexes[s].holder = BRITAIN
        g.nations[ITALY].surrendered = 1
        assert standings(g)[seat] == reached


@pytest.mark.parametrize("players", [3, 5, 6])
def test_agents_play_every_seat(players):
    """A season with a greedy agent at every seat."""
    game = table(players)
    names = {seat: agent("greedy", 5) for seat in game.seats}
    turn = game.g.turn
    for _ in range(2500):
        if not game.pending or game.g.turn > turn:
            break
        seat = next(iter(game.pending))
        game.apply(seat, names[seat].choose(game, seat))
    assert game.g.turn > turn


def test_18_5_7_six_players_britain_decides_whether_its_troops_leave_france():
    """A question about a number of units is nobody's by its units: Britain is asked."""
    game = table(6)
    g = game.g
    paris = g.ground.named("paris")
    unit = next(u for u, at in enumerate(g.units.at) if at >= 0 and g.roster.nations[u] == BRITAIN and g.roster.ground[u])
    g.units[unit].at = paris
    ask = next(british_in_france(g, GERMANY))
    assert isinstance(ask, Ask) and ask.seat == "britain" and {o.verb for o in ask.options} == {"leave", "stay"}


def test_1_1_planners_of_several_players_know_their_side():
    """Questions at sea and the worth of a position belong to the side of a seat, whatever its name."""
    game = table(6)
    for seat in ("italy", "germany", "britain"):
        assert sea.choose(game.g, Ask(seat, "at sea", [Option("done")], "7.8")) is None
    before = troops(game.g, AXIS)
    assert lead(game, AXIS, before) == -lead(game, ALLIES, -before)
