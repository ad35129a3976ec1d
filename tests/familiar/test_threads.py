"""What takes part in the table's work at once: no more threads than gain by it."""

import os
import subprocess
import sys

THREADS = "import familiar, numpy, os; print(len(os.listdir('/proc/self/task')))"


def test_products_of_small_matrices_are_left_to_one_thread():
    environ = {key: value for key, value in os.environ.items() if not key.endswith("_NUM_THREADS")}
    assert subprocess.check_output([sys.executable, "-c", THREADS], env=environ, text=True).strip() == "1"
