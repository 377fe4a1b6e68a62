"""What each verb of the `parlour` command does."""
