"""What all games share. Nothing in here knows any particular game, a clock, a socket or a disk."""
