"""The players of both rummies: steady, how it judges a table, and the mind of gentle and sharp."""
