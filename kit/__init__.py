"""What a printer makes for the table: mat, sticks to fold and in the round, bid wheels (docs/kit.md)."""
