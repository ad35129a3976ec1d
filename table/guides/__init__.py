"""Lead a person step by step: through cards one by one, through a deck in rows, through a calibration."""
