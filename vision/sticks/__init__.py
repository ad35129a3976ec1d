"""Throwing sticks: found as boxes in space, read by their strips, tracked from throw to throw."""
