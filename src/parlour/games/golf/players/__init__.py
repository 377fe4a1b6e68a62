"""The bots for Golf: steady, and the mind of gentle and sharp."""
