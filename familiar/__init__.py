"""The program: command line, and the one place where the parts are put together.

In this folder stand the command line and what the rooms share; a room is what one kind of command does.
"""

import os

# ONNX Runtime keeps a lasting number of the machine in the user's cache and tells its maker of each session,
# unless this is set before its library is loaded. Every command comes through here first.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
