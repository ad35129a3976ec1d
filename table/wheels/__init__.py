"""Bid wheels at the table: how they are read beside the cards, what they say, and what the journal keeps."""
