"""Everything that plays Golf: steady, and the mind of gentle and sharp."""
