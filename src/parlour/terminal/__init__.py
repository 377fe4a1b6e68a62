"""Parlour in a terminal: any game, drawn from the view vocabulary alone."""
