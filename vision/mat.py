"""Say what is printed on the kit's mat and where, so that who draws it and who looks for it agree.

Millimetres from the mat's top left corner, x to the right, y down.
"""

import cv2

MAT_SIZE = (380.0, 260.0)
"""Width and height: what an A3 sheet holds, and two A4 or letter sheets glued side by side."""

MARKER_DICTIONARY = cv2.aruco.DICT_4X4_50
MARKER_SIZE = 30.0
"""Side of a marker, its black border of one module counted in; a module is a sixth of it."""

MARKERS: dict[int, tuple[float, float]] = {0: (20, 20), 1: (360, 20), 2: (360, 240), 3: (20, 240)}
"""By id: the marker's middle. The four stand upright, clockwise from the mat's top left."""
