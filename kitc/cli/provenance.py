"""``kitc provenance``: the publication record of a pattern authored from a kit. IO: kit and record files."""

import argparse
from pathlib import Path

from kitc.base.errors import KitRefused
from kitc.files import read_bytes, read_researched, run_file_of, write_text
from kitc.provenance import append_derivation, derivation_of, parse_provenance, provenance_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of ``kitc provenance``."""
    parser.add_argument("kit", type=Path, help="kit.json, with its run record beside it")
    parser.add_argument(
        "--identity", required=True, metavar="ID", help="identity the pattern was published under"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="record to append to (provenance.json beside the kit)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Append the derivation; what the record holds already is kept.

    Raises:
        KitRefused: kit, run record or publication record is missing or not of its form.
    """
    researched = read_researched(arguments.kit)
    if researched is None:
        record = run_file_of(arguments.kit).name
        raise KitRefused(
            str(arguments.kit), f"says nothing of its making, expected it and {record} beside it"
        )
    file: Path = arguments.out or arguments.kit.parent / "provenance.json"
    existing = parse_provenance(read_bytes(file), place=str(file)) if file.exists() else None
    identity = arguments.identity.removeprefix("cf:pattern:")
    extended = append_derivation(existing, identity, derivation_of(researched.kit, researched.run))
    write_text(file, provenance_json(extended))
    print(f"{file}: {len(extended.derivations)} derivations of {identity}")
    return 0
