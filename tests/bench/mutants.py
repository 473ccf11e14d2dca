"""Measures the check on mutants with the compiler's verdict, and its false alarms on sources that compile.

    python tests/bench/mutants.py LABS MUTANTS.jsonl APPLY [--kinds ab] [--ids a0001,..] [--alarms] [--unknown]

LABS is a checkout of the public repository, APPLY the program that materialises mutants: its functions apply
them and rewrite relative imports of patterns to identities (made-up ones here, the same both ways).
IO: reads the checkout, writes to the terminal.
"""

import argparse
import base64
import hashlib
import importlib.machinery
import importlib.util
import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from indexer.types.host import Found, Missing, NotIndexed, Resolution, Runtime, join_specifier
from kitc.check.checker import Checker, Request
from kitc.check.report import CheckReport

ARGUMENTS = frozenset({"unknown-argument", "missing-argument", "argument-type"})
EXPECTED = {
    "a": frozenset({"unknown-field"}),
    "b": frozenset({"unknown-field"}),
    "c": frozenset({"unknown-field"}),
    "d": frozenset({"unknown-argument"}),
    "e": frozenset({"missing-argument"}),
    "f": frozenset({"argument-type"}),
    "g": frozenset({"unknown-export"}),
    "h": frozenset({"unknown-export", "default-export-missing"}),
    "i": frozenset({"unknown-identity", "unresolved-relative-import"}),
    "j": frozenset({"type-used-as-value"}),
    "k": frozenset({"stream-misuse"}),
    "l": frozenset[str](),
    "m": ARGUMENTS,
    "n": ARGUMENTS | {"unknown-field", "stream-misuse"},
}
"""The rules that may find a mutant of each kind."""


class LabsHost:
    """The pattern folder of a checkout as a corpus of one source, with made-up identities."""

    def __init__(self, labs: Path) -> None:
        self.root = labs / "packages/patterns"
        self._roots = {"src:labs": self.root, "src:api": labs / "packages/api"}
        self._read: dict[str, bytes | None] = {}
        names = sorted(_pattern_files(self.root))
        self.identities = {name: _identity(name) for name in names}
        self._paths = {identity: name for name, identity in self.identities.items()}

    def content(self, key: str) -> bytes | None:
        """The bytes of the file that *key* names."""
        if key not in self._read:
            head, _, path = key.partition("/")
            file = self._roots[head] / path if head in self._roots else None
            self._read[key] = file.read_bytes() if file is not None and file.is_file() else None
        return self._read[key]

    def resolve(self, specifier: str, importer: str) -> Resolution:
        """Identities by the made-up map, relative files on disk, the runtime by its declarations."""
        if specifier.startswith("cf:pattern:"):
            identity = specifier.removeprefix("cf:pattern:").partition("@")[0]
            path = self._paths.get(identity)
            return Found(f"src:labs/{path}") if path else NotIndexed(identity)
        if specifier.startswith("."):
            return self._resolve_relative(specifier, importer)
        if specifier == "commonfabric":
            return Runtime(specifier, "src:api/index.ts")
        return Runtime(specifier) if specifier.startswith("commonfabric/") else Missing(specifier)

    def _resolve_relative(self, specifier: str, importer: str) -> Resolution:
        joined = join_specifier(importer, specifier)
        for ending in ("", ".ts", ".tsx"):
            if joined and self.content(joined + ending) is not None:
                return Found(joined + ending)
        outside = (self.root / importer.partition("/")[2]).parent / specifier
        return Found(f"outside:{outside}") if outside.is_file() else Missing(specifier)


def source_files(root: Path) -> list[Path]:
    """The TypeScript files below *root*, sorted."""
    return sorted(path for path in root.rglob("*.ts*") if path.is_file() and path.suffix in (".ts", ".tsx"))


def _pattern_files(root: Path) -> Iterator[str]:
    for path in source_files(root):
        text = path.read_bytes()
        if ".test." not in path.name and (b"pattern(" in text or b"pattern<" in text):
            yield path.relative_to(root).as_posix()


def _identity(name: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(name.encode()).digest()).decode().rstrip("=")


def load_program(path: Path) -> ModuleType:
    """The program *path* as a module."""
    loader = importlib.machinery.SourceFileLoader("apply_mutants", str(path))
    spec = importlib.util.spec_from_loader("apply_mutants", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


@dataclass(slots=True)
class Bench:
    """One measurement: the corpus, the checker, and how long each check took."""

    host: LabsHost
    apply: ModuleType
    checker: Checker
    times: list[float] = field(default_factory=list)
    """CPU seconds."""

    def check(self, content: bytes, name: str) -> CheckReport:
        """The report on *content* in the place of the pattern file *name*."""
        text: str = self.apply.rewrite(content.decode(), name, self.host.root, self.host.identities)
        start = time.process_time()
        report = self.checker.check(Request(content=text.encode(), file=name, importer=f"src:labs/{name}"))
        self.times.append(time.process_time() - start)
        return report

    def print_times(self) -> None:
        """Prints the median, the slowest and the sum."""
        median, most = statistics.median(self.times) * 1000, max(self.times) * 1000
        print(f"median {median:.1f} ms, slowest {most:.0f} ms, sum {sum(self.times):.1f} s")


@dataclass(slots=True)
class Score:
    """Rejected mutants found and seen, and accepted ones with errors, by kind."""

    found: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    alarms: Counter[str] = field(default_factory=Counter)

    def judge(self, mutant: Mapping[str, str], report: CheckReport) -> None:
        """Counts one mutant; prints it where the check is wrong."""
        kind = mutant["kind"]
        errors = [each for each in report.findings if each.severity == "error"]
        shown = [(each.rule, each.line, each.message[:120]) for each in errors[:3]]
        if mutant["verdict"] == "accepted":
            self.alarms[kind] += bool(errors)
            if errors:
                print("ALARM ", mutant["id"], mutant["variant"], mutant["file"], shown)
            return
        self.seen[kind] += 1
        if any(str(each.line) == str(mutant["line"]) and each.rule in EXPECTED[kind] for each in errors):
            self.found[kind] += 1
        else:
            print("MISSED", mutant["id"], mutant["variant"], f"{mutant['file']}:{mutant['line']}", shown)


def measure_mutants(bench: Bench, mutants: Path, *, kinds: str, ids: frozenset[str]) -> None:
    """Prints what share of the rejected mutants is found, by kind, and false alarms on accepted ones."""
    score = Score()
    for line in mutants.read_text().splitlines():
        mutant = json.loads(line)
        if (kinds and mutant["kind"] not in kinds) or (ids and mutant["id"] not in ids):
            continue
        raw = (bench.host.root / mutant["file"]).read_bytes()
        score.judge(mutant, bench.check(bench.apply.apply(raw, mutant), mutant["file"]))
    for kind, seen in sorted(score.seen.items()):
        print(f"{kind}: {score.found[kind]}/{seen} = {score.found[kind] / seen:.3f}")
    found, seen = sum(score.found.values()), sum(score.seen.values())
    print(
        f"rejected: {found}/{seen} = {found / max(seen, 1):.4f}; accepted with errors: {sum(score.alarms.values())}"
    )
    bench.print_times()


def measure_alarms(bench: Bench, *, ids: frozenset[str], unknown: bool) -> None:
    """Prints the errors found in sources that compile, and the share of fields that stay unknown."""
    found: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    fields = 0
    for path in source_files(bench.host.root):
        name, raw = path.relative_to(bench.host.root).as_posix(), path.read_bytes()
        if (ids and name not in ids) or b"commonfabric" not in raw:
            continue
        report = bench.check(raw, name)
        fields += report.consumed_fields
        reasons.update(each.reason for each in report.unknown)
        found.update(f"{each.rule}:{each.severity}" for each in report.findings)
        for each in report.findings:
            if each.severity == "error":
                print("ALARM", f"{name}:{each.line}:{each.column}", each.rule, each.message[:200])
        for untold in report.unknown if unknown else ():
            print("UNKNOWN", f"{name}:{untold.line}", untold.subject[:30], untold.reason)
    print(f"{len(bench.times)} files; fields {fields}, unknown {sum(reasons.values()) / max(fields, 1):.3f}")
    print(dict(sorted(found.items())), reasons.most_common(10), sep="\n")
    bench.print_times()


def main() -> None:
    """Runs one of the two measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("labs", "mutants", "apply"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--kinds", default="")
    parser.add_argument("--ids", default="")
    parser.add_argument("--alarms", action="store_true")
    parser.add_argument("--unknown", action="store_true")
    arguments = parser.parse_args()
    host = LabsHost(arguments.labs)
    bench = Bench(host, load_program(arguments.apply), Checker(host))
    ids = frozenset(each for each in arguments.ids.split(",") if each)
    if arguments.alarms:
        measure_alarms(bench, ids=ids, unknown=arguments.unknown)
    else:
        measure_mutants(bench, arguments.mutants, kinds=arguments.kinds, ids=ids)


if __name__ == "__main__":
    main()
