"""The bots for Hearts: steady, and the mind of gentle and sharp."""
