"""The program: command line, and the one place where the parts are put together.

A folder is a command, or a few of one kind: its `command.py` declares it. Beside the folders stand the way in
and what they share, the composition.
"""

import os

# ONNX Runtime keeps a lasting number of the machine in the user's cache and tells its maker of each session,
# unless this is set before its library is loaded. Every command comes through here first.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

# NumPy's products are small here: two threads take as long as one, and up to four times as long where another
# program has the second core, for they wait for each other. Counted on two cores, on the memory of a game.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
