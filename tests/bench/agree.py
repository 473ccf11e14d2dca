"""Agreement of our contracts with the framework's own: vectors, and baselines of a checkout. IO: reads, prints.

    python tests/bench/agree.py [LABS] [--vectors] [--only NAME] [--quiet]

Vectors are compared as JSON, array order included. Baselines are the newest of each pattern under
``packages/patterns/baselines``: keys sorted, ``required``, ``enum``, ``anyOf`` and type lists as sets, words and
the numbers of anonymous types aside; and once more with order, and once more with words.
"""

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from indexer.contracts import Contract, Schema, contract_of
from indexer.contracts.schema import same
from indexer.identity.disk import ProgramFolder, identify_files
from indexer.types.engine import TypeEngine
from indexer.types.host import (
    Found,
    MemoryHost,
    Missing,
    NotIndexed,
    Resolution,
    Runtime,
    join_specifier,
)

VECTORS = Path(__file__).parents[1] / "cases" / "contract_vectors.json"
RUNTIME = ("commonfabric", "commonfabric/schema", "commonfabric/cfc")
SIDES = ("argument", "result")
SETS = ("required", "enum", "anyOf", "type")
WORDS = ("description", "tags", "$comment")


class DiskHost:
    """Modules of a folder by their path below it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def content(self, key: str) -> bytes | None:
        """The bytes of the file *key*."""
        file = self.root / key.removeprefix("/")
        return file.read_bytes() if file.is_file() else None

    def resolve(self, specifier: str, importer: str) -> Resolution:
        """Relative specifiers by path, the runtime by name."""
        if specifier.startswith("cf:pattern:"):
            return NotIndexed(specifier.removeprefix("cf:pattern:"))
        if not specifier.startswith("."):
            return Runtime(specifier) if specifier in RUNTIME else Missing(specifier)
        target = join_specifier(importer, specifier)
        for ending in ("", ".ts", ".tsx"):
            if target is not None and (self.root / (target + ending).removeprefix("/")).is_file():
                return Found(target + ending)
        return Missing(specifier)


class Writers:
    """Identity records of the modules of a checkout, computed when asked for."""

    def __init__(self, root: Path) -> None:
        self.folder = ProgramFolder(root)

    def record(self, key: str) -> dict[str, object]:
        """The name and identity of the module *key*."""
        identities = identify_files(self.folder, self.folder.root / key.lstrip("/"))
        return {"file": key, "moduleIdentity": identities[key]}


class Report:
    """Counts, and the disagreements as they are met."""

    def __init__(self, *, quiet: bool) -> None:
        self.counts: Counter[str] = Counter()
        self.quiet = quiet

    def say(self, line: str = "") -> None:
        """Print *line*."""
        print(line)  # the tool's output

    def show(self, title: str, ours: object, theirs: object, contract: Contract | None) -> None:
        """List where *ours* and *theirs* differ, with both sides."""
        if self.quiet:
            return
        self.say(f"## {title}  {list(contract.unresolved) if contract else 'no contract'}")
        for path, left, right in differences(ours, theirs, ""):
            self.say(f"   {path or '(root)'}\n      ours   {short(left)}\n      theirs {short(right)}")


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("labs", nargs="?", type=Path, help="checkout with packages/patterns/baselines")
    parser.add_argument("--vectors", action="store_true", help="only the vectors")
    parser.add_argument("--only", default="", help="only names that contain this")
    parser.add_argument("--quiet", action="store_true", help="figures only")
    arguments = parser.parse_args()
    report_vectors(Report(quiet=arguments.quiet), arguments.only)
    if arguments.labs and not arguments.vectors:
        report_baselines(Report(quiet=arguments.quiet), arguments.labs, arguments.only)
    return 0


def report_vectors(report: Report, only: str) -> None:
    """Compare the programs of the vectors, strictly."""
    counts = report.counts
    for vector in json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]:
        if only not in vector["name"]:
            continue
        files = {each["name"]: each["contents"].encode() for each in vector["files"]}
        contract = contract_of(TypeEngine(MemoryHost(files, dict.fromkeys(RUNTIME))), vector["main"])
        counts["programs"] += 1
        for side in SIDES:
            ours, theirs = schema_of(contract, side), vector[f"{side}Schema"]
            agrees = contract is not None and same(ours, theirs)
            counts[side] += agrees
            counts["wrong though complete"] += not agrees and is_sure(contract, side)
            if not agrees:
                report.show(f"vector {vector['name']} {side}", ours, theirs, contract)
    report.say(f"vectors: {', '.join(f'{name} {counts[name]}' for name in sorted(counts))}")


def report_baselines(report: Report, labs: Path, only: str) -> None:
    """Compare the patterns of a checkout with their newest baselines."""
    root = labs / "packages" / "patterns"
    engine, writers = TypeEngine(DiskHost(labs)), Writers(labs)
    spent: list[float] = []
    for pattern, baseline in newest_baselines(root / "baselines"):
        if only not in pattern:
            continue
        start = time.process_time()
        contract = contract_of(engine, f"/packages/patterns/{pattern}", writer_of=writers.record)
        spent.append(time.process_time() - start)
        report.counts["patterns"] += 1
        for side in SIDES:
            compare(report, f"labs {pattern} {side}", contract, baseline[f"{side}Schema"])
    total = max(1, report.counts.pop("patterns", 0))
    for name in sorted(report.counts):
        count = report.counts[name]
        report.say(f"labs {name}: {count}/{total} = {count / total:.1%}")
    spent.sort()
    if spent:
        median, worst = spent[len(spent) // 2] * 1000, spent[-1] * 1000
        report.say(f"labs time: {sum(spent):.2f} s of one core, median {median:.1f} ms, worst {worst:.0f} ms")


def compare(report: Report, title: str, contract: Contract | None, theirs: object) -> None:
    """Count how one schema agrees; list it when it does not."""
    side = title.rpartition(" ")[2]
    ours, counts = schema_of(contract, side), report.counts
    plain = (normal(ours), normal(theirs))
    agrees = contract is not None and same(*plain)
    figures = {
        "equal": agrees,
        "equal with order": same(normal(ours, order=True), normal(theirs, order=True)),
        "equal with words": same(normal(ours, words=True), normal(theirs, words=True)),
        "required equal": required_of(ours) == required_of(theirs),
        "top fields and wrappers equal": top_of(ours) == top_of(theirs),
        "partial": not is_sure(contract, side),
        "wrong field while complete": is_sure(contract, side) and set(top_of(ours)) != set(top_of(theirs)),
    }
    for name, holds in figures.items():
        counts[f"{side} {name}"] += contract is not None and holds
    if not agrees:
        report.show(title, *plain, contract)


def schema_of(contract: Contract | None, side: str) -> Schema:
    """One schema of *contract*; anything when there is none."""
    if contract is None:
        return True
    return contract.argument_schema if side == "argument" else contract.result_schema


def is_sure(contract: Contract | None, side: str) -> bool:
    """Whether nothing of that side is unresolved."""
    return contract is not None and not any(path.startswith(side) for path in contract.unresolved)


def newest_baselines(folder: Path) -> Iterator[tuple[str, dict[str, object]]]:
    """The newest baseline of each pattern, by the pattern's path."""
    newest: dict[str, Path] = {}
    for file in sorted(folder.rglob("*.json")):
        pattern = str(file.parent.relative_to(folder))
        newest[pattern] = max(file, newest.get(pattern, file))
    for pattern in sorted(newest):
        yield pattern, json.loads(newest[pattern].read_text(encoding="utf-8"))


def normal(schema: object, *, order: bool = False, words: bool = False) -> object:
    """*schema* without what is not compared."""
    text = re.sub(r"AnonymousType_\d+", "AnonymousType", json.dumps(schema))
    return _normal(json.loads(text), in_names=False, order=order, words=words)


def _normal(value: object, *, in_names: bool, order: bool, words: bool) -> object:
    if isinstance(value, list):
        return [_normal(each, in_names=False, order=order, words=words) for each in value]
    if not isinstance(value, dict):
        return value
    made: dict[str, object] = {}
    for key in sorted(value):
        inner: object = value[key]
        if in_names or key != "default":
            names = not in_names and key in ("properties", "$defs")
            inner = _normal(inner, in_names=names, order=order, words=words)
        if not order and not in_names and key in SETS and isinstance(inner, list):
            inner = sorted(inner, key=lambda each: json.dumps(each, sort_keys=True))
        if words or in_names or key not in WORDS:
            made[key] = inner
    return made


def root_of(schema: object) -> dict[str, object]:
    """*schema*, or the definition that it is a reference to."""
    if not isinstance(schema, dict):
        return {}
    reference, definitions = schema.get("$ref"), schema.get("$defs")
    if isinstance(reference, str) and isinstance(definitions, dict):
        found = definitions.get(reference.removeprefix("#/$defs/"))
        return found if isinstance(found, dict) else {}
    return schema


def required_of(schema: object) -> list[str]:
    """The required fields at the top, sorted."""
    needed = root_of(schema).get("required")
    return sorted(str(each) for each in needed) if isinstance(needed, list) else []


def top_of(schema: object) -> dict[str, str]:
    """The wrappers of the fields at the top, by name."""
    properties = root_of(schema).get("properties")
    found = properties if isinstance(properties, dict) else {}
    return {
        name: json.dumps(part.get("asCell") if isinstance(part, dict) else None)
        for name, part in found.items()
    }


def differences(ours: object, theirs: object, path: str) -> Iterator[tuple[str, object, object]]:
    """The deepest places at which two JSON values differ."""
    if same(ours, theirs):
        return
    if isinstance(ours, dict) and isinstance(theirs, dict) and set(ours) & set(theirs):
        for key in sorted({*ours, *theirs}):
            yield from differences(ours.get(key, "(absent)"), theirs.get(key, "(absent)"), f"{path}/{key}")
        return
    yield path, ours, theirs


def short(value: object) -> str:
    """*value* as JSON of bounded length."""
    return json.dumps(value, ensure_ascii=False, default=str)[:600]


if __name__ == "__main__":
    sys.exit(main())
