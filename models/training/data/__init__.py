"""Endless batches of labelled pictures, a module a network or family of networks."""
