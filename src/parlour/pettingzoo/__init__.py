"""Every game as a PettingZoo environment, so that anyone's learning library can be pointed at it (docs/learning.md)."""

try:
    from parlour.pettingzoo.environment import Environment as Environment
    from parlour.pettingzoo.environment import env as env
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(f"{missing}: install the extra parlour[pettingzoo]") from missing

raw_env = Environment  # as PettingZoo calls it: without the wrappers that watch the caller
