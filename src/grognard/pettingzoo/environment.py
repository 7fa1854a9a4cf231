"""A title as a PettingZoo AEC environment: the seats are the agents, an action is the place of an option on the open list."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from grognard.kernel.dice import seed_from
from grognard.kernel.errors import GrognardError
from grognard.kernel.flow import Option
from grognard.kernel.session import Session
from grognard.kernel.title import title as find_title
from grognard.pettingzoo.observation import LIMIT, WIDTH, Schema, options_array

ACTIONS = 512  # the size of the action space; a longer list is turned over page by page


class Environment(AECEnv):  # type: ignore[misc]
    """One game after the other of a scenario.

    An observation is a dict: `observation` (the schema names its parts), `action_mask`, and `options` (what an action is about).
    A list that is longer than the action space comes in pages: the last action turns to the next one, and the last page is
    followed by the first. The reward of a seat is the change of its side's margin over the best other side.
    """

    metadata: dict[str, Any] = {"name": "grognard_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        title: str,
        scenario: str = "",
        options: Mapping[str, bool | str] | None = None,
        *,
        actions: int = ACTIONS,
        most: int = 0,
        scale: float = 1.0,
        render_mode: str | None = None,
    ) -> None:
        """`most`: answers after which a game is cut short (0: never); `scale`: what a point of the score is worth."""
        super().__init__()
        if actions < 3:
            raise GrognardError(f"{actions} actions are too few to turn pages", remedy="use 3 or more")
        self.title, self.scenario, self.options = find_title(title), scenario, dict(options or {})
        self.count, self.most, self.scale, self.render_mode = actions, most, scale, render_mode
        self.metadata = {**self.metadata, "name": f"grognard_{self.title.code}_v0"}
        self.session = self._new(0)
        self.schema = Schema(self.session)
        self.sides = {s.key: s.side for s in self.title.seats(self.session.setting.scenario, self.session.setting.options)}
        self.numbered = {name: n for n, name in enumerate(self.schema.tables)}
        self.possible_agents = list(self.session.seats)
        self.agents: list[str] = []
        self.rng = random.Random(0)
        self.page = 0
        low, high = -LIMIT - 1, LIMIT
        self.observation_spaces = {
            seat: spaces.Dict({
                "observation": spaces.Box(low, high, (self.schema.size,), np.int32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                "options": spaces.Box(low, high, (actions, WIDTH), np.int32),
            })
            for seat in self.possible_agents
        }  # fmt: skip
        self.action_spaces = {seat: spaces.Discrete(actions) for seat in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _new(self, seed: int) -> Session:
        return Session.new(self.title, self.scenario, self.options, seed=seed_from(seed))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The same seed gives the same dice; without one the next game of the last seed is played."""
        if seed is not None:
            self.rng = random.Random(seed)
        self.session = self._new(self.rng.randrange(2**40))
        self.schema.forget()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.margins = self._margins()
        self._ask()

    def _ask(self) -> None:
        """Turn to the seat that is asked next."""
        self.page = 0
        pending = self.session.pending
        self.agent_selection = next(iter(pending), self.agents[0])
        self.infos: dict[str, dict[str, Any]] = {seat: {} for seat in self.agents}
        for seat, ask in pending.items():
            self.infos[seat] = {"prompt": ask.prompt, "rule": ask.rule, "answers": self.session.count}

    # what is seen

    def listed(self, agent: str) -> tuple[list[Option], bool]:
        """The options on the open page of an agent that is to answer, and whether there are other pages."""
        if agent != self.agent_selection or agent not in self.session.pending:
            return [], False
        options = self.session.pending[agent].options
        if len(options) <= self.count:
            return list(options), False
        room = self.count - 1
        return list(options[self.page * room : (self.page + 1) * room]), True

    def observe(self, agent: str) -> dict[str, Any]:
        options, more = self.listed(agent)
        mask = np.zeros(self.count, np.int8)
        mask[: len(options)] = 1
        if more:
            mask[-1] = 1
        about = options_array(options, self.count, self.numbered)
        return {"observation": self.schema.observe(self.session, agent), "action_mask": mask, "options": about}

    def render(self) -> str:
        lines = [f"{seat}: {ask.prompt} ({len(ask.options)} options)" for seat, ask in self.session.pending.items()]
        return "\n".join([*(f"{side}: {score:g}" for side, score in self.title.scores(self.session.g).items()), *lines])

    def close(self) -> None:
        """There is nothing to close."""

    # what is done

    def step(self, action: Any) -> None:
        seat = self.agent_selection
        if self.terminations[seat] or self.truncations[seat]:
            self._was_dead_step(action)
            return
        options, more = self.listed(seat)
        self._cumulative_rewards[seat] = 0.0
        if more and action == self.count - 1:
            pages = -(-len(self.session.pending[seat].options) // (self.count - 1))
            self.page = (self.page + 1) % pages
            self._clear_rewards()
            return
        if action is None or not 0 <= int(action) < len(options):
            raise GrognardError(f"action {action} is no option of {seat}", remedy="choose where action_mask is 1")
        self.session.apply(seat, options[int(action)])
        now = self._margins()
        self.rewards = {a: (now[self.sides[a]] - self.margins[self.sides[a]]) * self.scale for a in self.agents}
        self.margins = now
        over = self.session.outcome is not None
        cut = bool(self.most) and self.session.count >= self.most and not over
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._ask()
        self._accumulate_rewards()

    def _margins(self) -> dict[str, float]:
        """How far every side is ahead of the best other, by the scores now or those of the end."""
        outcome = self.session.outcome
        scores = dict(outcome.scores) if outcome is not None and outcome.scores else self.title.scores(self.session.g)
        found = {}
        for side in dict.fromkeys(self.sides.values()):
            others = [score for key, score in scores.items() if key != side]
            found[side] = float(scores.get(side, 0.0)) - float(max(others, default=0.0))
        return found


def raw_env(title: str, **how: Any) -> Environment:
    """The environment itself."""
    return Environment(title, **how)


def env(title: str, **how: Any) -> Any:
    """The environment in the usual wrappers, which say what a caller does wrong."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(Environment(title, **how)))
