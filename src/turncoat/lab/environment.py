"""A game as a PettingZoo environment (AEC): two players in turn, observations as arrays, a mask of legal actions."""

from typing import Any, TypedDict

from turncoat.extras import need

need("env", "pettingzoo", "gymnasium")  # before what imports them

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from turncoat import Batch, Position, Ruleset
from turncoat.draw import text
from turncoat.games.errors import BadRequest, WrongType
from turncoat.games.text import Phrase

PLAYERS = ("player_1", "player_2")
RENDER_MODES = ("ansi",)


class Observation(TypedDict):
    """What a player sees: planes of the board in that player's eyes, and which actions are legal now."""

    observation: NDArray[np.int8]
    action_mask: NDArray[np.int8]


class Environment(AECEnv[str, Observation, int]):  # type: ignore[misc] # PettingZoo has no types
    """One game, from the start of a ruleset or from a position.

    Players are people, not sides: after a swap the first player plays the second side.  A turn of several moves is
    several steps of the same player.  Planes and actions are those of `turncoat.Batch`.

    >>> environment = Environment("reversi:size=4x4")
    >>> environment.reset()
    >>> for player in environment.agent_iter():
    ...     seen, reward, over, cut, _ = environment.last()
    ...     environment.step(None if over or cut else int(seen["action_mask"].argmax()))
    >>> environment.position.result()
    Result(winner=<Side.SECOND: 'second'>, rule='R8', reason='majority', ended='R8')
    """

    # PettingZoo's own names from here on.
    metadata = {"name": "turncoat_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, start: Position | Ruleset | str, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            allowed = Phrase("allowed.one_of", {"values": RENDER_MODES})
            raise BadRequest(
                problem=Phrase("problems.must_be", {"name": "render_mode", "allowed": allowed, "got": render_mode})
            )
        self.render_mode = render_mode
        self._start = Batch(start, 1)
        self._take(self._start.copy())
        planes, actions = self._step.observations.shape[1:], self._start.action_count
        self.possible_agents = list(PLAYERS)
        self.observation_spaces = {
            player: Dict(
                {
                    "observation": Box(0, 1, planes, np.int8),
                    "action_mask": Box(0, 1, (actions,), np.int8),
                }
            )
            for player in PLAYERS
        }
        self.action_spaces = {player: Discrete(actions) for player in PLAYERS}

    def _take(self, batch: Batch) -> None:
        self._batch, self._step = batch, batch.observe()
        self._swapped = False

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self._batch[0]

    def observation_space(self, agent: str) -> Dict:
        """What that player sees, always the same space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The actions there are, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; nothing is left to chance, so the seed changes nothing."""
        self._take(self._start.copy())
        self.agents = list(PLAYERS)
        self.rewards = dict.fromkeys(PLAYERS, 0.0)
        self._cumulative_rewards = dict.fromkeys(PLAYERS, 0.0)
        over = bool(self._step.done[0])
        self.terminations = dict.fromkeys(PLAYERS, over)
        self.truncations = dict.fromkeys(PLAYERS, False)
        self.infos: dict[str, dict[str, Any]] = {player: {} for player in PLAYERS}
        self.agent_selection = self._decider()

    def _side(self, player: str) -> int:
        return PLAYERS.index(player) ^ self._swapped

    def _decider(self) -> str:
        return PLAYERS[int(self._step.sides[0]) ^ self._swapped]

    def step(self, action: int | None) -> None:
        """The player whose decision it is plays an action; where the game is over for that player, None."""
        player = self.agent_selection
        if self.terminations[player]:
            self._was_dead_step(action)
            return
        if action is None:
            raise WrongType.of("action", "whole_number", action)
        swap = self._batch.actions(0).get("swap") == action
        self._step = self._batch.step_actions([int(action)], out=self._step)
        self._swapped ^= swap
        self._cumulative_rewards[player] = 0.0
        self.rewards = {each: float(self._step.rewards[0, self._side(each)]) for each in PLAYERS}
        self.terminations = dict.fromkeys(PLAYERS, bool(self._step.done[0]))
        self.agent_selection = self._decider()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What the player sees; no action is legal for who does not decide."""
        planes, mask = self._step.observations[0].astype(np.int8), self._step.legal[0].astype(np.int8)
        if self._side(agent) != self._step.sides[0]:
            planes[[0, 1]] = planes[[1, 0]]
            mask[:] = 0
        return {"observation": planes, "action_mask": mask}

    def render(self) -> str | None:
        """The board as text."""
        return text(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held that would need closing."""
