"""The program: command line, and the one place where the parts are put together.

In this folder stand the command line and what the rooms share; a room is what one kind of command does.
"""
