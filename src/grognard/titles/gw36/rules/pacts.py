"""14.1 to 14.3: signing, keeping and breaking the Molotov-Ribbentrop and the Japanese-Soviet pact.

Annexations and the Polish and Finnish provisions are asked for by combat_movement.py; the trade bonus by income.py; the free
research roll by technology.py (`g.pact == SIGNED`). The KMT-CCP truce is china.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel.flow import Ask, Flow, Option
from grognard.kernel.rules import No, rule
from grognard.kernel.state import NOWHERE
from grognard.titles.gw36.kinds import SUBMARINE_BASE
from grognard.titles.gw36.rules.calendar import date
from grognard.titles.gw36.rules.china import end_truce, offer_truce
from grognard.titles.gw36.rules.nations import alive, at_war, seat_of
from grognard.titles.gw36.rules.treasury import lose
from grognard.titles.gw36.state import CCP, ENDED, GERMANY, JAPAN, KMT, NAMES, NATION, SIGNED, UNSIGNED, USSR, War

BALTIC = tuple(NATION[n] for n in ("lithuania", "latvia", "estonia"))
NOT_UNDER_THE_PACT = tuple(NATION[n] for n in ("romania", "hungary", "finland"))
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


@rule("14.1")
def acts(g: War, mine: list[int]) -> Iterator[Option]:
    """Proposing, nullifying and breaking pacts."""
    for which, partner in (("molotov_ribbentrop", GERMANY), ("japanese_soviet", JAPAN)):
        if (USSR in mine or partner in mine) and may_sign(g, which) is None:
            yield Option("propose", which)
    if g.pact == SIGNED and (GERMANY in mine or USSR in mine):
        yield Option("nullify", "molotov_ribbentrop")
    if g.neutrality == SIGNED:
        for nation in (JAPAN, USSR):
            if nation in mine and g.nations[nation].cash >= g.facts.prices["break_japan_ussr_pact"]:
                yield Option("break", g.nations[nation], "japanese_soviet")
    if g.truce:
        for nation in (KMT, CCP):
            if nation in mine:
                yield Option("break", g.nations[nation], "truce")


@rule("14.1")
def act(g: War, seat: str, option: Option) -> Flow[None]:
    """Sign, nullify or break a pact"""
    if option.verb == "propose":
        yield from propose(g, seat, option.arg)
    elif option.verb == "nullify":
        end_pact(g)
    elif option.args[1] == "truce":
        end_truce(g)
    else:
        lose(g, option.arg.index, g.facts.prices["break_japan_ussr_pact"])  # 14.3
        g.neutrality = ENDED
        g.news += 1
        g.say("{} breaks the Japanese-Soviet pact", option.arg, rule="14.3")


@rule("14.1")
def propose(g: War, seat: str, which: str) -> Flow[None]:
    """The partner answers a proposed pact"""
    if which == "truce":
        yield from offer_truce(g, seat)
        return
    partner = GERMANY if which == "molotov_ribbentrop" else JAPAN
    others = [s for s in dict.fromkeys((seat_of(g, partner), seat_of(g, USSR))) if s != seat]
    proposer = NAMES[partner if seat_of(g, partner) == seat else USSR]
    for other in others:
        prompt = f"{proposer} proposes the {which.replace('_', '-').title()} pact: sign it?"
        answer = yield Ask(other, prompt, [Option("sign"), Option("refuse")], "14.1")
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
