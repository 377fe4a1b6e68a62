"""Everything that plays Yammouth: steady, and the mind of gentle and sharp."""
