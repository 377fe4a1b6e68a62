"""What Hearts and Spades share: following suit, who takes a trick, and what players have shown of their hands."""
