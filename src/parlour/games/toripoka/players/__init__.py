"""The bots for Toripoka: steady, its estimates, and the mind of gentle and sharp."""
