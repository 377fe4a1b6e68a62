"""Finding lay-downs: how far a hand is from its contract, what it can lay down, and which way is best."""
