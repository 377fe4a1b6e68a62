"""A tour of Progressive: a lay-down."""

from tests.browser.tour import Tour
from tests.games.rummy.tour import lays_down

TOUR = Tour("lay_down", secret=8, by=lays_down)
