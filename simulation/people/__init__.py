"""The people around the table: their arms and things, what they do beside playing, who visits."""
