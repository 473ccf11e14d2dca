"""Python's collector of cycles, held back while a database is built. IO: changes the interpreter.

A build makes hundreds of thousands of rows and hardly a cycle; looking through them again and again took a
twentieth of its time. What does leave cycles, the type engine, is collected by name.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_held_back() -> Iterator[None]:
    """Nothing is collected in the body but by name, and then not what was there before.

    Processes that fork in the body go on sharing those old objects: the collector would write on them.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        if was_enabled:
            gc.enable()
