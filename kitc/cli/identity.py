"""``kitc identity``: identities of program files. IO: reads programs, writes to the terminal."""

import argparse
import json
import sys
from pathlib import Path

from indexer.base.errors import SourceRefused
from indexer.identity.disk import ProgramFolder, common_root, identify_files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="entry module of a program")
    parser.add_argument("--root", type=Path, help="program root that names are relative to")
    parser.add_argument("--test", action="append", default=[], type=Path, metavar="F", help="test entry")
    parser.add_argument("--datafile", action="append", default=[], type=Path, metavar="F", help="data file")
    parser.add_argument("--json", action="store_true", help="one object {file, identity, modules} a line")


def run(arguments: argparse.Namespace) -> int:
    """Print the identity of each program, in the order given; 3 when one could not be computed."""
    folders: dict[Path, ProgramFolder] = {}
    refused = 0
    for file in arguments.files:
        root = arguments.root or common_root([file, *arguments.test, *arguments.datafile])
        folder = folders.setdefault(root, ProgramFolder(root))
        try:
            modules = identify_files(folder, file, tests=arguments.test, data_files=arguments.datafile)
        except SourceRefused as error:
            print(f"kitc: {file}: {error}", file=sys.stderr)
            refused += 1
            continue
        print(_line(file, modules[folder.name_of(file)], modules, as_json=arguments.json))
    return 3 if refused else 0


def _line(file: Path, identity: str, modules: dict[str, str], *, as_json: bool) -> str:
    if not as_json:
        return f"{identity}  {file}"
    record = {"file": str(file), "identity": identity, "modules": modules}
    return json.dumps(record, ensure_ascii=False, sort_keys=True)
