"""A live table: who sits where, what has happened, what anybody is shown. No sockets, no disk, no clock of its own."""
