"""Everything that plays Torpedo; what it shares with Progressive is in rummy/players."""
