"""The bots for Spades: steady, and the mind of gentle and sharp."""
