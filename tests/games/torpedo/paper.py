"""A round of Torpedo, for a score sheet."""

from tests.games.rummy.paper import ON_PAPER as ON_PAPER
