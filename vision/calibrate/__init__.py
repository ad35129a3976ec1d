"""Where the camera hangs: the kit's mat, the part of the picture that counts, light, focus and drift."""
