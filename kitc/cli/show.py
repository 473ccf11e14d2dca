"""``kitc show``: print a kit. IO: reads a kit file, writes to the terminal."""

import argparse
import sys
from pathlib import Path

from kitc.base.kit import kit_json
from kitc.files import read_kit
from kitc.render.markdown import render_markdown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc show``."""
    parser.add_argument("kit", type=Path)
    parser.add_argument("--format", choices=("terminal", "md", "json", "source"), default="terminal")


def run(arguments: argparse.Namespace) -> int:
    """Print the kit in the asked form; ``source`` is its example alone, 3 when there is none."""
    kit = read_kit(arguments.kit)
    if arguments.format == "json":
        sys.stdout.write(kit_json(kit))
    elif arguments.format == "md":
        sys.stdout.write(render_markdown(kit))
    elif arguments.format == "source":
        source = kit.recipe.run_pattern.source_text if kit.recipe else None
        sys.stdout.write(source or "")
        return 0 if source else 3
    else:
        from kitc.render.terminal import print_kit  # noqa: PLC0415 - rich only where it is seen

        print_kit(kit)
    return 0
