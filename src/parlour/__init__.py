"""Parlour: a card table for families who live far apart, and a rules engine to trust."""

__version__ = "0.1.0"
