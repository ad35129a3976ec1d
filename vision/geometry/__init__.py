"""Quadrilaterals in pixels, registration and assignment: arithmetic that knows no card's name."""
