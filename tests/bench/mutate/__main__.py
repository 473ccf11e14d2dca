"""Writes mutants of the compositions of a checkout, a line each, still without verdicts.

    python -m tests.bench.mutate LABS NOT-THESE.jsonl OUT.jsonl [--seed 1] [--most 2]

Files that have a mutant in NOT-THESE are left out. IO: reads the checkout, writes OUT.
"""

import argparse
import itertools
import json
import posixpath
import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from tests.bench.mutants import LabsHost, source_files
from tests.bench.mutate.edits import Change
from tests.bench.mutate.giving import call_changes, element_changes
from tests.bench.mutate.harmless import harmless_changes
from tests.bench.mutate.importing import import_changes
from tests.bench.mutate.reading import confused_changes, event_changes, read_changes, taken_changes
from tests.bench.mutate.sites import Sites, sites_of


def main() -> None:
    """Writes the mutants and prints how many there are of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("labs", "but", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=2, help="changes of one kind in one file")
    arguments = parser.parse_args()
    host = LabsHost(arguments.labs)
    but = {json.loads(line)["file"] for line in arguments.but.open()}
    files = {path.relative_to(host.root).as_posix(): path.read_bytes() for path in source_files(host.root)}
    numbers: Counter[str] = Counter()
    with arguments.out.open("w") as out:
        for name, content in files.items():
            sites = sites_of(content, name)
            if name in but or not _composes(sites, host):
                continue
            draw = random.Random(f"{arguments.seed}:{name}")  # noqa: S311  # a reproducible choice
            for change in _chosen(_changes(sites, draw, host, files), draw, arguments.most):
                numbers[change.kind] += 1
                out.write(json.dumps(change.row(f"{change.kind}{numbers[change.kind]:05}", name)) + "\n")
    print(dict(sorted(numbers.items())), sum(numbers.values()))


def _composes(sites: Sites, host: LabsHost) -> bool:
    """Whether the file imports another pattern."""
    folder = posixpath.dirname(sites.file)
    targets = (posixpath.join(folder, sites.text(each.specifier)[1:-1]) for each in sites.imports)
    return any(posixpath.normpath(each) in host.identities for each in targets)


def _changes(
    sites: Sites, draw: random.Random, host: LabsHost, files: Mapping[str, bytes]
) -> itertools.chain[Change]:
    patterns = sorted(name for name in host.identities if b"export default" in files[name])
    return itertools.chain(
        read_changes(sites, draw),
        taken_changes(sites, draw),
        confused_changes(sites),
        event_changes(sites, draw),
        call_changes(sites, draw),
        element_changes(sites, draw),
        import_changes(sites, draw, files, patterns),
        harmless_changes(sites, draw),
    )


def _chosen(made: itertools.chain[Change], draw: random.Random, most: int) -> list[Change]:
    """At most *most* changes of each kind, each of another variant."""
    groups: dict[str, dict[str, list[Change]]] = {}
    for each in made:
        groups.setdefault(each.kind, {}).setdefault(each.variant, []).append(each)
    found: list[Change] = []
    for kind in sorted(groups):
        variants = sorted(groups[kind])
        draw.shuffle(variants)
        found += [draw.choice(groups[kind][variant]) for variant in variants[:most]]
    return found


if __name__ == "__main__":
    main()
