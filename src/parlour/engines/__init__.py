"""Engines: programs of other people that play a chair, a JSON line in and a JSON line out. See docs/engines.md."""
