"""A tour of Hearts: a card in a trick. One round has all there is to see."""

from tests.browser.tour import Tour
from tests.games.tricks.tour import plays

TOUR = Tour("play", options={"rounds": 1}, by=plays)
