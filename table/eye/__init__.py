"""The eye as the table knows it: what it can be asked, where it looks, what it saw."""
