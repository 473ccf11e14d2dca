"""``kitc open``: print the passage behind an address. IO: reads a database, writes to the terminal."""

import argparse
import re
import sys

from kitc.cli.database import add_database_argument, open_corpus
from kitc.cli.output import add_json_argument, print_json

_LINES = re.compile(r"L?(\d{1,9})(?:-L?(\d{1,9}))?\Z")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc open``."""
    parser.add_argument(
        "address", help="doc:SOURCE/PATH#SLUG, src:SOURCE/PATH#SYMBOL or #L1-L9, cf:pattern:IDENTITY"
    )
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--lines", type=parse_lines, metavar="A-B", help="only these lines of the file")
    part.add_argument("--max-bytes", type=int, metavar="N", help="at most so much; the rest gets an address")
    parser.add_argument("--digest", metavar="HEX", help="refuse if the passage has changed since")
    add_database_argument(parser)
    add_json_argument(parser)


def parse_lines(text: str) -> tuple[int, int]:
    """First and last line of ``A-B`` or ``A``.

    >>> parse_lines("3-7"), parse_lines("4")
    ((3, 7), (4, 4))

    Raises:
        ArgumentTypeError: *text* is neither.
    """
    found = _LINES.match(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no range of lines, expected A-B")
    return int(found[1]), int(found[2] or found[1])


def run(arguments: argparse.Namespace) -> int:
    """Print the passage; 3 if it is known of but not held."""
    with open_corpus(arguments) as corpus:
        passage = corpus.open_passage(
            arguments.address, max_bytes=arguments.max_bytes, lines=arguments.lines, digest=arguments.digest
        )
    if arguments.json:
        print_json(passage)
    elif passage.completeness == "unavailable":
        print(f"kitc: {passage.address}: unavailable: {passage.reason}", file=sys.stderr)
    else:
        print(passage.text, end="" if passage.text.endswith("\n") else "\n")
    if passage.rest and not arguments.json:
        print(f"truncated: {passage.reason}, go on with {passage.rest}", file=sys.stderr)
    return 3 if passage.completeness == "unavailable" else 0
