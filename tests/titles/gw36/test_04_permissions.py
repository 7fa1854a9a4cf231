"""4.4, 1.5, 1.15, 1.19, 5.5: leave to enter, to pass and to trace supply, given and denied; moments at which anyone may act."""

from __future__ import annotations

from grognard.kernel.dice import seed_from
from grognard.kernel.flow import Option, Window
from grognard.kernel.session import Session
from grognard.titles.gw36 import TITLE
from grognard.titles.gw36.powers import NATION
from grognard.titles.gw36.rules import passages, permissions, sightings, strategic, war
from grognard.titles.gw36.rules.air_movement import air_reach, landing_places
from grognard.titles.gw36.rules.deliveries import may_cross
from grognard.titles.gw36.rules.movement import land_move_reach, may_enter
from grognard.titles.gw36.rules.seats import voice_of
from grognard.titles.gw36.rules.supply import supplied
from grognard.titles.gw36.state import PATROL, SIGNED, War
from tests.titles.gw36 import workshop
from tests.titles.gw36.workshop import dice, game, put, refused, run, zone

BRITAIN, FRANCE, GERMANY, USSR = (NATION[n] for n in ("great_britain", "france", "germany", "ussr"))
ITALY, JAPAN, USA = (NATION[n] for n in ("italy", "japan", "usa"))


def say(g: War, verb: str, host: str, guest: str) -> None:
    permissions.say(g, NATION[host], NATION[guest], denied=verb == "close")


def test_4_4_welcome() -> None:
    """Aligned nations enter each other's land; a denied one does not, by land, air or canal, until it is let in again."""
    g = game("great_britain", "1939")
    picardy = zone(g, "picardy")
    tank = put(g, "great_britain", "belgium", "light_armor")
    g.zones[zone(g, "belgium")].owner = BRITAIN
    assert picardy in land_move_reach(g, tank.index)
    plane = put(g, "great_britain", "belgium", "fighter")
    assert picardy in landing_places(g, plane.index, air_reach(g, plane.index))
    say(g, "close", "france", "great_britain")
    assert picardy not in land_move_reach(g, tank.index)
    assert picardy not in air_reach(g, plane.index)
    refused(may_enter(g, picardy, BRITAIN), "4.4")
    refused(may_enter(g, picardy, NATION["fec"]), "4.4")
    assert not g.relations.traces[BRITAIN] >> FRANCE & 1
    refused(permissions.may_deny(g, FRANCE, BRITAIN), "4.4", "already")
    say(g, "open", "france", "great_britain")
    assert picardy in land_move_reach(g, tank.index)
    assert not g.shut


def test_4_4_stay() -> None:
    """A denial throws nobody out: an aircraft that stood there may stay, and the nations still defend together."""
    g = game("great_britain", "1939")
    plane = put(g, "great_britain", "picardy", "fighter")
    say(g, "close", "france", "great_britain")
    assert landing_places(g, plane.index, [zone(g, "picardy")]) == [zone(g, "picardy")]
    assert g.relations.aligned[BRITAIN] >> FRANCE & 1


def test_4_4_canal() -> None:
    """An Aligned holder may deny his canal too; an enemy's is closed in any case."""
    g = game("france", "1939")
    suez = next(n for n, p in enumerate(g.board.geo.passages) if p.id == "suez")
    border = next(b for b, n in g.board.geo.passage_of.items() if n == suez)
    from grognard.titles.gw36.kinds import KIND

    assert passages.may_pass(g, KIND["destroyer"], FRANCE, border, combat=False) is None
    say(g, "close", "great_britain", "france")
    refused(passages.may_pass(g, KIND["destroyer"], FRANCE, border, combat=False), "4.4")


def test_4_4_members() -> None:
    """Commonwealth entities, and nations that are not Aligned, are not denied."""
    g = game("great_britain", "1939")
    refused(permissions.may_deny(g, BRITAIN, NATION["anzac"]), "0.5")
    refused(permissions.may_deny(g, FRANCE, USA), "4.4", "not Aligned")


def test_4_4_greet() -> None:
    """A new alignment of two players' nations is asked about once; one player is never asked, `grant` answers for ever."""
    g = game("italy", "1939", players="8")
    before = g.relations.aligned
    workshop.war(g, "italy", "great_britain")
    window = next(permissions.greet(g, before))
    assert isinstance(window, Window)
    assert window.kind == "leave"
    texts = [o.text for ask in window.asks.values() for o in ask.options]
    assert "close n.germany n.italy" in texts
    assert "close n.italy n.germany" in texts
    alone = game("italy", "1939", players="3")
    before = alone.relations.aligned
    workshop.war(alone, "italy", "great_britain")
    assert next(permissions.greet(alone, before), None) is None
    assert [s.key for s in TITLE.standing["leave"]] == ["grant"]


def test_1_5_leave() -> None:
    """Supply and lend-lease roll over land of a nation outside the alliance only with its leave, never over an enemy's."""
    g = game("germany", "1939")
    kiev = zone(g, "kiev")
    assert not may_cross(g, GERMANY, ITALY, kiev)
    assert permissions.may_admit(g, USSR, GERMANY) is None
    say(g, "open", "ussr", "germany")
    assert may_cross(g, GERMANY, ITALY, kiev)
    assert any(g.zones.owner[z] == USSR for z in supplied(g, GERMANY, False))
    assert not g.relations.hosts[GERMANY] >> USSR & 1  # no unit may follow
    refused(permissions.may_admit(g, USSR, GERMANY), "1.5", "already")
    workshop.war(g, "germany", "ussr")
    assert not may_cross(g, GERMANY, ITALY, kiev)
    refused(permissions.may_admit(g, USSR, GERMANY), "1.5", "enemy")


def test_1_19_licence() -> None:
    """The USSR may let any nation it is not at war with use the Northern Sea Route, and take the leave back."""
    g = game("usa", "1939")
    ship = put(g, "usa", "sz_7", "destroyer")
    refused(strategic.may_route(g, ship.index, "northern_sea_route"), "1.19", "leave")
    offered = [o.text for o in war.acts(g, "player2")]
    assert "open northern_sea_route_passage n.usa" in offered
    war.affairs(g, "player2").do(Option("open", "northern_sea_route_passage", g.nations[USA]))
    assert strategic.may_route(g, ship.index, "northern_sea_route") is None
    boat = put(g, "usa", "sz_16", "submarine")
    refused(strategic.may_route(g, boat.index, "baltic_white_sea"), "1.19")
    war.affairs(g, "player2").do(Option("open", "baltic_white_sea_passage", g.nations[USA]))
    assert strategic.may_route(g, boat.index, "baltic_white_sea") is None
    war.affairs(g, "player2").do(Option("close", "northern_sea_route_passage", g.nations[USA]))
    refused(strategic.may_route(g, ship.index, "northern_sea_route"), "1.19")
    refused(passages.may_license(g, "northern_sea_route", USSR), "1.19")
    g.pact = SIGNED
    assert passages.licensed(g, "northern_sea_route", GERMANY)


def test_gw36_b4_a_out_of_turn() -> None:
    """gw36-B4-a: in the Japanese turn the USA closes Panama once its income is 15, where Japanese ships are near."""
    g = game("japan", "1939")
    put(g, "japan", "sz_97", "destroyer")
    usa = voice_of(g, USA)
    g.nations[USA].income = 14
    assert "close panama_passage n.japan" not in [o.text for o in war.acts(g, usa, out_of_turn=True)]
    g.nations[USA].income = 15
    assert "close panama_passage n.japan" in [o.text for o in war.acts(g, usa, out_of_turn=True)]
    assert "close panama_passage n.germany" not in [o.text for o in war.acts(g, usa, out_of_turn=True)]


def test_5_5_moment() -> None:
    """Whoever asks to be heard at every step gets a window at each; the others are not asked."""
    g = game("germany", "1936")
    run(g, war.politics(g))
    assert next(war.moment(g), None) is None
    seat = voice_of(g, BRITAIN)
    g.nations[BRITAIN].income = g.nations[BRITAIN].wartime
    g.nations[GERMANY].declared = 1
    g.standing[f"{seat} moment"] = "ask"
    window = next(war.moment(g))
    assert list(window.asks) == [seat]


def test_5_5_moment_standing() -> None:
    """The request is a standing answer of the table, and no other word is taken."""
    import pytest

    from grognard.kernel.errors import GrognardError

    session = Session.new(TITLE, "1936", seed=seed_from(1))
    session.stand("player3", "moment", "ask")
    assert session.g.standing["player3 moment"] == "ask"
    with pytest.raises(GrognardError):
        session.stand("player3", "moment", "sometimes")


def test_gw36_5_5_a() -> None:
    """gw36-5.5-a: a British patrol sees a German submarine arrive: Britain, able to, declares war and the patrol attacks."""
    g = game("germany", "1936", players="8")
    boat = put(g, "germany", "sz_25", "submarine")
    plane = put(g, "great_britain", "sz_25", "seaplane", duty=PATROL)
    assert sightings.watchers(g, boat.index) == []  # not able to declare war
    g.nations[BRITAIN].income = g.nations[BRITAIN].wartime
    g.nations[GERMANY].declared = 1
    g.news += 1
    assert sightings.watchers(g, boat.index) == [BRITAIN]
    dice(g, *[1] * 40)
    flow = sightings.sighted(g, boat.index)
    window = next(flow)
    assert window.kind == "sighting"
    seat = voice_of(g, BRITAIN)
    question = flow.send((seat, next(o for o in window.asks[seat].options if o.verb == "declare")))
    while True:
        if isinstance(question, Window):
            answer: object = None
        else:
            answer = next((o for o in question.options if o.verb == "fight"), question.options[0])
        try:
            question = flow.send(answer)
        except StopIteration:
            break
    assert boat.at < 0
    assert plane.at == zone(g, "sz_25")


def test_5_5_a_refused() -> None:
    """A ship without a patrol above it, or of a nation at war already, opens no window."""
    g = game("germany", "1939")
    boat = put(g, "germany", "sz_25", "submarine")
    put(g, "great_britain", "sz_25", "seaplane", duty=PATROL)
    assert next(sightings.sighted(g, boat.index), None) is None
    lone = put(g, "germany", "sz_24", "submarine")
    assert next(sightings.sighted(g, lone.index), None) is None


def test_14_1_truce() -> None:
    """KMT and CCP may agree to their truce at any time while a foreign Major fights China; not without one."""
    from grognard.titles.gw36.rules import china

    g = game("kmt", "1936")
    refused(china.may_make_truce(g), "13.3", "foreign")
    workshop.war(g, "japan", "kmt")
    assert china.may_make_truce(g) is None
    assert "propose truce" in [o.text for o in war.acts(g, voice_of(g, NATION["ccp"]))]
    run(g, war.affairs(g, voice_of(g, NATION["ccp"])).do(Option("propose", "truce")), "agree")
    assert g.truce
    refused(china.may_make_truce(g), "13.3")


def test_5_5_patrol_at_peace() -> None:
    """A nation at war with nobody may put aircraft on patrol and ships on escort duty, and attacks nothing."""
    from grognard.titles.gw36.rules import combat_movement

    g = game("usa", "1939")
    assert not g.relations.enemies[USA]
    plane, soldier = put(g, "usa", "san_francisco", "seaplane"), put(g, "usa", "san_francisco", "infantry")
    picked = combat_movement.movers(g, voice_of(g, USA), set())
    assert plane.index in picked
    assert soldier.index not in picked
    assert {o.verb for o in combat_movement.orders_of(g, plane.index)} == {"hold", "patrol"}


def test_1_15_why_a_passage_is_not_closed() -> None:
    """Panama below an income of 15, a neutral's straits, an enemy, an Aligned nation, one that has leave: each has its reason."""
    g = game("usa", "1936")

    def ask(verb: str, word: str, nation: str) -> object:
        seat = voice_of(g, USA if word == "panama" else BRITAIN)
        return war.affairs(g, seat).why(Option(verb, f"{word}_passage", g.nations[NATION[nation]]))

    refused(ask("close", "panama", "japan"), "1.15", "income of 15")  # type: ignore[arg-type]
    refused(ask("close", "turkish_straits", "japan"), "1.15", "Turkey")  # type: ignore[arg-type]
    refused(ask("open", "panama", "japan"), "1.15", "is open")  # type: ignore[arg-type]
    refused(ask("close", "suez", "italy"), "1.15", "enemies only")  # type: ignore[arg-type]
    g.nations[USA].income = 15
    g.news += 1
    assert ask("close", "panama", "japan") is None
    workshop.war(g, "usa", "japan")
    refused(ask("close", "panama", "japan"), "1.15", "any case")  # type: ignore[arg-type]
    g = game("france", "1939")
    refused(ask("close", "suez", "france"), "4.4", "Aligned")  # type: ignore[arg-type]
    seat = voice_of(g, FRANCE)
    refused(war.affairs(g, seat).why(Option("open", g.nations[FRANCE], g.nations[BRITAIN])), "4.4", "welcome already")
    refused(war.affairs(g, seat).why(Option("monroe", g.nations[GERMANY])), "5.7", "Americas")
