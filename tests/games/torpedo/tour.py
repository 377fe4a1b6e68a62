"""A tour of Torpedo: a lay-down."""

from tests.browser.tour import Tour
from tests.games.rummy.tour import lays_down

TOUR = Tour("lay_down", secret=7, by=lays_down)
