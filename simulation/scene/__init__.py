"""How what lies and moves on the table comes into the picture: camera, light, textures, compositing."""
