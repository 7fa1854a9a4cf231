"""14.1 to 14.3: signing, keeping and breaking the Molotov-Ribbentrop and the Japanese-Soviet pact.

Annexations and the Polish and Finnish provisions are asked for by combat_movement.py; the trade bonus by income.py; the free
research roll by technology.py (`g.pact == SIGNED`). The KMT-CCP truce is china.py.
"""

from __future__ import annotations

from grognard.kernel.acts import Act, menu
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import SUBMARINE_BASE
from grognard.titles.gw36.powers import CCP, GERMANY, JAPAN, KMT, NAMES, NATION, USSR
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.china import end_truce, may_make_truce, offer_truce
from grognard.titles.gw36.rules.nations import alive, at_war
from grognard.titles.gw36.rules.seats import nations_of, seat_of
from grognard.titles.gw36.rules.treasury import lose
from grognard.titles.gw36.state import ENDED, SIGNED, UNSIGNED, Nation, War
from grognard.titles.gw36.subjects import Politics, Treaty

BALTIC = tuple([NATION[n] for n in ("lithuania", "latvia", "estonia")])
NOT_UNDER_THE_PACT = tuple([NATION[n] for n in ("romania", "hungary", "finland")])
PARTIES = {"molotov_ribbentrop": (GERMANY, USSR), "japanese_soviet": (JAPAN, USSR), "truce": (KMT, CCP)}
BROKEN = ("japanese_soviet", "truce")  # the Molotov-Ribbentrop pact is nullified
TREATIES = {
    "molotov_ribbentrop": "the Molotov-Ribbentrop pact",
    "japanese_soviet": "the Japanese-Soviet pact",
    "truce": "the truce of KMT and CCP",
}
PROTECTED = (*NOT_UNDER_THE_PACT, JAPAN, USSR, KMT, CCP)  # on whom `forbids_war` may forbid one


@rule("14.2", "14.3")
def forbids_war(g: War, nation: int, target: int) -> No | None:
    """A pact that keeps a nation from declaring war: the Molotov-Ribbentrop promise alone does not."""
    if g.pact == SIGNED and nation == USSR and target in NOT_UNDER_THE_PACT:
        return No("14.2", "under the pact the USSR attacks neither neutral Romania nor Hungary, and of Finland Karjala alone")
    if g.neutrality == SIGNED and {nation, target} == {JAPAN, USSR}:
        return No("14.3", "the Japanese-Soviet pact must be broken first")
    if g.truce and {nation, target} == {KMT, CCP}:
        return No("13.3", "the truce must be broken first")
    return None


@rule("14.2")
def broken_by_war(g: War, a: int, b: int) -> None:
    """The pact ends when Germany and the USSR are at war, and the base in Murmansk is gone."""
    if {a, b} == {GERMANY, USSR} and g.pact == SIGNED:
        end_pact(g)
    if {a, b} == {JAPAN, USSR} and g.neutrality == SIGNED:
        g.neutrality = ENDED


@rule("14.1", "14.2", "14.3")
def may_sign(g: War, which: str) -> No | None:
    """Why a pact cannot be signed now."""
    if which == "molotov_ribbentrop":
        if date(g) < "1939-07":
            return No("14.2", "the pact may be signed from July 1939")
        if g.pact != UNSIGNED:
            return No("14.2", "the pact was signed before")
        partner = GERMANY
    else:
        if g.neutrality == SIGNED:
            return No("14.3", "the pact is in force")
        partner = JAPAN
    if at_war(g, partner, USSR) or not alive(g, partner) or not alive(g, USSR):
        return No("14.1", "the two are at war")
    return None


@rule("14.1", "13.3")
def may_propose(g: War, politics: Politics, which: str) -> No | None:
    """Why a seat cannot propose a pact or the Chinese truce."""
    parties = PARTIES.get(which)
    if parties is None:
        return No("14.1", f"there is no pact called {which}")
    if set(parties).isdisjoint(nations_of(g, politics.seat)):
        return No("14.1", f"{TREATIES[which]} is between {NAMES[parties[0]]} and {NAMES[parties[1]]}")
    return may_make_truce(g) if which == "truce" else may_sign(g, which)


@rule("14.2")
def may_nullify(g: War, politics: Politics, which: str) -> No | None:
    """Why a seat cannot end the Molotov-Ribbentrop pact."""
    if which != "molotov_ribbentrop":
        return No("14.1", f"{TREATIES.get(which, which)} is broken, not nullified")
    if g.pact != SIGNED:
        return No("14.2", "the pact is not in force")
    mine = nations_of(g, politics.seat)
    return None if GERMANY in mine or USSR in mine else No("14.2", "Germany and the USSR alone end their pact")


@rule("14.3", "13.3")
def may_break(g: War, politics: Politics, broken: tuple[int, str]) -> No | None:
    """Why a nation cannot break the Japanese-Soviet pact or the truce."""
    nation, which = broken
    if which not in BROKEN or nation not in PARTIES[which]:
        return No("14.1", f"{NAMES[nation]} has no such pact to break")
    if nation not in nations_of(g, politics.seat):
        return No("14.1", f"{NAMES[nation]} is not yours")
    if not (g.truce if which == "truce" else g.neutrality == SIGNED):
        return No("14.1", f"{TREATIES[which]} is not in force")
    price = g.facts.prices["break_japan_ussr_pact"]
    if which == "japanese_soviet" and g.nations.cash[nation] < price:
        return No("14.3", f"breaking the pact costs {price} IPP, {g.nations.cash[nation]} are there")
    return None


@rule("14.3", "13.3")
def break_treaty(g: War, nation: int, which: str) -> None:
    """A nation breaks the truce, or pays for breaking its pact."""
    if which == "truce":
        end_truce(g)
        return
    lose(g, nation, g.facts.prices["break_japan_ussr_pact"])  # 14.3
    g.neutrality = ENDED
    g.news += 1
    g.say("{} breaks the Japanese-Soviet pact", g.nations[nation], rule="14.3")


@rule("14.1")
def propose(g: War, seat: str, which: str) -> Flow[None]:
    """The partner answers a proposed pact"""
    if which == "truce":
        yield from offer_truce(g, seat)
        return
    partner = PARTIES[which][0]
    others = [s for s in dict.fromkeys((seat_of(g, partner), seat_of(g, USSR))) if s != seat]
    proposer = NAMES[partner if seat_of(g, partner) == seat else USSR]
    for other in others:
        prompt = f"{proposer} proposes the {which.replace('_', '-').title()} pact: sign it?"
        answer, _ = yield from menu(g, other, prompt, Treaty(which), SIGNING, REFUSING)
        if answer.verb == "refuse":
            g.say("The pact is refused", rule="14.1")
            return
    sign(g, which)


@rule("14.2", "14.3")
def sign(g: War, which: str) -> None:
    """A pact comes into force."""
    if which == "molotov_ribbentrop":
        g.pact = SIGNED
        g.basis_nord = 1
        g.sites.add(kind=SUBMARINE_BASE, at=g.board.space("murmansk"), nation=GERMANY, since=g.turn)
        g.say("Germany and the USSR sign the Molotov-Ribbentrop pact", rule="14.2")
    else:
        g.neutrality = SIGNED
        g.say("Japan and the USSR sign a non-aggression pact", rule="14.3")
    g.news += 1


@rule("14.2")
def end_pact(g: War) -> None:
    """The pact is over for good; the German base in Murmansk is gone."""
    g.pact = ENDED
    g.basis_nord = 0
    murmansk = g.board.space("murmansk")
    for site in g.sites.where(kind=SUBMARINE_BASE, at=murmansk, nation=GERMANY):
        site.at = NOWHERE
    g.news += 1
    g.say("The Molotov-Ribbentrop pact is over", rule="14.2")


PROPOSING = Act(
    "propose", "14.1", lambda g, politics, which: f"Propose {TREATIES[which]}", takes=str, group="Pacts",
    among=lambda g, politics: PARTIES, may=may_propose, do=lambda g, politics, which: propose(g, politics.seat, which),
)  # fmt: skip
NULLIFYING = Act(
    "nullify", "14.2", lambda g, politics, which: f"End {TREATIES[which]}", takes=str, group="Pacts",
    among=lambda g, politics: ("molotov_ribbentrop",), may=may_nullify, do=lambda g, politics, _: end_pact(g),
)  # fmt: skip
BREAKING = Act(
    "break", "14.3", lambda g, politics, broken: f"{NAMES[broken[0]]} breaks {TREATIES[broken[1]]}", takes=(Nation, str),
    group="Pacts",
    among=lambda g, politics: [(n, which) for which in BROKEN for n in PARTIES[which]], may=may_break,
    do=lambda g, politics, broken: break_treaty(g, *broken),
)  # fmt: skip
SIGNING = Act[War, Treaty, None]("sign", "14.1", "Sign", do=lambda g, treaty, _: None)
REFUSING = Act[War, Treaty, None]("refuse", "14.1", "Refuse", do=lambda g, treaty, _: None)
