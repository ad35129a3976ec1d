"""What everybody sees and hears of the table: the snapshot, the lamps, the voice."""
