"""What all games share. Nothing in this package knows any particular game, a clock, a socket or a disk."""
