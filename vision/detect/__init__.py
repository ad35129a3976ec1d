"""Where cards lie in a picture: outlines, locating networks, corners, and what remains of a change."""
