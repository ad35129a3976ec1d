"""Draws throwing sticks: the solid and its material, in perspective, on a table."""
