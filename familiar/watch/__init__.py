"""Look at a table without a game: what lies there, whenever it changes."""
