"""Which files a compiler needs to see for one composition, and under which names. Pure.

Every module is mounted once, below a folder named for its scheme, so that relative imports hold as they are
and a type that two programs share stays one type. An import map gives bare and
``cf:`` specifiers their files.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from indexer.parse.typescript import parse_module
from indexer.types.host import Found, Missing, ModuleHost, NotIndexed, Resolution, Runtime

JSX_RUNTIME = """export declare function jsx(type: any, props: any, key?: any): any;
export declare const jsxs: typeof jsx;
export declare const jsxDEV: typeof jsx;
export declare const Fragment: any;
"""
"""What ``react-jsx`` imports; it declares no ``JSX``, so that the mounted global declarations count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mount:
    """Files to write below one folder, and which of them is the composition."""

    files: Mapping[str, bytes]
    """Content by relative path."""
    checked: str
    """Path of the composition among *files*."""


def plan_mount(text: str, *, key: str, host: ModuleHost, jsx: str | None) -> Mount:
    """All files that the composition *text* of module *key* reaches, with the compiler's configuration.

    *jsx* is the key of the JSX declarations. Specifiers that resolve nowhere stay unmapped, so the compiler
    reports them itself; those of the runtime's own files become modules of ``any``, since the runtime's
    inner packages are not part of a corpus.
    """
    closure = _Closure(host)
    closure.add(key, text.encode())
    if jsx is not None:
        closure.follow(jsx)
    closure.run()
    checked = path_of(key)
    imports = dict(closure.imports)
    files = {path_of(name): content for name, content in closure.content.items()}
    for number, (specifier, names) in enumerate(sorted(closure.stubs.items())):
        files[f"stub/{number}.d.ts"] = _stub(names).encode()
        imports[specifier] = f"./stub/{number}.d.ts"
    files["jsx/jsx-runtime.d.ts"] = JSX_RUNTIME.encode()
    imports["kitc-jsx/jsx-runtime"] = "./jsx/jsx-runtime.d.ts"
    files["deno.json"] = _configuration(imports, None if jsx is None else path_of(jsx))
    return Mount(files=files, checked=checked)


def path_of(key: str) -> str:
    """The relative path at which the module *key* is mounted.

    >>> path_of("src:labs/packages/a.tsx")
    'src/labs/packages/a.tsx'
    """
    scheme, _, rest = key.rpartition(":")
    steps = [step for step in PurePosixPath(rest.lstrip("/")).parts if step not in ("..", ".")]
    return str(PurePosixPath(scheme.replace(":", "/") or "file", *steps))


class _Closure:
    """The modules reached so far; a worklist, so that deep chains need no deep stack."""

    def __init__(self, host: ModuleHost) -> None:
        self.host = host
        self.content: dict[str, bytes] = {}
        self.imports: dict[str, str] = {}
        self.stubs: dict[str, set[str]] = {}
        self._todo: list[tuple[str, bool]] = []
        self._runtime: set[str] = set()

    def add(self, key: str, content: bytes, *, runtime: bool = False) -> None:
        self.content[key] = content
        if runtime:
            self._runtime.add(key)
        self._todo.append((key, runtime))

    def follow(self, key: str, *, runtime: bool = True) -> None:
        content = None if key in self.content else self.host.content(key)
        if content is not None:
            self.add(key, content, runtime=runtime)

    def run(self) -> None:
        while self._todo:
            key, runtime = self._todo.pop()
            for specifier, names in _imports_of(self.content[key], key):
                self._take(specifier, names, self.host.resolve(specifier, key), runtime=runtime)

    def _take(self, specifier: str, names: set[str], target: Resolution, *, runtime: bool) -> None:
        match target:
            case Found(key):
                self._map(specifier, key)
                self.follow(key, runtime=runtime)
            case Runtime(declaration=str(key)):
                self._map(specifier, key)
                self.follow(key)
            case Missing() | Runtime() if runtime and not specifier.startswith("."):
                self.stubs.setdefault(specifier, set()).update(names)
            case NotIndexed(identity):
                # The compiler passes over schemes it does not know: a path without a file makes it speak.
                self.imports[specifier] = f"./not-indexed/{identity}.ts"
            case Missing() | Runtime():
                pass

    def _map(self, specifier: str, key: str) -> None:
        if not specifier.startswith((".", "/")):
            self.imports[specifier] = f"./{path_of(key)}"


def _imports_of(content: bytes, key: str) -> Iterator[tuple[str, set[str]]]:
    """Each specifier that a module imports or re-exports from, with the names it takes."""
    facts = parse_module(content, key)
    for statement in facts.imports:
        yield statement.specifier, {statement.imported} - {"", "*"}
    for export in facts.exports:
        if export.specifier:
            yield export.specifier, set()


def _stub(names: set[str]) -> str:
    lines = [
        f"export declare const {name}: any;\nexport type {name} = any;"
        for name in sorted(names)
        if name.isidentifier()
    ]
    return "\n".join([*lines, "declare const stub: any;", "export default stub;", ""])


def _configuration(imports: Mapping[str, str], jsx: str | None) -> bytes:
    options = {
        "jsx": "react-jsx",
        "jsxImportSource": "kitc-jsx",
        "lib": ["deno.ns", "dom", "dom.iterable", "dom.asynciterable", "esnext"],
    }
    if jsx is not None:
        options["types"] = [f"./{jsx}"]
    return json.dumps(
        {"imports": dict(imports), "compilerOptions": options}, sort_keys=True, indent=1
    ).encode()
