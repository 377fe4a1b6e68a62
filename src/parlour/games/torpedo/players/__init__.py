"""The players of Torpedo. What they share with Progressive's is in rummy/players."""
