"""The owner of the game, and what it goes by: its state, its journal, what a wish meant, when to go on."""
