"""What the words of the `parlour` command do."""
