"""The host: one queue, one owner of the game, the journal and the configuration."""
