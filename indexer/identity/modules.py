"""The identity of every module of a program: a Merkle hash over its text and its imports. Pure.

Source: IDENTITY.md sections 4 to 6.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from indexer.base.errors import SourceRefused
from indexer.identity.components import components_of
from indexer.identity.targets import find_target
from indexer.identity.value_hash import Value, hash_string_of, utf8
from indexer.parse.typescript import parse_tree
from indexer.parse.typescript.specifiers import specifiers_of

_VERSION = "cf/module-id/v1"
_SOURCE_ROOT, _DATA_FILE = "cf:source-root/", "cf:data-file/"

Scanner = Callable[[str, str], Sequence[str]]
"""Distinct specifiers of a file that enter its identity, given its name and text."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A dependency on another file of the program."""

    specifier: str
    target: str


def scan(name: str, text: str) -> tuple[str, ...]:
    """The specifiers that enter the identity of the file *name*, whose text is *text*."""
    return specifiers_of(parse_tree(utf8(text), name)).entering


def identities_of(
    files: Mapping[str, str],
    main: str,
    *,
    data_files: Iterable[str] = (),
    source_roots: Iterable[str] = (),
    scanner: Scanner = scan,
) -> dict[str, str]:
    """Name to identity of every file of a program, sorted by name.

    *files* maps names to authored texts, *main* is the entry. *data_files* are leaves that are not scanned;
    they and *source_roots* (test entries) become dependencies of *main*, as a stored program has them.

    Raises:
        SourceRefused: *main*, a data file or a source root is no file of the program.
    """
    data = frozenset(data_files)
    extra = _package_edges(files, main, data, source_roots)
    return module_hashes(files, data_files=data, extra_edges={main: extra}, scanner=scanner)


def _package_edges(
    files: Mapping[str, str], main: str, data: frozenset[str], source_roots: Iterable[str]
) -> tuple[Edge, ...]:
    """The dependencies of *main* that no import states, each once."""
    roots = {root for root in source_roots if root != main}
    for name in sorted({main} | data | roots):
        if name not in files:
            raise SourceRefused(name, f"is no file of the program of {main}")
    tests = (Edge(_SOURCE_ROOT + root.lstrip("/"), root) for root in sorted(roots))
    read = (Edge(_DATA_FILE + name.lstrip("/"), name) for name in sorted(data))
    return (*tests, *read)


def module_hashes(
    files: Mapping[str, str],
    *,
    data_files: frozenset[str] = frozenset(),
    extra_edges: Mapping[str, Sequence[Edge]] | None = None,
    scanner: Scanner = scan,
) -> dict[str, str]:
    """Name to identity of every file, sorted by name; *extra_edges* are added by the name of their file."""
    names = files.keys() - data_files
    internal: dict[str, tuple[Edge, ...]] = {}
    external: dict[str, tuple[str, ...]] = {}
    for name in sorted(files):
        edges, outside = _imports(name, () if name in data_files else scanner(name, files[name]), names)
        internal[name] = (*edges, *(extra_edges or {}).get(name, ()))
        external[name] = outside
    graph = {name: [edge.target for edge in edges] for name, edges in internal.items()}
    identities: dict[str, str] = {}
    for component in components_of(graph):
        members: list[Value] = []
        for name in sorted(component, key=_utf16):
            text = files[name] if name in data_files else files[name].replace("\r\n", "\n")
            entry = _member(name, text, external[name])
            members.append({**entry, **_dependencies(internal[name], frozenset(component), identities)})
        component_hash = hash_string_of({"v": _VERSION, "members": members})
        for name in component:
            identities[name] = hash_string_of([_VERSION, "module", component_hash, name])
    return dict(sorted(identities.items()))


def _imports(
    name: str, specifiers: Sequence[str], names: Iterable[str]
) -> tuple[tuple[Edge, ...], tuple[str, ...]]:
    """What *name* imports: edges to other files, and specifiers that name no file. Itself is dropped."""
    known = names if isinstance(names, (set, frozenset)) else frozenset(names)
    targets = {specifier: find_target(specifier, name, known) for specifier in specifiers}
    edges = tuple(
        Edge(specifier, target) for specifier, target in targets.items() if target not in (None, name)
    )
    return edges, tuple(specifier for specifier, target in targets.items() if target is None)


def _member(name: str, text: str, external: Sequence[str]) -> dict[str, Value]:
    leaves = [{"specifier": item, "leaf": f"runtime:{item}@"} for item in sorted(set(external), key=_utf16)]
    return {"path": name, "src": text, "external": leaves}


def _dependencies(
    edges: Sequence[Edge], component: frozenset[str], identities: Mapping[str, str]
) -> dict[str, Value]:
    """Edges out of the component by the identity they reach, edges within it by name."""
    cross = [(edge.specifier, identities[edge.target]) for edge in edges if edge.target not in component]
    intra = [(edge.specifier, edge.target) for edge in edges if edge.target in component]
    return {
        "crossDeps": [{"specifier": one, "hash": two} for one, two in sorted(cross, key=_utf16_pair)],
        "intraDeps": [{"specifier": one, "target": two} for one, two in sorted(intra, key=_utf16_pair)],
    }


def _utf16(text: str) -> bytes:
    """Sort key of JavaScript's string order: UTF-16 code units."""
    return text.encode("utf-16-be", "surrogatepass")


def _utf16_pair(pair: tuple[str, str]) -> tuple[bytes, bytes]:
    return _utf16(pair[0]), _utf16(pair[1])
