"""Every game as a PettingZoo environment, so that anyone's learning library can be pointed at it (docs/learning.md)."""

try:
    from parlour.pettingzoo.environment import Environment as Environment
    from parlour.pettingzoo.environment import env as env
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(f"{missing}: pip install 'parlour[pettingzoo]' brings what is needed") from missing

raw_env = Environment  # as PettingZoo calls it: without the wrappers that watch the caller
