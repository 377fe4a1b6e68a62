"""Finding lay-downs: how far a hand is from its contract, what it can lay, and which way is worth most."""
