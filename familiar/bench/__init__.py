"""Figures on this machine: how well the eye reads, how fast it is, and how much it takes."""
