"""Which card a rectified crop shows: networks, galleries of learnt faces, and when to ask."""
