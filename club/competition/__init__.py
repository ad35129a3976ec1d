"""A competition of many tables: its setting and its events, from which everything else follows; no I/O."""
