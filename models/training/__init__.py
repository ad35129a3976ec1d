"""Trains and exports the models; an extra that the running product does not need."""
