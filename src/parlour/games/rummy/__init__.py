"""What Torpedo and Progressive Rummy share: melds with jokers, contracts, finding lay-downs, a table to lay them on."""
