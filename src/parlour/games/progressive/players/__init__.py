"""Everything that plays Progressive Rummy; what it shares with Torpedo is in rummy/players."""
