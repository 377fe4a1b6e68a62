"""What Torpedo and Progressive Rummy share: melds with jokers, contracts, lay-downs and a player's turn."""
