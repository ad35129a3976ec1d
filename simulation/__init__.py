"""The whole table without hardware: rendered table, robot players, simulated camera and panel."""
