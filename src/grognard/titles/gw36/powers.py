"""The nations by number, what they are called, and the words for their alliances and their standing."""

from __future__ import annotations

from grognard.titles.gw36.facts import FACTS

PLAYERS = tuple([name for slot in FACTS.order for name in slot.nations])
NATIONS: tuple[str, ...] = (*PLAYERS, *[name for name in FACTS.minors if name not in PLAYERS])
NATION: dict[str, int] = {name: n for n, name in enumerate(NATIONS)}
NAMES: tuple[str, ...] = tuple([FACTS.nations[n].name if n in FACTS.nations else FACTS.minors[n].name for n in NATIONS])
ADJECTIVES = {
    "germany": "German",
    "italy": "Italian",
    "japan": "Japanese",
    "ussr": "Soviet",
    "ccp": "Communist Chinese",
    "great_britain": "British",
    "fec": "FEC",
    "france": "French",
    "free_france": "Free French",
    "usa": "American",
    "kmt": "Nationalist Chinese",
}
OF_NATION: tuple[str, ...] = tuple([ADJECTIVES.get(n, name) for n, name in zip(NATIONS, NAMES)])

GERMANY, USSR, CCP, JAPAN = (NATION[n] for n in ("germany", "ussr", "ccp", "japan"))
BRITAIN, FEC, ANZAC, FRANCE = (NATION[n] for n in ("great_britain", "fec", "anzac", "france"))
FREE_FRANCE, ITALY, USA, KMT = (NATION[n] for n in ("free_france", "italy", "usa", "kmt"))
COMMONWEALTH = (BRITAIN, FEC, ANZAC)

NO_ALLIANCE, AXIS, ALLIES, COMINTERN = range(4)
ALLIANCES = ("", "axis", "allies", "comintern")

# Nation.status
ACTIVE, ABSENT, ABSORBED, DEFEATED, SURRENDERED = range(5)

N = len(NATIONS)
PLAYED = len(PLAYERS)  # nations below this number have a reference sheet and a player
MAJORS = frozenset([NATION[n] for n, sheet in FACTS.nations.items() if sheet.power == "major"])
WARLORDS = frozenset([n for n, name in enumerate(NATIONS) if name.startswith("warlord_")])
CHINESE = frozenset((KMT, CCP, *WARLORDS))
POWER = tuple(BRITAIN if n in COMMONWEALTH else n for n in range(N))  # nation -> the power it belongs to (rules/nations.power_of)
KEYED = 128  # what nations' numbers stay below in keys of two numbers
RESEARCHED = 32  # what the numbers of technologies stay below in `g.tech`, `g.rolled_tech`: power * RESEARCHED + technology
REGIONAL = 16  # and those of regions in `g.rail_used`
LEAVE = 1 << 16  # g.shut: leave(host, guest) -> CLOSED or OPENED (4.4, 1.5); below it keyed(passage, nation) (1.15)
CLOSED, OPENED = 1, 2  # values of g.shut


def pair(a: int, b: int) -> int:
    """The key of two nations in `g.wars`, whichever comes first."""
    return a * KEYED + b if a < b else b * KEYED + a


def keyed(what: int, nation: int) -> int:
    """The key of something and a nation: a line and its victim, a passage and who sails, a lender and whose enemy he helps."""
    return what * KEYED + nation


def leave(host: int, guest: int) -> int:
    """The key of a host's word about his land in `g.shut`."""
    return LEAVE + host * KEYED + guest


def researched(power: int, technology: int) -> int:
    """The key of a power and a technology in `g.tech` and `g.rolled_tech`."""
    return power * RESEARCHED + technology


def rail_key(power: int, region: int) -> int:
    """The key of a power and a region of its railways in `g.rail_used` (10.3)."""
    return power * REGIONAL + region
