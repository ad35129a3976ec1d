"""Find the table beneath the camera, and keep where it is."""
