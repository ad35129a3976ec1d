"""Robots that play Les Trois Magiciens."""
