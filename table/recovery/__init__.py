"""What saves a journal: whole copies of it, what can still be read of a damaged one, and the way back."""
