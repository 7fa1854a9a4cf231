"""A title as a Gymnasium environment: one learner on one side, an agent of the ladder on all others."""

from __future__ import annotations

from typing import Any

import gymnasium

from grognard.agents import Agent, agent
from grognard.kernel.errors import GrognardError
from grognard.pettingzoo.environment import Environment


class Against(gymnasium.Env[Any, Any]):
    """The learner plays every seat of a side; `opponent` is an agent's name: random, greedy, planner, planner:strong.

    `fold`: for learners that know no masks: an action beyond the end of the list counts round it."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(self, title: str, side: str = "", opponent: str = "random", *, fold: bool = False, **how: Any) -> None:
        self.game = Environment(title, **how)
        known = list(dict.fromkeys(self.game.sides.values()))
        self.side = side or known[0]
        if self.side not in known:
            raise GrognardError(f"{title} has no side {side!r}", remedy=f"use one of {', '.join(known)}")
        self.opponent, self.fold = opponent, fold
        agent(opponent)
        self.mine = [seat for seat, of in self.game.sides.items() if of == self.side]
        self.observation_space = self.game.observation_space(self.mine[0])
        self.action_space = self.game.action_space(self.mine[0])
        self.others: dict[str, Agent] = {}
        self.render_mode = self.game.render_mode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.game.reset(seed)
        number = self.game.rng.randrange(2**31)
        self.others = {s: agent(self.opponent, number + n) for n, s in enumerate(self.game.sides) if s not in self.mine}
        self._opponents()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Answer for the learner, and let the others answer until it is asked again."""
        before = self.game.margins[self.side]
        listed = len(self.game.listed(self.game.agent_selection)[0])
        self.game.step(int(action) % listed if self.fold and listed else action)
        self._opponents()
        reward = (self.game.margins[self.side] - before) * self.game.scale
        seat = self.mine[0]
        return (*self._seen()[:1], reward, self.game.terminations[seat], self.game.truncations[seat], self._seen_info())

    def _opponents(self) -> None:
        game = self.game
        while (seat := game.agent_selection) not in self.mine and not (game.terminations[seat] or game.truncations[seat]):
            option = self.others[seat].choose(game.session, seat)
            before, room = game.session.pending[seat].options, game.count - 1
            at = next(n for n, listed in enumerate(before) if listed.text == option.text)
            if len(before) > game.count:
                for _ in range(at // room):
                    game.step(game.count - 1)
                at %= room
            game.step(at)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        seat = self.game.agent_selection if self.game.agent_selection in self.mine else self.mine[0]
        return self.game.observe(seat), self._seen_info()

    def _seen_info(self) -> dict[str, Any]:
        seat = self.game.agent_selection
        return {"seat": seat, "margin": self.game.margins[self.side], **self.game.infos.get(seat, {})}

    def render(self) -> str:
        return self.game.render()
