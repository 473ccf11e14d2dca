"""The command line: one module a command, imported only when that command is asked for.

IO: the only package that writes to the terminal and chooses exit codes.
"""

from kitc.cli.main import main

__all__ = ["main"]
