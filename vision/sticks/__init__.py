"""Throwing sticks in one picture: found as boxes in space, read by their strips, learnt."""
