"""What is made for the table by a printer: the mat, sticks to fold and in the round, bid wheels (docs/kit.md)."""
