"""The bots for Yammouth: steady, and the mind of gentle and sharp."""
