"""18.1, 18.2: who works with whom in the air."""

from __future__ import annotations

from grognard.titles.wif.facts import COMMONWEALTH, FRANCE, GERMANY, USA, USSR
from grognard.titles.wif.kinds import Action
from grognard.titles.wif.rules.conquest import fall_completely
from grognard.titles.wif.rules.missions import Flight, flights, may_fly
from grognard.titles.wif.rules.powers import at_war, powers_co_operate
from grognard.titles.wif.rules.wars import make_war
from grognard.titles.wif.state import BOMBER, INTERCEPTOR, PATROL, War
from tests.titles.wif.field import act, align, at, beside, drive, hold, put, war


def liege() -> tuple[War, int, int]:
    """British infantry in French-controlled Liege, a British and a French fighter in reach, Germans about to come."""
    g = war(("Germany", "France"), ("Germany", "Commonwealth"), turn="May/Jun 1940")
    hold(g, "France", "Liege")
    put(g, "Commonwealth INF any", "Liege")
    act(g, "Germany", Action.AIR)
    near = next(n for n in (beside(g, "Liege", i) for i in range(6)) if g.ground.country[at(g, n)] == "france")
    return g, put(g, "Commonwealth FTR any", near, fed=1), put(g, "France FTR any", near)


def test_18_2_a() -> None:
    """wif-18.2-a: over French factories French fighters patrol and intercept, British ones do not."""
    g, british, french = liege()
    target = at(g, "Liege")
    put(g, "Germany LND any", "Cologne")
    for role in (PATROL, INTERCEPTOR):
        if role == INTERCEPTOR:
            put(g, "Germany LND any", "Liege", mission=BOMBER, base=at(g, "Cologne"), over=target)
        assert (french, target) in flights(g, Flight(FRANCE, "strategic bombardment", role))
        subject = Flight(COMMONWEALTH, "strategic bombardment", role)
        assert (british, target) not in flights(g, subject)
        no = may_fly(g, subject, (british, target))
        assert no is not None and no.rule == "18.2"


def test_18_2_b() -> None:
    """wif-18.2-b: in the land combat step British aircraft help the British in Liege, French ones do not."""
    g, british, french = liege()
    act(g, "Germany", Action.LAND)
    target = at(g, "Liege")
    attacker = put(g, "Germany INF any", "Cologne")
    g.units[attacker].target = target
    g.attacks.add(target=target, power=GERMANY)
    put(g, "Germany LND any", "Liege", mission=BOMBER, base=at(g, "Cologne"), over=target)
    support, french_support = put(g, "Commonwealth LND any", "Lille", fed=1), put(g, "France LND any", "Lille")
    for role, own, other in ((PATROL, british, french), (INTERCEPTOR, british, french), (BOMBER, support, french_support)):
        assert (own, target) in flights(g, Flight(COMMONWEALTH, "ground support", role)), role
        assert (other, target) not in flights(g, Flight(FRANCE, "ground support", role)), role


def test_18_1_americans_stay_in_france_when_germany_has_fallen() -> None:
    """WIF-DEC-251: who were both at war with Germany go on working together; who was not does not begin to."""
    for both in (True, False):
        pairs = (("Germany", "France"), ("Italy", "France"), ("Italy", "USA"))
        g = war(*pairs, scenario="global_war_1939")
        g.powers[COMMONWEALTH].plays = 1
        if both:
            make_war(g, GERMANY, USA)
        assert powers_co_operate(g, USA, FRANCE) == both
        drive(g, fall_completely(g, GERMANY, COMMONWEALTH))
        assert not at_war(g, FRANCE, GERMANY)
        assert powers_co_operate(g, USA, FRANCE) == powers_co_operate(g, FRANCE, USA) == both


def test_18_1_aircraft_of_one_minor_do_not_fly_for_another() -> None:
    """Hungarians and Rumanians were not both aligned in 1939: a Rumanian fighter flies for Rumanians and Germans alone."""
    g = war(("Germany", "USSR"))
    for minor in ("hungary", "rumania"):
        align(g, minor, "Germany")
    hold(g, "Germany", "Jassy")
    act(g, "USSR", Action.LAND)
    target = at(g, "Jassy")
    attacker = put(g, "USSR INF any", "Odessa")
    g.units[attacker].target = target
    g.attacks.add(target=target, power=USSR)
    put(g, "USSR LND any", "Jassy", mission=BOMBER, base=at(g, "Odessa"), over=target)
    near = next(n for n in (beside(g, "Jassy", i) for i in range(6)) if g.ground.country[at(g, n)] == "rumania")
    fighter = put(g, "Rumania FTR any", near)
    corps = put(g, "Hungary INF any", "Jassy")
    subject = Flight(GERMANY, "ground support", INTERCEPTOR)
    assert (fighter, target) not in flights(g, subject)
    g.units[corps].country = g.facts.country["rumania"]
    assert (fighter, target) in flights(g, Flight(GERMANY, "ground support", INTERCEPTOR))
