"""How long a test waits for what must come, before it says that it never will.

Nobody waits so long but for a fault: on a machine that does much else a second's answer takes minutes.
"""

PATIENCE_S = 600.0
