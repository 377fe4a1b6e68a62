"""The players of Progressive Rummy. What they share with Torpedo's is in rummy/players."""
