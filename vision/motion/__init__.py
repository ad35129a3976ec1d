"""What moves in front of the camera, and the table behind it as it was last seen at rest."""
