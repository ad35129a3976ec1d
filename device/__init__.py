"""What one can touch: camera, buttons, lamps, buzzer, speaker."""
