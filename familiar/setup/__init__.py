"""Set a table up and look after it: calibrate it, ask the doctor, open a Wi-Fi of its own."""
