"""Every title as a PettingZoo environment, and as a Gymnasium one against a fixed opponent (the extra `pettingzoo`).

    from grognard.pettingzoo import env
    game = env("tw", scenario="poland")
    game.reset(seed=1)

docs/research.md has the schema of what is observed. This package imports the library of the same name;
nothing else of Grognard does.
"""

from __future__ import annotations

from grognard.pettingzoo.environment import Environment as Environment
from grognard.pettingzoo.environment import env as env
from grognard.pettingzoo.environment import raw_env as raw_env
from grognard.pettingzoo.observation import Part as Part
from grognard.pettingzoo.observation import Schema as Schema
from grognard.pettingzoo.opponent import Against as Against
