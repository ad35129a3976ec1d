"""Cards, a pile of them, and throws of sticks, followed from frame to frame."""
