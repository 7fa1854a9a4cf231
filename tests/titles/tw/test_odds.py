"""Odds against the rules: the same battles fought by the thousand with real dice, and small ones reckoned by hand."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from math import sqrt

import pytest

from grognard.kernel.dice import Die
from grognard.kernel.errors import GrognardError
from grognard.titles.tw import odds_text
from grognard.titles.tw.doctrine import Doctrine, Mute, cheapest, run, scratch
from grognard.titles.tw.odds import Reckoning, forecast, outlook
from grognard.titles.tw.odds_air import WHOLE, Sky
from grognard.titles.tw.rules.combat import fight
from grognard.titles.tw.rules.strength import Battle
from grognard.titles.tw.rules.units import enemies_in
from grognard.titles.tw.state import FORTRESS, MLE, War

from .kit import ALLIES, AXIS, answer, hold, put, session, space, until, war


class Thrown:
    """Dice of a seeded generator."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def roll(self, number: int, count: int, die: Die) -> list[int]:
        return [self.rng.choice(die.faces) for _ in range(count)]


class Listening(Mute):
    """Keeps the ground result that was announced."""

    result = ""

    def say(self, text, about, rule, only):
        if rule == "10.2.2" and text == "{}: {}":
            self.result = about[1]


def russia() -> tuple[War, Battle, list[int], list[int]]:
    """A tank attack in the Ukraine: bombers and a fighter against two fighters, no flak."""
    g = war("germany", "ussr", year=1942, season=1)
    hold(g, "germany", "1611", "1612", "1711", "1712", "1512")
    tanks = [put(g, "germany ARM 8-8", "1611"), put(g, "germany ARM 8-8", "1611"), put(g, "germany INF 6-5", "1711")]
    for token in ("1610", "1610", "1609"):
        put(g, "ussr INF 3-5", token)
    put(g, "ussr INF 6-5", "1610")
    sent = [put(g, w, "1612") for w in ("germany TAC 1-5-4", "germany TAC 1-5-4", "germany FTR 3-3-2")]
    cover = [put(g, w, "1609") for w in ("ussr FTR 2-3-2", "ussr FTR 2-3-2", "ussr TAC 1-5-4")]
    return g, Battle(space(g, "1610"), AXIS, 1, tanks), sent, cover


def france() -> tuple[War, Battle, list[int], list[int]]:
    """The West in 1940 without a sustained effort: two bombers, one of them depleted, against French fighters and a bomber."""
    g = war("germany", "france", year=1940, season=0)
    g.nations[0].effort = MLE
    hold(g, "germany", "1530", "1630")
    foot = [put(g, "germany INF 6-5", "1530"), put(g, "germany INF 6-5", "1530"), put(g, "germany ARM 8-8", "1630")]
    put(g, "france INF 4-5", "1531")
    put(g, "france ARM 6-8", "1531")
    sent = [put(g, "germany MDM 1-7-6", "essen", depleted=1), put(g, "germany TAC 1-5-4", "essen")]
    cover = [put(g, "france FTR 2-3-2", "1531"), put(g, "france TAC 1-5-4", "1531")]
    return g, Battle(space(g, "1531"), AXIS, 1, foot), sent, cover


def sicily() -> tuple[War, Battle, list[int], list[int]]:
    """An Allied attack on a German stack with flak, out in the open, cover without fighters."""
    g = war("germany", "britain", "france", year=1943, season=1, side=ALLIES)
    hold(g, "britain", "1532", "1533")
    hold(g, "germany", "1531", "1530")
    corps = [put(g, "britain ARM 4-8", "1532"), put(g, "britain ARM 4-8", "1532"), put(g, "britain MOT 3-7", "1532")]
    put(g, "germany INF 6-5", "1531")
    for _ in range(3):
        put(g, "germany FLAK 1-3", "1531")
    sent = [put(g, "britain TAC 1-5-4", "1533"), put(g, "britain TAC 1-5-4", "1533"), put(g, "britain FTR 3-3-2", "1533")]
    cover = [put(g, "germany TAC 1-5-4", "1530")]
    return g, Battle(space(g, "1531"), ALLIES, 1, corps), sent, cover


def fought(g: War, battle: Battle, sent: list[int], cover: list[int], doctrine: Doctrine, seed: int, samples: int):
    """Fight a battle many times through the rules: counts of results and sums (and squares) of what both sides lose."""
    strengths, dice = g.roster.strengths, Thrown(seed)
    foes = enemies_in(g, battle.space, battle.side)
    forces = {"attackers": battle.attackers, "defenders": foes, "attacking aircraft": sent, "covering aircraft": cover}
    results: Counter[str] = Counter()
    sums: Counter[str] = Counter()
    for _ in range(samples):
        h = scratch(g)
        h.dice, h.journal = dice, Listening()
        run(h, fight(h, replace(battle, attackers=list(battle.attackers)), list(sent), list(cover)), doctrine)
        results[h.journal.result] += 1
        at, depleted = h.units.at, h.units.depleted
        for name, force in forces.items():
            lost = sum(strengths[u] for u in force if at[u] < 0)
            spent = sum(strengths[u] for u in force if at[u] >= 0 and depleted[u] > g.units.depleted[u])
            for key, value in ((f"{name} lost", lost), (f"{name} depleted", spent)):
                sums[key] += value
                sums[key + " squared"] += value * value
        sums["taken"] += not enemies_in(h, battle.space, battle.side)
        sums["breach"] += h.hexes.breach[battle.space] >= 0
    return results, sums


DOCTRINES = [Doctrine(), Doctrine(rounds=1, defender_rounds=2), Doctrine(efforts=False, defender_rounds=1)]


@pytest.mark.parametrize("doctrine", DOCTRINES)
@pytest.mark.parametrize("place", [russia, france, sicily])
def test_odds_agree_with_battles_fought_by_the_rules(place, doctrine):
    """Every result within four standard errors of its exact chance, and so the losses of all four forces."""
    samples = 500
    g, battle, sent, cover = place()
    card = forecast(g, battle, sent, cover, doctrine)
    results, sums = fought(g, battle, sent, cover, doctrine, 11, samples)
    assert abs(sum(c.chance for c in card.results) - 1) < 1e-9
    assert set(results) <= {c.result for c in card.results}
    for c in card.results:
        error = sqrt(c.chance * (1 - c.chance) / samples)
        assert abs(results[c.result] / samples - c.chance) <= 4 * error + 1e-9, c
    for loss in card.losses:
        for what, expected in (("lost", loss.lost), ("depleted", loss.depleted)):
            key = f"{loss.force} {what}"
            mean = sums[key] / samples
            spread = max(sums[key + " squared"] / samples - mean * mean, 0.0)
            assert abs(mean - expected) <= 4 * sqrt(spread / samples) + 0.02, (key, mean, expected)
    for key, chance in (("taken", card.taken), ("breach", card.breach_chance)):
        assert abs(sums[key] / samples - chance) <= 4 * sqrt(max(chance * (1 - chance), 0) / samples) + 1e-9, key


def test_the_results_pass_a_chi_square():
    """One large sample: the sum of squared deviations stays below the 0.1 per cent point."""
    samples = 2000
    g, battle, sent, cover = russia()
    card = forecast(g, battle, sent, cover)
    results, _ = fought(g, battle, sent, cover, Doctrine(), 5, samples)
    likely = [c for c in card.results if c.chance * samples >= 5]
    chi = sum((results[c.result] - c.chance * samples) ** 2 / (c.chance * samples) for c in likely)
    assert len(likely) >= 3 and chi < 16.27 + 3.1 * (len(likely) - 4)


def test_11_9_one_round_reckoned_by_hand():
    """A German FTR (First Rate, 3) against a Soviet FTR (2) with ratings 1 and 3: 3:2, -3 for the ratings, fighters cancel."""
    g = war("germany", "ussr", year=1942, season=1)
    g.nations[0].effort = MLE
    mine, theirs = put(g, "germany FTR 3-3-2", "1612"), put(g, "ussr FTR 2-3-2", "1609")
    sky = Sky(g, space(g, "1610"), Doctrine(rounds=1))
    from grognard.titles.tw.rules.air_combat import air_modifiers

    assert air_modifiers(g, [mine], [theirs], space(g, "1610")).total == -3
    found: Counter[object] = Counter()
    for state, tenths in sky.round((((mine, 0),), ((theirs, 0),))):
        found[state] += tenths
    # 3-2, rolls 1 to 10 less 3 are rows -1 (twice) to 7: DE2 x 3, DE x 2, DD2 x 2 (a lone unit twice: lost), DD x 2, AD
    assert found == {
        (((mine, 0),), ()): 7,
        (((mine, 0),), ((theirs, 1),)): 2,
        (((mine, 1),), ((theirs, 0),)): 1,
    }
    assert sum(sky.over([mine], [theirs]).values()) == WHOLE


def test_11_12_flak_lowers_the_column():
    """Three flak units against two TAC: the columns carry the chance that one or both are spent."""
    g, battle, sent, _ = sicily()
    sent = sent[:2]  # without a fighter to take the hits
    open_sky = Reckoning(g, battle).case(sent, [])[0]
    labels = {c.result: c.chance for c in open_sky.columns}
    assert len(labels) > 1 and abs(sum(labels.values()) - 1) < 1e-9
    for u in enemies_in(g, battle.space, ALLIES)[1:]:
        g.units[u].at = -1
    assert len(Reckoning(g, battle).case(sent, [])[0].columns) == 1


def test_the_follow_up_stands_at_the_odds_of_the_second_impulse():
    """Tanks break in and find foot in the open behind: schwerpunkt, foot not doubled; without tanks nothing opens."""
    g, battle, _, _ = russia()
    card = forecast(g, battle)
    follow = card.follow_up
    assert follow is not None and follow.target == "1609"
    assert 0 < follow.opened_chance <= card.breach_chance + 1e-9
    assert abs(follow.both_chance - follow.opened_chance * follow.then_taken_chance) < 1e-9
    assert any("schwerpunkt" in m for m in follow.modifiers)
    foot = replace(battle, attackers=battle.attackers[2:])
    assert forecast(g, foot).follow_up is None and forecast(g, foot).breach_chance == 0
    g.nations[0].effort = 3  # LLE: no second impulse (4.3)
    assert forecast(g, battle).follow_up is None


def test_10_6_6_a_fortress_is_not_taken_by_a_retreat():
    g, battle, _, _ = france()
    plain = forecast(g, battle)
    g.hexes[battle.space].works = FORTRESS
    strong = forecast(g, battle)
    assert strong.taken < plain.taken


def test_losses_are_paid_with_the_least_strength():
    """10.2.2: five factors of 8, 3 and 2 are paid by the small ones; six by the large one; all where nothing else is enough."""
    g = war("germany", "ussr", year=1942, season=1)
    units = [put(g, w, "1611") for w in ("germany ARM 8-8", "germany ARM 3-8", "germany INF 2-5")]
    worth = dict(zip(units, (8, 3, 2)))
    assert cheapest(g, units, worth, 5) == units[1:]
    assert cheapest(g, units, worth, 6) == units[:1]
    assert cheapest(g, units, worth, 20) == units


def test_odds_follow_the_questions_of_a_game():
    """North Africa: the attack, the units mustered, and the bombers sent each have their odds; other options have none."""
    game = session("north_africa", dice=[1] * 9)
    answer(game, "rle n.italy 1", "rle n.germany 1", "mle n.britain", "place n.italy 3826", "place n.germany 3926")
    until(game, "First impulse combat")
    g = game.g

    def card(text):
        ask = game.pending["axis"]
        return outlook(g, ask.find(text), ask.subject)

    assert card("attack 3924").odds == "12:4 (3-1)" and card("done") is None
    answer(game, "attack 3924")
    first = next(o.text for o in game.pending["axis"].options if o.verb == "add")
    assert card(first) is None
    answer(game, "all")
    assert card("commit").odds == "12:4 (3-1)"
    answer(game, "commit")
    support = next(o for o in game.pending["axis"].options if o.verb == "support")
    with_air = outlook(g, support, game.pending["axis"].subject)
    assert with_air.column == "5-1" and "+2 offensive air support (11.3.1)" in with_air.shifts


def test_odds_in_words():
    """Values, terrain, river and the air of both sides as written; the column tells the rest."""
    words = "2 german arm 8-8 1 inf 6-5 2 tac 1 ftr > 2 soviet inf 3-5 2 ftr in forest with river"
    card = odds_text.answer(odds_text.read(words))
    assert card.odds == "22:20 (1-1)"  # foot behind a river is tripled, and one more each in the woods (10.6.3, 10.6.10)
    assert card.air == "2 TAC, 1 FTR against 2 FTR" and len(card.columns) == 3
    assert "-3 rating 1 against 3 (10.8)" in card.modifiers
    rated = odds_text.answer(odds_text.read("1 german inf 6-5 > 1 soviet inf 6-5 in clear army 2 against 2"))
    assert rated.odds == "6:12 (1-2)" and rated.modifiers == [] and rated.air == ""
    second = odds_text.answer(odds_text.read("2 german arm 8-8 > 1 soviet inf 6-5 in clear, second impulse, breach"))
    assert second.odds == "16:6 (2-1)" and any("schwerpunkt" in m for m in second.modifiers)
    assert odds_text.tell(card)[0].startswith("22:20 (1-1), column ")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("2 german arm", "two sides"),
        ("2 arm > 1 soviet inf", "no nation"),
        ("2 german arm 9-9 > 1 soviet inf", "no counter"),
        ("2 german arm > 1 soviet tac", "on the ground"),
        ("2 german arm > 1 soviet inf in jungle", "jungle"),
        ("2 german arm > 1 soviet inf at atlantis", "atlantis"),
    ],
)
def test_odds_in_words_that_are_not_understood(text, word):
    with pytest.raises(GrognardError, match=word) as error:
        odds_text.answer(odds_text.read(text))
    assert error.value.remedy
