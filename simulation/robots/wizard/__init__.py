"""Robots that play Wizard."""
