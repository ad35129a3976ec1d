"""Match what the eye sees with what the rules know, and find what follows from it."""
