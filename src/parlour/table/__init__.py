"""A live table: who sits where, what has happened, what each viewer sees. No sockets, no disk, no clock of its own."""
