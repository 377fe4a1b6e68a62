"""A PettingZoo environment: a table at which every seat is an agent."""

from collections.abc import Mapping
from io import StringIO
from random import Random
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper
from rich.console import Console

from parlour.bots import find_bot
from parlour.games import find
from parlour.kernel.game import AnyGame
from parlour.kernel.names import with_names
from parlour.kernel.options import read
from parlour.kernel.refusal import Refused, quoted
from parlour.kernel.shuffle import QuickShuffler
from parlour.kernel.state import Seat, side_of
from parlour.pettingzoo.numbering import NOT_NOW, Numbering
from parlour.pettingzoo.observation import Observation
from parlour.terminal.draw import print_view

Rewards = Literal["wins", "points"]
RenderMode = Literal["human", "ansi"]
WIDTH = 100  # of a drawing


def env(
    game: str | AnyGame,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    rewards: Rewards = "wins",
    render_mode: RenderMode | None = None,
) -> Any:
    """An AEC environment in the same wrappers as PettingZoo's own games."""
    return OrderEnforcingWrapper(
        AssertOutOfBoundsWrapper(
            TerminateIllegalWrapper(Environment(game, seats, options, rewards, render_mode), illegal_reward=-1)
        )
    )


class Environment(AECEnv, EzPickle):  # type: ignore[misc]
    """A table of one game with these house rules and this many seats (by default as few as the game takes).

    Rewards come when the game is over: the seat's share of the win minus its fair share. With "points" they come after
    every round: the points that it brought, negative where few points are good.
    """

    def __init__(
        self,
        game: str | AnyGame,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        rewards: Rewards = "wins",
        render_mode: RenderMode | None = None,
    ) -> None:
        super().__init__()
        EzPickle.__init__(self, game, seats, options, rewards, render_mode)
        if rewards not in ("wins", "points"):
            raise Refused("", f"Rewards are for wins or points, not for {quoted(rewards)}.")
        if render_mode not in (None, "human", "ansi"):
            raise Refused("", f"render_mode is human or ansi, not {quoted(render_mode)}.")
        self.game = find(game) if isinstance(game, str) else game
        self.options = read(self.game.options, options or {})
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.check_seats(self.seats, self.options)
        self.by_points = rewards == "points"
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{self.game.name}_v{self.game.edition}",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.table = self.game.start(self.options, self.seats, QuickShuffler(bytes(16)))
        self.observation = Observation(self.game, self.table, self.seats)
        self.numbering = Numbering(self.game.actions, self.observation.things)
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        mask = Box(0, 1, (self.numbering.size,), np.int8)
        seen = Box(-1, 1, (len(self.observation.columns),), np.float32)
        self.action_spaces = {agent: Discrete(self.numbering.size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self._deals = Random()

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "Discrete[Any]":
        return self.action_spaces[agent]

    # ------------------------------------------------------------ playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game: with a seed, always the same one; without, the next one."""
        if seed is not None:
            self._deals = Random(seed)
        key = self._deals.randbytes(16)
        self._whims = Random(key)  # for bots that are asked for advice
        self.table = self.game.start(self.options, self.seats, QuickShuffler(key))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._asked = self.game.asked(self.table)
        self._ask()

    def step(self, action: int | None) -> None:
        """Do the action with this number for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action not in self.on_offer:
            raise Refused("", f"{agent} can't do action {action} now.")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action == NOT_NOW:
            self._asked = self._asked[1:]
        else:
            rounds = len(self.table.sheet)
            self.table.apply(self.seat, self.on_offer[action])
            self._asked = self.game.asked(self.table)
            self._reward(rounds)
        self._ask()

    def _ask(self) -> None:
        """Select the agent that is asked next; when the game is over, everybody in turn."""
        self.on_offer: dict[int, Any] = {}  # actions by number
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if self._asked:
            seat = self._asked[0]
            self.on_offer = self.numbering.numbered(self.table.legal(seat))
            if len(self._asked) > 1 and self.table.silence(seat) is None:
                self.on_offer[NOT_NOW] = None
        else:
            seat = 0
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection]["actions"] = self.on_offer
        if self.render_mode == "human":
            self.render()

    def _reward(self, rounds: int) -> None:
        """Give the rewards for what happened after this many rounds were scored."""
        result = self.table.result()
        for seat, agent in enumerate(self.agents):
            if self.by_points:
                points = sum(row[seat] for row in self.table.sheet[rounds:])
                self.rewards[agent] = float(points if self.game.most_wins else -points)
            elif result:
                fair = len(side_of(result.sides, seat)) / self.seats
                self.rewards[agent] = result.share(seat) - fair
        self._accumulate_rewards()

    # ------------------------------------------------------------ what is seen

    @property
    def seat(self) -> Seat:
        """The seat of the agent whose turn it is."""
        return self.possible_agents.index(self.agent_selection)

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        """What an agent may know and, if it is its turn, which actions are on offer."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.numbering.size, np.int8)
        if agent == self.agent_selection:
            mask[list(self.on_offer)] = 1
        return {"observation": self.observation.numbers(self.game.view(self.table, seat), seat), "action_mask": mask}

    def render(self) -> str | None:
        """Draw the table as the agent whose turn it is sees it: printed, or returned as text."""
        if self.render_mode is None:
            gymnasium.logger.warn("Nothing is drawn: the environment was made without a render_mode.")
            return None
        text = StringIO()
        console = Console(width=WIDTH) if self.render_mode == "human" else Console(file=text, width=WIDTH)
        print_view(console, with_names(self.game.view(self.table, self.seat), self.possible_agents))
        return text.getvalue() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""

    # ------------------------------------------------------------ asking a bot

    def advice(self, bot: str) -> int:
        """The number of what one of the game's bots would do in place of the agent whose turn it is. As at any table,
        the bot knows no more than that agent."""
        seat = self.seat
        imagined = self.table.redeal(seat, self._whims)
        return self.number_of(find_bot(self.game, bot).choose(imagined, seat, self._whims))

    def number_of(self, action: Any) -> int:
        """The number of an action that is legal now. One that has none, because there are too many like it, takes the
        last number of its row that is on offer."""
        for number, offered in self.on_offer.items():
            if offered == action:
                return number
        row = () if action is None else self.numbering.row(action)
        like = [number for number in row if number in self.on_offer]
        if not like:
            raise Refused("", f"{quoted(str(action))} isn't on offer now.")
        self.on_offer[like[-1]] = action
        return like[-1]
