"""A frame in, what lies on the table out."""
