"""What is made for the table by a printer: the mat, sticks to fold and sticks in the round (docs/kit.md)."""
