"""Parlour in a terminal: any game, drawn from its view alone."""
