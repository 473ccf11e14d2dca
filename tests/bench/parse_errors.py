"""Parse every TypeScript file below a folder: no error may go unreported, and no specifier be missed.

usage: parse_errors.py ROOT [TYPESCRIPT_PACKAGE]

IO: reads the files below ROOT; with an npm ``typescript`` package, runs node and compares the specifiers of each
file with those that TypeScript's parser finds.
"""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tree_sitter import Node

from indexer.parse.typescript import SyntaxTree, parse_tree
from indexer.parse.typescript.specifiers import Specifiers, specifiers_of


def main() -> int:
    """Print the figures and each degraded file; 1 when an error is unreported or a specifier differs."""
    root, typescript = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    files = sorted(_files(root))
    started = time.process_time()
    kinds: Counter[str] = Counter()
    masked = degraded = unreported = 0
    found: dict[str, Specifiers] = {}
    for file in files:
        parsed = parse_tree(file.read_bytes(), file.name)
        kinds.update(mask.kind for mask in parsed.masks)
        masked += bool(parsed.masks)
        unreported += sum(1 for node in _errors(parsed.root) if not _is_reported(parsed, node))
        found[str(file)] = specifiers_of(parsed)
        if parsed.damage:
            degraded += 1
            _say(f"degraded: {file}: {[(item.kind, item.start, item.stop) for item in parsed.damage[:5]]}")
    seconds = time.process_time() - started
    _say(f"files {len(files)}: {masked} with masks {dict(sorted(kinds.items()))}, {degraded} degraded")
    _say(f"unreported parse errors: {unreported}; {seconds:.1f} s CPU")
    differing = _compare(found, typescript) if typescript else 0
    return 1 if unreported or differing else 0


def _files(root: Path) -> Iterator[Path]:
    for file in root.rglob("*.ts*"):
        if file.suffix in (".ts", ".tsx") and "node_modules" not in file.parts and file.is_file():
            yield file


def _errors(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            yield node
        if node.has_error:
            waiting.extend(node.children)


def _is_reported(parsed: SyntaxTree, node: Node) -> bool:
    return any(item.start <= node.start_byte and node.end_byte <= item.stop for item in parsed.damage)


def _compare(found: dict[str, Specifiers], typescript: str) -> int:
    """How many files have other specifiers than TypeScript's parser finds, each printed."""
    script = Path(__file__).with_name("specifiers_typescript.mjs")
    done = subprocess.run(
        ["node", str(script), typescript],
        input=json.dumps(sorted(found)),
        capture_output=True,
        text=True,
        check=True,
    )
    differing = specifiers = 0
    for path, statements, types in map(json.loads, done.stdout.splitlines()):
        ours, theirs = (
            found[path],
            Specifiers(tuple(sorted({*statements, *types})), tuple(sorted(statements))),
        )
        specifiers += len(theirs.entering)
        if ours != theirs:
            differing += 1
            _say(f"{path}: ours {ours}, TypeScript {theirs}")
    _say(f"specifiers {specifiers}: {differing} files differ")
    return differing


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
