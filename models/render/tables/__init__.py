"""Draws what lies around cards and sticks: table tops, cloths, and things that are neither."""
