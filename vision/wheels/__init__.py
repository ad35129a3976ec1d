"""Bid wheels and trump tags: what is printed on them, where they lie in a picture, and what they show."""
