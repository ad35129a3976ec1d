"""A Wi-Fi of the table's own, where there is none."""
