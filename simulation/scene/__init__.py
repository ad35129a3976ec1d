"""How what lies and moves on a table comes into the picture: camera, light, sensor, textures, compositing.

A picture is made in this order: the cloth's texture (`cloth`) is projected (`view`) and lit (`light`), sheets
and their shadows are composited upon it (`painter`), what returns in many pictures as sprites (`sprites`);
lamps of the panel shine (`glow`), light and camera are disturbed (`disturbances`), and noise is added
(`sensor`).
"""
