"""The Place Units Phase as a whole (11.1): who places, upgrades, delivers and recruits, in which order."""

from __future__ import annotations

from grognard.kernel.flow import Flow
from grognard.kernel.rules import rule
from grognard.titles.gw36.rules import deliveries, recruitment, repair, upgrades
from grognard.titles.gw36.rules.placement import finish_facilities, place_units
from grognard.titles.gw36.rules.treasury import desks
from grognard.titles.gw36.state import War


@rule("11.1", "11.3", "6.2")
def place_phase(g: War) -> Flow[None]:
    """Place units and facilities, upgrade, deliver lend-lease, recruit"""
    # "Produce", "Place New" and "Place Units" are one phase (GW36-AMB-20)
    repair.finish_ship_repairs(g)
    for desk in desks(g):
        finish_facilities(g, desk, factories=False)  # GW36-AMB-103
    for desk in desks(g):
        yield from place_units(g, desk)
        yield from upgrades.resolve_upgrades(g, desk)
        yield from deliveries.deliver(g, desk)
    yield from recruitment.recruit(g)
    for desk in desks(g):
        finish_facilities(g, desk, factories=True)  # 11.1: new and upgraded factories work from the next turn on
