"""Measures the check on mutants with the compiler's verdict, and its false alarms on sources that compile.

    python tests/bench/mutants.py LABS MUTANTS.jsonl APPLY [--kinds ab] [--ids a0001] [--show missed|alarms|all] [--alarms]

LABS is a checkout of the public repository, APPLY the program that materialises mutants (its functions are used).
IO: reads the checkout.
"""

import argparse
import base64
import collections
import hashlib
import importlib.machinery
import importlib.util
import json
import statistics
import sys
import time
from pathlib import Path

from indexer.types.host import Found, Missing, NotIndexed, Resolution, Runtime, join_specifier
from kitc.check.checker import Checker, Request
from kitc.check.report import CheckReport

EXPECTED = {
    "a": {"unknown-field"},
    "b": {"unknown-field"},
    "c": {"unknown-field"},
    "d": {"unknown-argument"},
    "e": {"missing-argument"},
    "f": {"argument-type"},
    "g": {"unknown-export"},
    "h": {"unknown-export", "default-export-missing"},
    "i": {"unknown-identity", "unresolved-relative-import"},
    "j": {"type-used-as-value"},
    "k": {"stream-misuse"},
    "m": {"unknown-argument", "missing-argument", "argument-type"},
    "n": {"unknown-field", "unknown-argument", "missing-argument", "argument-type", "stream-misuse"},
    "l": {"any"},
}
"""The rules that may find a mutant of each kind."""


def source_files(root: Path) -> list[Path]:
    """The TypeScript files below *root*, sorted."""
    return sorted(path for path in root.rglob("*.ts*") if path.is_file() and path.suffix in (".ts", ".tsx"))


class LabsHost:
    """The pattern folder of a checkout as a corpus of one source, with made-up identities."""

    def __init__(self, labs: Path) -> None:
        self.root = labs / "packages/patterns"
        self.api = labs / "packages/api"
        self.identities: dict[str, str] = {}
        self.paths: dict[str, str] = {}
        self._cache: dict[str, bytes | None] = {}
        for path in source_files(self.root):
            name = path.relative_to(self.root).as_posix()
            text = path.read_bytes()
            if ".test." in name or not (b"pattern(" in text or b"pattern<" in text):
                continue
            identity = base64.urlsafe_b64encode(hashlib.sha256(name.encode()).digest()).decode().rstrip("=")
            self.identities[name], self.paths[identity] = identity, name

    def content(self, key: str) -> bytes | None:
        if key not in self._cache:
            head, _, path = key.partition("/")
            root = {"src:labs": self.root, "src:api": self.api}.get(head)
            file = root / path if root else None
            self._cache[key] = file.read_bytes() if file and file.is_file() else None
        return self._cache[key]

    def resolve(self, specifier: str, importer: str) -> Resolution:
        if specifier.startswith("cf:pattern:"):
            identity = specifier.removeprefix("cf:pattern:").partition("@")[0]
            path = self.paths.get(identity)
            return Found(f"src:labs/{path}") if path else NotIndexed(identity)
        if specifier.startswith("."):
            joined = join_specifier(importer, specifier)
            for ending in ("", ".ts", ".tsx"):
                if joined and self.content(joined + ending) is not None:
                    return Found(joined + ending)
            outside = (self.root / importer.partition("/")[2]).parent / specifier
            return Found(f"outside:{outside}") if outside.is_file() else Missing(specifier)
        if specifier == "commonfabric":
            return Runtime(specifier, "src:api/index.ts")
        if specifier.startswith("commonfabric/") or specifier in ("@commonfabric/ui", "turndown"):
            return Runtime(specifier)
        return Missing(specifier)


def load_apply(path: Path):  # type: ignore[no-untyped-def]
    loader = importlib.machinery.SourceFileLoader("apply_mutants", str(path))
    spec = importlib.util.spec_from_loader("apply_mutants", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("labs", type=Path)
    parser.add_argument("mutants", type=Path)
    parser.add_argument("apply", type=Path)
    parser.add_argument("--kinds", default="")
    parser.add_argument("--ids", default="")
    parser.add_argument("--show", default="missed")
    parser.add_argument("--alarms", action="store_true")
    arguments = parser.parse_args()
    host = LabsHost(arguments.labs)
    apply = load_apply(arguments.apply)
    checker = Checker(host)
    if arguments.alarms:
        measure_alarms(host, apply, checker, arguments)
    else:
        measure_mutants(host, apply, checker, arguments)


def request_of(text: str, name: str) -> Request:
    """The check of *text* in the place of the pattern file *name*."""
    return Request(content=text.encode(), file=name, importer=f"src:labs/{name}")


def measure_mutants(host, apply, checker, arguments) -> None:  # type: ignore[no-untyped-def]
    found = collections.Counter()
    total = collections.Counter()
    wrong = collections.Counter()
    times: list[float] = []
    for line in arguments.mutants.open():
        mutant = json.loads(line)
        if arguments.kinds and mutant["kind"] not in arguments.kinds:
            continue
        if arguments.ids and mutant["id"] not in arguments.ids.split(","):
            continue
        raw = (host.root / mutant["file"]).read_bytes()
        text = apply.rewrite(apply.apply(raw, mutant).decode(), mutant["file"], host.root, host.identities)
        start = time.process_time()
        report = checker.check(request_of(text, mutant["file"]))
        times.append(time.process_time() - start)
        judge(mutant, report, found, total, wrong, arguments.show)
    for kind in sorted(total):
        print(f"{kind}: {found[kind]}/{total[kind]} = {found[kind] / total[kind]:.3f}")
    everything, hits = sum(total.values()), sum(found.values())
    print(
        f"all rejected: {hits}/{everything} = {hits / max(everything, 1):.4f}; accepted with errors: {dict(wrong)}"
    )
    print(f"median {statistics.median(times) * 1000:.1f} ms, max {max(times) * 1000:.0f} ms")


def judge(mutant, report: CheckReport, found, total, wrong, show) -> None:  # type: ignore[no-untyped-def]
    errors = [each for each in report.findings if each.severity == "error"]
    kind = mutant["kind"]
    if mutant["verdict"] == "accepted":
        if errors:
            wrong[kind] += 1
            if show in ("alarms", "all", "missed"):
                print(
                    "ALARM",
                    mutant["id"],
                    mutant["variant"],
                    mutant["file"],
                    [(e.rule, e.line, e.message[:150]) for e in errors[:3]],
                )
        return
    total[kind] += 1
    good = [e for e in errors if e.line == mutant["line"] and (e.rule in EXPECTED[kind] or kind == "l")]
    if good:
        found[kind] += 1
    elif show in ("missed", "all"):
        others = [(e.rule, e.line, e.severity) for e in report.findings if e.severity != "note"][:4]
        unknown = [
            (u.line, u.subject[:20], u.reason[:60]) for u in report.unknown if u.line == mutant["line"]
        ]
        print(
            "MISSED",
            mutant["id"],
            mutant["variant"],
            mutant["file"],
            mutant["line"],
            mutant["column"],
            mutant["codes"],
            others,
            unknown[:3],
        )


def measure_alarms(host, apply, checker, arguments) -> None:  # type: ignore[no-untyped-def]
    errors = files = fields = unknown = unknown_files = 0
    reasons: collections.Counter[str] = collections.Counter()
    rules: collections.Counter[str] = collections.Counter()
    times: list[float] = []
    for path in source_files(host.root):
        name = path.relative_to(host.root).as_posix()
        if arguments.ids and name not in arguments.ids.split(","):
            continue
        raw = path.read_bytes()
        if b"commonfabric" not in raw:
            continue
        text = apply.rewrite(raw.decode(), name, host.root, host.identities)
        start = time.process_time()
        report = checker.check(request_of(text, name))
        times.append(time.process_time() - start)
        files += 1
        fields += report.consumed_fields
        unknown += len(report.unknown)
        unknown_files += bool(report.unknown)
        for each in report.unknown:
            reasons[each.reason] += 1
            if arguments.show == "unknown":
                print("UNKNOWN", name, each.line, each.column, each.subject[:30], each.reason)
        for each in report.findings:
            rules[f"{each.rule}:{each.severity}"] += 1
            if each.severity == "error":
                errors += 1
                print("ALARM", f"{name}:{each.line}:{each.column}", each.rule, each.message[:220])
    print(
        f"{files} files, {errors} errors, fields {fields}, unknown {unknown} = {unknown / max(fields, 1):.3f}, files with unknown {unknown_files}"
    )
    print(dict(rules))
    print(reasons.most_common(25))
    print(
        f"median {statistics.median(times) * 1000:.1f} ms, max {max(times) * 1000:.0f} ms, sum {sum(times):.1f} s"
    )


if __name__ == "__main__":
    main()
