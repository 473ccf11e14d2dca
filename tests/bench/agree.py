"""Agreement of our contracts with the framework's own: vectors, and baselines of a checkout. IO: reads files.

python tests/bench/agree.py [LABS] [--vectors] [--only NAME] [--list N]
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from indexer.contracts.contract import contract_of
from indexer.contracts.schema import Schema, same
from indexer.identity.disk import ProgramFolder, identify_files
from indexer.types.engine import TypeEngine
from indexer.types.host import Found, MemoryHost, Missing, NotIndexed, Resolution, Runtime, join_specifier

VECTORS = Path(__file__).parents[1] / "cases" / "contract_vectors.json"
RUNTIME = ("commonfabric", "commonfabric/schema", "commonfabric/cfc")


class DiskHost:
    """Modules of a folder by their path below it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def content(self, key: str) -> bytes | None:
        file = self.root / key.removeprefix("/")
        return file.read_bytes() if file.is_file() else None

    def resolve(self, specifier: str, importer: str) -> Resolution:
        if specifier.startswith("cf:pattern:"):
            return NotIndexed(specifier.removeprefix("cf:pattern:"))
        if not specifier.startswith("."):
            return Runtime(specifier) if specifier in RUNTIME else Missing(specifier)
        target = join_specifier(importer, specifier)
        for ending in ("", ".ts", ".tsx"):
            if target is not None and (self.root / (target + ending).removeprefix("/")).is_file():
                return Found(target + ending)
        return Missing(specifier)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "labs", nargs="?", type=Path, help="checkout whose packages/patterns/baselines to compare with"
    )
    parser.add_argument("--vectors", action="store_true", help="only the vectors")
    parser.add_argument("--only", help="only names that contain this")
    parser.add_argument("--list", type=int, default=1000, help="how many disagreements to list")
    arguments = parser.parse_args()
    report_vectors(arguments)
    if arguments.labs and not arguments.vectors:
        report_baselines(arguments)
    return 0


def report_vectors(arguments: argparse.Namespace) -> None:
    counts: Counter[str] = Counter()
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))["vectors"]
    identities = _vector_identities
    for vector in vectors:
        if arguments.only and arguments.only not in vector["name"]:
            continue
        files = {each["name"]: each["contents"].encode() for each in vector["files"]}
        engine = TypeEngine(MemoryHost(files, dict.fromkeys(RUNTIME)))
        contract = contract_of(engine, vector["main"], writer_of=identities(vector))
        counts["programs"] += 1
        for side in ("argument", "result"):
            ours = getattr(contract, f"{side}_schema") if contract else None
            theirs = vector[f"{side}Schema"]
            agrees = ours is not None and same(ours, theirs)
            counts[side] += agrees
            partial = contract is not None and any(path.startswith(side) for path in contract.unresolved)
            counts[f"{side} wrong though complete"] += not agrees and not partial
            if not agrees:
                show(f"vector {vector['name']} {side}", ours, theirs, contract.unresolved if contract else ())
    total = counts.pop("programs")
    print(f"vectors ({total}): " + ", ".join(f"{name} {count}" for name, count in counts.items()))


def _vector_identities(vector: Mapping[str, object]):
    del vector
    return None


def show(title: str, ours: object, theirs: object, unresolved: tuple[str, ...] = ()) -> None:
    print(f"## {title}  {list(unresolved)}")
    for path, left, right in differences(ours, theirs, "", full=(ours, theirs)):
        print(
            f"   {path or '(root)'}\n      ours   {json.dumps(left, ensure_ascii=False)[:600]}\n      theirs {json.dumps(right, ensure_ascii=False)[:600]}"
        )


def differences(
    ours: object, theirs: object, path: str, full: object = None
) -> Iterator[tuple[str, object, object]]:
    if same(ours, theirs):
        return
    if isinstance(ours, dict) and isinstance(theirs, dict) and (set(ours) & set(theirs)):
        for key in sorted({*ours, *theirs}):
            yield from differences(ours.get(key, "(absent)"), theirs.get(key, "(absent)"), f"{path}/{key}")
        return
    yield path, ours, theirs


def report_baselines(arguments: argparse.Namespace) -> None:
    root = arguments.labs / "packages" / "patterns"
    counts: Counter[str] = Counter()
    engine = TypeEngine(DiskHost(root.parent.parent))
    writers = Writers(root.parent.parent)
    spent: list[float] = []
    for pattern, baseline in newest_baselines(root / "baselines"):
        if arguments.only and arguments.only not in pattern:
            continue
        start = time.process_time()
        contract = contract_of(engine, f"/packages/patterns/{pattern}", writer_of=writers.record)
        spent.append(time.process_time() - start)
        counts["patterns"] += 1
        for side in ("argument", "result"):
            theirs = baseline[f"{side}Schema"]
            ours = getattr(contract, f"{side}_schema") if contract else None
            partial = contract is not None and any(path.startswith(side) for path in contract.unresolved)
            compare(
                counts, side, pattern, ours, theirs, contract.unresolved if contract else (), partial=partial
            )
    total = counts.pop("patterns")
    for name in sorted(counts):
        print(f"labs {name}: {counts[name]}/{total} = {counts[name] / max(1, total):.1%}")
    spent.sort()
    if spent:
        print(
            f"labs time: {sum(spent):.2f} s, median {spent[len(spent) // 2] * 1000:.1f} ms, worst {spent[-1] * 1000:.0f} ms"
        )


class Writers:
    """Identity records of the modules of a checkout, computed when asked for."""

    def __init__(self, root: Path) -> None:
        self.folder = ProgramFolder(root)

    def record(self, key: str) -> dict[str, object]:
        identities = identify_files(self.folder, self.folder.root / key.lstrip("/"))
        return {"file": key, "moduleIdentity": identities[key]}


def compare(counts, side, pattern, ours, theirs, unresolved, *, partial) -> None:
    plain_ours, plain_theirs = normal(ours), normal(theirs)
    agrees = ours is not None and same(plain_ours, plain_theirs)
    counts[f"{side} equal"] += agrees
    counts[f"{side} equal with order"] += ours is not None and same(
        normal(ours, order=True), normal(theirs, order=True)
    )
    counts[f"{side} equal with docs"] += ours is not None and same(
        normal(ours, docs=True), normal(theirs, docs=True)
    )
    counts[f"{side} required equal"] += required_of(ours) == required_of(theirs)
    counts[f"{side} top fields and wrappers equal"] += top_of(ours) == top_of(theirs)
    counts[f"{side} partial"] += partial
    if not partial and top_of(ours) != top_of(theirs):
        counts[f"{side} wrong field while complete"] += 1
        print(f"!! {pattern} {side}: fields {set(top_of(ours)) ^ set(top_of(theirs))}")
    if not agrees:
        show(f"labs {pattern} {side}", plain_ours, plain_theirs, unresolved)


def newest_baselines(folder: Path) -> Iterator[tuple[str, Mapping[str, Schema]]]:
    newest: dict[str, Path] = {}
    for file in sorted(folder.rglob("*.json")):
        newest[str(file.parent.relative_to(folder))] = max(
            file, newest.get(str(file.parent.relative_to(folder)), file)
        )
    for pattern in sorted(newest):
        yield pattern, json.loads(newest[pattern].read_text(encoding="utf-8"))


def normal(schema: object, *, order: bool = False, docs: bool = False) -> object:
    return _normal(_renamed(schema), order=order, docs=docs, in_names=False)


def _renamed(schema: object) -> object:
    text = json.dumps(schema, default=str)
    return json.loads(__import__("re").sub(r"AnonymousType_\d+", "AnonymousType", text))


def _normal(value: object, *, order: bool, docs: bool, in_names: bool) -> object:
    if isinstance(value, list):
        return [_normal(each, order=order, docs=docs, in_names=False) for each in value]
    if not isinstance(value, dict):
        return value
    made: dict[str, object] = {}
    for key in sorted(value):
        if not docs and not in_names and key in ("description", "tags", "$comment"):
            continue
        inner = (
            value[key]
            if key == "default" and not in_names
            else _normal(
                value[key], order=order, docs=docs, in_names=not in_names and key in ("properties", "$defs")
            )
        )
        if (
            not order
            and not in_names
            and key in ("required", "enum", "anyOf", "type")
            and isinstance(inner, list)
        ):
            inner = sorted(inner, key=lambda each: json.dumps(each, sort_keys=True))
        made[key] = inner
    return made


def root_of(schema: object) -> dict[str, object]:
    if not isinstance(schema, dict):
        return {}
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/$defs/"):
        return schema["$defs"].get(reference[8:], {})
    return schema


def required_of(schema: object) -> object:
    return sorted(map(str, root_of(schema).get("required", []))) if isinstance(schema, dict) else schema


def top_of(schema: object) -> dict[str, str]:
    properties = root_of(schema).get("properties", {})
    return {
        name: json.dumps(part.get("asCell", "") if isinstance(part, dict) else "")
        for name, part in properties.items()
    }


if __name__ == "__main__":
    sys.exit(main())
