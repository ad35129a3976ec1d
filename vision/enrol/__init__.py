"""Learn a deck: card by card, from rows that are laid out, or from the game that was played."""
