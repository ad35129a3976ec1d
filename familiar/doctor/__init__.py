"""Look whether everything is in order, and say what to do where it is not."""
