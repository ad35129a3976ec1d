"""Draws cards and tables: training pictures and the simulated table."""
