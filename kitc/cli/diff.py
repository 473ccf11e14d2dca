"""``kitc diff``: compare two kits. IO: reads kit files, writes to the terminal."""

import argparse
from pathlib import Path

from kitc.files import read_kit
from kitc.render.differences import kit_differences


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc diff``."""
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)


def run(arguments: argparse.Namespace) -> int:
    """Print what differs, part by part; 3 when anything does."""
    lines = kit_differences(read_kit(arguments.first), read_kit(arguments.second))
    print("\n".join(lines) if lines else "the kits are equal")
    return 3 if lines else 0
