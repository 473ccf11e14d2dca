"""Python's collector of cycles, held back while a database is built. IO: changes the interpreter.

A build makes hundreds of thousands of rows and hardly a cycle; looking through them again and again took a
twentieth of its time. What does leave cycles, the type engine, is collected by name.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_held_back() -> Iterator[None]:
    """Nothing is collected in the body but by name."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def hold_collector_back() -> None:
    """For the life of a worker process, the same.

    What a process shares with the one it was forked from is left alone even by name: the collector would
    write on it, and what is written on is copied.
    """
    gc.disable()
    gc.freeze()
