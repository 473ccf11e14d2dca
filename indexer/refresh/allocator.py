"""The C library's allocator, told to keep what is freed for a while. IO: changes the process."""

import sys

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Parameters of ``mallopt``. Source: malloc.h of glibc."""
_KEPT = 8_000_000
"""Bytes: arrays below that are made from memory that others have left."""


def keep_freed_memory() -> None:
    """Hold on to some megabytes that were freed.

    Building makes thousands of arrays of a megabyte, each for a moment. Given back to the system and taken
    again, their pages were cleared each time: a twentieth of a build. Only glibc can be told.
    """
    if sys.platform != "linux":
        return
    try:
        import ctypes  # noqa: PLC0415 - only where something is built

        mallopt = ctypes.CDLL(None).mallopt
    except (ImportError, OSError, AttributeError):
        return
    mallopt(_TRIM_THRESHOLD, _KEPT)
    mallopt(_MMAP_THRESHOLD, _KEPT)
