"""Robots that play Probe."""
