"""Lead a person through something with a camera and a page: cards to lay, a table to calibrate."""
