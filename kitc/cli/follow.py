"""``kitc follow``: what a passage leads to, and what leads to it. IO: reads a database, prints."""

import argparse
from collections.abc import Iterable

from indexer.corpus import LinkRecord, Neighbour
from kitc.cli.database import add_database_argument, open_corpus
from kitc.cli.output import add_json_argument, print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc follow``."""
    parser.add_argument("address", help="a section, document, module, symbol or program")
    add_database_argument(parser)
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the surroundings of the passage, one a line."""
    with open_corpus(arguments) as corpus:
        links = corpus.follow(arguments.address)
    if arguments.json:
        print_json(links)
        return 0
    for word, neighbour in (("parent", links.parent), ("previous", links.previous), ("next", links.next)):
        _print_neighbours(word, [neighbour] if neighbour else [])
    _print_neighbours("child", links.children)
    _print_links("to", links.outgoing)
    for link in links.incoming:
        print(f"{'from':>8}  {link.origin}  {link.text}")
    return 0


def _print_neighbours(word: str, neighbours: Iterable[Neighbour]) -> None:
    for neighbour in neighbours:
        print(f"{word:>8}  {neighbour.address}  {neighbour.title}")


def _print_links(word: str, links: Iterable[LinkRecord]) -> None:
    for link in links:
        print(f"{word:>8}  {link.address or link.target}  {link.text}  ({link.status})")
