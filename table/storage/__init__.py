"""Beneath the journal: SQLite's write-ahead log, a copy in memory, locks, and in words what fails."""
