"""One refresh of a database at a time. IO: locks a file beside the database.

The lock belongs to the process: whatever kills it, the lock is gone. The file itself stays, empty, because
removing it would let two processes lock two files of the same name.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from indexer.base.errors import RefreshRefused


@contextmanager
def refresh_lock(database: Path) -> Iterator[None]:
    """Holds the lock of *database* for the body.

    Raises:
        RefreshRefused: another process holds it, or its file cannot be made.
    """
    file = database.with_name(f".{database.name}.lock")
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
    except OSError as error:
        raise RefreshRefused(str(file), f"cannot be made: {error.strerror}") from error
    try:
        _lock(descriptor, database)
        yield
    finally:
        _unlock(descriptor)
        os.close(descriptor)


def _unlock(descriptor: int) -> None:
    """Give the lock back now: processes that were forked meanwhile hold copies of the descriptor."""
    if sys.platform != "win32":
        import fcntl  # noqa: PLC0415 - exists elsewhere only

        fcntl.flock(descriptor, fcntl.LOCK_UN)


def _lock(descriptor: int, database: Path) -> None:
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - exists on Windows only

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - exists elsewhere only

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise RefreshRefused(
            str(database), "is being refreshed by another process, try again later"
        ) from error
