"""Everything that plays either rummy: steady, how it reckons, and the mind of gentle and sharp."""
