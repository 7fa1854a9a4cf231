"""The state of a game of America in Flames: that of World in Flames, flags, political points, research and hidden units."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

from grognard.kernel.state import NOWHERE, Encoded, Row, column, mapping, numbers, scalar, table
from grognard.titles.aif.facts import Chancery
from grognard.titles.aif.options import Options
from grognard.titles.aif.scenario import SUPERGAME
from grognard.titles.wif.facts import POWER_KEYS, POWERS, SIDE_OF_POWER
from grognard.titles.wif.settings import AMERICA, COLLECTORS, Edition
from grognard.titles.wif.state import NO_SIDE, War

if TYPE_CHECKING:
    from grognard.titles.aif.scenario import AmericanFile


class Flag(Row, prefix="f"):
    """A flag on the political allegiance track (9.8)."""

    level = column()  # the square, 0 to 16 (full ally)
    favours = column(NOWHERE)  # the major power; nobody at 0
    gone = column()  # 9.8: conquered, off the track

    @property
    def label(self) -> str:
        return str(self.game.chancery.costs[self.index].minor)

    @property
    def side(self) -> int:
        return SIDE_OF_POWER[self.favours] if self.favours >= 0 else NO_SIDE


class Office(Row, prefix="o"):
    """What a major power has besides its armies."""

    political = column()  # political points (13.6.11)
    saved = column()  # build points kept (13.6.8)
    aligned = column()  # 9.8: it has aligned a minor this impulse
    paid = column()  # 22.10: hidden units it has paid for before the set-up
    quiet = column(NOWHERE)  # 22.10: the turn for which its hidden units lie low

    @property
    def label(self) -> str:
        return POWERS[self.index]


def bombs_to_points(saved: Encoded) -> None:
    """Games of version 1 counted atomic bombs in stock; each is the build point it cost again, kept to be spent (13.6.8)."""
    offices = saved.tables.get("offices", {})
    for name in ("bombs", "coming"):
        stock = offices.pop(name, [])
        if any(stock):
            kept = offices.get("saved") or [0] * len(stock)
            offices["saved"] = [n + m for n, m in zip(kept, stock)]


class SupergameEdition(Edition):
    """World in Flames with the canal and the anger of America in Flames (23.9; AIF-DEC-17), at Axis attacks (AIF-DEC-24)."""

    canal_by_ports = True  # AIF-DEC-28
    attacked_america = 2


WORLD_WAR = SupergameEdition("the supergame", COLLECTORS.column)


class America(War):
    """Everything of a game that can change."""

    options: Options

    flags = table(Flag)
    offices = table(Office, tokens=tuple(f"office_{key}" for key in POWER_KEYS))
    research = numbers()  # research points of the Axis and the Allies
    dice_bought = numbers()  # research dice of each side this turn
    fund = numbers()  # build points of each side towards a die
    target = scalar(250)  # research points that make the hydrogen bomb
    hideouts = mapping()  # 22.10: hidden units and their hexes
    grudges = mapping()  # countries and the side their partisans fight: it bombed or would not liberate them (11.7.1, 13.7.5)
    works = numbers()  # 22.1: factories under way: power, turn they arrive, hex of a repair or NOWHERE
    heavies = numbers()  # 4.1.2: heavy units that may be built at half their cost
    laboratories = mapping()  # 23.9: research sites that were built, by hex
    laboratory_works = numbers()  # and those under way: power, the turn they arrive
    laboratory_fund = mapping()  # what powers have paid towards one this turn
    lost_armies = numbers()  # 13.7.5: countries whose units left the game for good
    step = scalar(0)  # influence steps made before the game

    @cached_property
    def chancery(self) -> Chancery:
        found: Chancery = self.title.box(self.board).chancery
        return found

    @cached_property
    def settings(self) -> Edition:
        return WORLD_WAR if self.whole_world else AMERICA

    @property
    def whole_world(self) -> bool:
        """Whether this is the supergame of 23.9."""
        return self.scenario == SUPERGAME

    @property
    def frame(self) -> AmericanFile:
        return cast("AmericanFile", self.campaign.frame)
