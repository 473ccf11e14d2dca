"""Records as JSON for machines. IO: writes to standard output.

The shape of every ``--json`` answer is the record's own: one key a field, tuples as lists, in the order of
the fields; the documentation of the fields is that of the dataclass.
"""

import argparse
import dataclasses
import json
import sys


def add_json_argument(parser: argparse.ArgumentParser) -> None:
    """Adds ``--json``."""
    parser.add_argument("--json", action="store_true", help="answer as one JSON value")


def print_json(record: object) -> None:
    """Write *record* (a dataclass, or a tuple of them) as one line of JSON."""
    sys.stdout.write(json.dumps(plain(record), ensure_ascii=False) + "\n")


def plain(record: object) -> object:
    """*record* as dictionaries, lists and simple values."""
    if dataclasses.is_dataclass(record) and not isinstance(record, type):
        return dataclasses.asdict(record)
    if isinstance(record, (tuple, list)):
        return [plain(item) for item in record]
    if isinstance(record, dict):
        return {str(key): plain(value) for key, value in record.items()}
    return record
