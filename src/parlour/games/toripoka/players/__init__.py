"""Everything that plays Toripoka: steady, how it reckons, and the mind of gentle and sharp."""
