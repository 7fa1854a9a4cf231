"""Contest calculators for buckets of dice: exact where the states are few, sampled with a stated error where they are many.

`battle.py` describes a battle, `exact.py` and `sampling.py` fight it, `outlook.py` is the answer, `rolls.py` has opposed
rolls and damage dice. No title is known here: a title turns its forces, terrain and orders into a `Contest`.
"""

from grognard.odds.battle import Channel, Contest, Kind, Phase, Retreat, Shot, Side
from grognard.odds.outlook import Outlook, SideOutlook
from grognard.odds.reckon import outlook

__all__ = ["Channel", "Contest", "Kind", "Outlook", "Phase", "Retreat", "Shot", "Side", "SideOutlook", "outlook"]
