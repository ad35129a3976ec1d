"""Let the tests of the emulated machine share what lies beside them, and the campaigns' evenings."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "campaigns")]
