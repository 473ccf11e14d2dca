"""Compare our exported names with the TypeScript compiler's, module by module.

usage: exports_agree.py ROOT TYPESCRIPT_PACKAGE [--under FOLDER]... [--runtime SPECIFIER=PATH]...

IO: reads the modules below ROOT, runs node with the given npm ``typescript`` package, prints what differs.
"""

import argparse
import json
import posixpath
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from indexer.parse.typescript import ModuleFacts, parse_module
from indexer.resolve.exports import ExportTable

Row = tuple[bool, bool, str | None, str | None]
"""Value, type, defining module, defining name."""


def main() -> int:
    """Print the figures and every difference; 1 when there is one."""
    arguments = _arguments()
    paths = sorted(_modules(arguments.root, arguments.under))
    runtime = dict(pair.split("=", 1) for pair in arguments.runtime)
    started = time.process_time()
    ours = _our_exports(arguments.root, paths, runtime)
    seconds = time.process_time() - started
    theirs = _their_exports(arguments, paths, runtime)
    missing = extra = different = 0
    for path in paths:
        mine, compiler = ours[path], theirs[path]
        for name in sorted(mine.keys() | compiler.keys()):
            if mine.get(name) == compiler.get(name):
                continue
            missing += name not in mine
            extra += name not in compiler
            different += name in mine and name in compiler
            _say(f"{path}: {name}: ours {mine.get(name)}, compiler {compiler.get(name)}")
    names = sum(len(rows) for rows in theirs.values())
    _say(f"modules {len(paths)}, exports {names}: {missing} missing, {extra} extra, {different} different")
    _say(f"our parse and resolution: {seconds:.2f} s CPU")
    return 1 if missing or extra or different else 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("typescript")
    parser.add_argument("--under", action="append", default=[])
    parser.add_argument("--runtime", action="append", default=[])
    return parser.parse_args()


def _modules(root: Path, folders: list[str]) -> Iterator[str]:
    for folder in folders or ["."]:
        for file in (root / folder).rglob("*.ts*"):
            if file.suffix in (".ts", ".tsx") and "node_modules" not in file.parts and file.is_file():
                yield file.relative_to(root).as_posix()


def _our_exports(root: Path, paths: list[str], runtime: Mapping[str, str]) -> dict[str, dict[str, Row]]:
    modules: dict[str, ModuleFacts] = {}
    waiting = list(paths)

    def resolve(specifier: str, importer: str) -> str | None:
        if specifier in runtime:
            return runtime[specifier]
        if not specifier.startswith(("./", "../")):
            return None
        return posixpath.normpath(posixpath.join(posixpath.dirname(importer), specifier))

    while waiting:
        path = waiting.pop()
        if path in modules or not path.endswith((".ts", ".tsx")) or not (root / path).is_file():
            continue
        modules[path] = facts = parse_module((root / path).read_bytes(), path)
        waiting.extend(found for item in facts.imports if (found := resolve(item.specifier, path)))
    table = ExportTable(modules, resolve)
    return {
        path: {
            export.name: (
                export.is_value,
                export.is_type,
                export.defining_module,
                _last(export.defining_name),
            )
            if export.status == "resolved"
            else (export.is_value, export.is_type, None, None)
            for export in table.exports_of(path)
            if export.name != "export="
        }
        for path in paths
    }


def _last(name: str) -> str:
    """The compiler names a member of ``export = Space`` without its namespace."""
    return name.rpartition(".")[2]


def _their_exports(
    arguments: argparse.Namespace, paths: list[str], runtime: Mapping[str, str]
) -> dict[str, dict[str, Row]]:
    script = Path(__file__).with_name("exports_typescript.mjs")
    request = {"root": str(arguments.root.resolve()), "modules": paths, "runtime": dict(runtime)}
    done = subprocess.run(
        ["node", "--max-old-space-size=3000", str(script), arguments.typescript],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        check=True,
    )
    answers = (json.loads(line) for line in done.stdout.splitlines())
    return {
        answer["module"]: {
            name: (is_value, is_type, module, defining)
            for name, is_value, is_type, module, defining in answer["exports"]
        }
        for answer in answers
    }


if __name__ == "__main__":
    sys.exit(main())
