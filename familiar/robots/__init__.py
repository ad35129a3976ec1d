"""Robots that sit at a simulated table and play: what they know, choose and do in each game."""
