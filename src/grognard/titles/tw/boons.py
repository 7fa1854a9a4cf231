"""What Variants (28) have given a power, as numbers that other rules read: `boon(g, power, "uboats")`. Nothing but the Variants
writes them."""

from __future__ import annotations

from grognard.titles.tw.nations import MAJORS, pair
from grognard.titles.tw.state import War

BOONS = (
    "uboats", "bombing", "craft", "crews", "chits", "immune", "reform_army", "reform_air", "reform_navy", "quick", "armour",
    "noarmour", "noair", "nonavy", "freeair", "surrender", "french", "german", "winter", "west", "jets", "saccost", "sacdamage",
    "window", "warned", "train", "accord", "radar", "works", "evacuation", "loyal", "flexible", "nkvd", "gulags", "prepared",
    "crossing", "atomic", "harbours", "boom", "merchant", "entente", "morepops", "trust", "corps", "popyear",
)  # fmt: skip
NUMBER = {name: n for n, name in enumerate(BOONS)}


def boon(g: War, power: int, name: str) -> int:
    """What a power has of something; nothing in games without Variants."""
    return g.boons.get(pair(power, NUMBER[name]), 0) if g.boons else 0


def boons(g: War, name: str) -> int:
    """The same for all powers together."""
    return sum([boon(g, n, name) for n in MAJORS]) if g.boons else 0


def bestow(g: War, power: int, name: str, value: int) -> None:
    """Add to what a power has."""
    key = pair(power, NUMBER[name])
    g.boons = {**g.boons, key: g.boons.get(key, 0) + value}


def lasting(g: War, power: int, name: str) -> bool:
    """Whether something given until a turn still holds: the number is that turn, counted from one."""
    return boon(g, power, name) > g.turn
