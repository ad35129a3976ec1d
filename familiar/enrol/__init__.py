"""Learn what a household plays with: a deck or a set of sticks, from a folder or led with the camera."""
