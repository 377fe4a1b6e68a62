"""Every game as a PettingZoo environment, for any learning library (docs/learning.md)."""

try:
    from parlour.pettingzoo.environment import Environment as Environment
    from parlour.pettingzoo.environment import env as env
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(f"{missing}: install the extra parlour[pettingzoo]") from missing

raw_env = Environment  # PettingZoo's name for an environment without the wrappers that check the caller
