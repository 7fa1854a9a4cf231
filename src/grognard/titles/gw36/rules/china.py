"""13.3: the Chinese Civil War, its truce, and the evolution of CCP and KMT to Major Powers (13.3.1, 13.3.2)."""

from __future__ import annotations

from grognard.kernel.acts import Act, menu
from grognard.kernel.cache import once_per_board
from grognard.kernel.flow import Flow
from grognard.kernel.rules import No, rule
from grognard.titles.gw36.powers import CCP, CHINESE, KMT, MAJORS, SURRENDERED
from grognard.titles.gw36.rules.conquest import clear_guests, go_home
from grognard.titles.gw36.rules.nations import alive, at_war, fall, home_mask, make_peace, make_war, roundels, zone_income
from grognard.titles.gw36.rules.seats import seat_of
from grognard.titles.gw36.state import War
from grognard.titles.gw36.subjects import Treaty


@once_per_board
def continental_china(g: War) -> frozenset[int]:
    """Zones that begin Chinese, Hainan left out (0.9, table of continental China)."""
    printed = roundels(g)
    hainan = g.board.space("hainan")
    return frozenset([z for z in home_mask(g)[KMT] if printed[z] in CHINESE and z != hainan])


@rule("13.3")
def offer_truce(g: War, proposer: str = "") -> Flow[None]:
    """KMT and CCP may agree to a truce when a foreign Major Power is at war with China"""
    if may_make_truce(g) is not None:
        return
    for seat in [s for s in dict.fromkeys((seat_of(g, KMT), seat_of(g, CCP))) if s != proposer]:
        answer, _ = yield from menu(g, seat, "A truce between KMT and CCP?", Treaty("truce"), AGREEING, REFUSING)
        if answer.verb == "refuse":
            return
    g.truce = 1
    make_peace(g, KMT, CCP)
    g.say("KMT and CCP make a truce", rule="13.3")


@rule("13.3", "14.1")
def may_make_truce(g: War) -> No | None:
    """Why KMT and CCP cannot agree to a truce: they are not at war, or no foreign Major Power is at war with China."""
    if g.truce or not alive(g, KMT) or not alive(g, CCP) or not at_war(g, KMT, CCP):
        return No("13.3", "there is no Chinese Civil War to end")
    rel = g.relations
    if not any((rel.enemies[KMT] | rel.enemies[CCP]) >> n & 1 for n in MAJORS):
        return No("13.3", "no foreign Major Power is at war with China")
    return None


@rule("13.3")
def end_truce(g: War) -> None:
    """The factions are at war again; units of one in zones of the other go home to their nearest zone (GW36-AMB-42)."""
    g.truce = 0
    make_war(g, KMT, CCP)
    g.say("The truce between KMT and CCP is over", rule="13.3")
    owner, units = g.zones.owner, g.units
    for u, (at, nation) in enumerate(zip(list(units.at), units.nation)):
        if at >= 0 and nation in (KMT, CCP) and owner[at] in (KMT, CCP) and owner[at] != nation:
            go_home(g, u)


@rule("13.3", "13.3.1", "13.3.2")
def check_china(g: War) -> None:
    """The truce ends without foreigners; a faction without units in continental China has lost; a rich one evolves."""
    nations, stacks = g.units.nation, g.units.stacks
    present = {nations[u] for zone in continental_china(g) for u in stacks[zone]}
    if g.truce and not present - CHINESE:
        end_truce(g)
    if not g.truce and alive(g, KMT) and alive(g, CCP) and at_war(g, KMT, CCP):
        for loser in (KMT, CCP):
            if loser not in present:
                lose_civil_war(g, loser)
                break
    evolve(g)


@rule("13.3.1", "13.3.2")
def evolve(g: War) -> None:
    """A faction whose zones are worth 13 IPP becomes a Major Power at once."""
    if not g.options.chinese_victory:
        return
    for faction in (KMT, CCP):
        if g.nations.evolved[faction] or not alive(g, faction):
            continue
        if zone_income(g)[faction] >= g.facts.prices["evolution"]:
            g.nations[faction].evolved = 1
            g.news += 1
            g.say("{} becomes a Major Power", g.nations[faction], rule="13.3.2" if faction == KMT else "13.3.1")


@rule("13.3", "9.22")
def lose_civil_war(g: War, loser: int) -> None:
    """The other faction has won: the loser's units are removed and its zones fall to the winner (GW36-AMB-121)."""
    winner = CCP if loser == KMT else KMT
    g.say("{} wins the Chinese Civil War", g.nations[winner], rule="13.3")
    for u, (at, nation) in enumerate(zip(g.units.at, g.units.nation)):
        if at >= 0 and nation == loser:
            g.remove(u)
    won = [zone for zone, owner in enumerate(g.zones.owner) if owner == loser]
    for zone in won:
        g.zones[zone].owner = winner
    fall(g, loser, SURRENDERED)
    for zone in won:
        clear_guests(g, zone)


AGREEING = Act[War, Treaty, None]("agree", "13.3", "Agree", do=lambda g, treaty, _: None)
REFUSING = Act[War, Treaty, None]("refuse", "13.3", "Refuse", do=lambda g, treaty, _: None)
