"""Parlour: a card table for families who live far apart, and a rules engine to trust."""

from parlour import build

__version__ = "0.1.0"

build.choose()  # before any module that may be compiled is imported
