"""What common words add to units, kept between queries. IO: looks at the file behind a connection.

A word's postings are the same until the database changes; reading them again is most of a query's time. They
are kept for the file as it stands (path, inode, size and time of change), never for a connection that wrote.
"""

import os
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Thing = TypeVar("Thing")
MOST_UNITS = 600_000
"""Entries kept over the values of all words: some 40 MB."""
MOST_WORDS = 5_000
"""Words kept with the terms that an index has of them."""


class Kept(Generic[Thing]):
    """Things by key, the least recently used ones dropped first; several threads may use it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._things: OrderedDict[Hashable, tuple[Thing, int]] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def find(self, key: Hashable) -> Thing | None:
        """What is kept under *key*; it is not to be changed."""
        with self._lock:
            entry = self._things.get(key)
            if entry is None:
                return None
            self._things.move_to_end(key)
            return entry[0]

    def keep(self, key: Hashable, thing: Thing, *, size: int) -> None:
        """Keep *thing*, and drop old ones when all together are too large."""
        with self._lock:
            if key not in self._things and size * 8 <= self._most:
                self._things[key] = (thing, size)
                self._size += size
                while self._size > self._most:
                    _, (_, dropped) = self._things.popitem(last=False)
                    self._size -= dropped


def file_state(connection: sqlite3.Connection) -> Hashable:
    """What identifies the database behind *connection* as it stands; ``None`` if it may change under us."""
    if connection.total_changes or connection.in_transaction:
        return None
    file = connection.execute("PRAGMA database_list").fetchone()[2]
    if not file:
        return None
    found = os.stat(file)  # noqa: PTH116 - on the path of every query, and a Path costs as much again
    return file, found.st_ino, found.st_size, found.st_mtime_ns
