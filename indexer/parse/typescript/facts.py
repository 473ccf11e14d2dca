"""What one module says of itself, as frozen values that travel between processes. Pure.

Offsets are bytes of the file, 0-based with an excluded end; lines are counted from 1, both ends included.
Symbols, exports, imports and calls are named tuples: a corpus has tens of thousands, and a frozen dataclass
takes four times as long to make.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from indexer.base.words import Problem

SymbolKind = Literal[
    "function",
    "class",
    "interface",
    "type",
    "enum",
    "enum-member",
    "namespace",
    "ambient-module",
    "const",
    "let",
    "var",
    "property",
    "method",
    "getter",
    "setter",
    "constructor",
    "call",
    "index",
]
ExportForm = Literal["declaration", "default", "named", "re-export", "star", "namespace", "assignment", "umd"]
ImportForm = Literal[
    "named", "default", "namespace", "side-effect", "require", "dynamic", "import-type", "re-export", "alias"
]


class Symbol(NamedTuple):
    """One declaration of a name; overloads and merged declarations are several symbols of one name."""

    name: str
    qualified_name: str
    """``Container.member``, the name itself at the top."""
    kind: SymbolKind
    signature: str
    """The declaration without its body, on one line."""
    doc: str
    """Text of the JSDoc comment before it, without its stars."""
    container: int | None
    """Index of the enclosing symbol in ``ModuleFacts.symbols``."""
    exported: bool
    """Whether it, or the symbol that holds it, leaves the module under some name."""
    is_value: bool
    is_type: bool
    start_byte: int
    stop_byte: int
    first_line: int
    last_line: int


class Export(NamedTuple):
    """One name that a module offers, as written: ``indexer.resolve.exports`` finds what is behind it."""

    name: str
    """``*`` for ``export *``, ``default``, or ``export=``."""
    form: ExportForm
    local: str
    """The name it has here (or in *specifier*); ``""`` when it names an expression."""
    specifier: str | None
    """The module it comes from, for re-exports."""
    type_only: bool
    start_byte: int
    stop_byte: int
    line: int


class Import(NamedTuple):
    """One name (or one module, unnamed) that is brought in."""

    specifier: str
    form: ImportForm
    imported: str
    """The name there: ``default``, ``*`` for the namespace, ``""`` when nothing is named."""
    local: str
    """The name here, ``""`` when nothing is bound."""
    type_only: bool
    start_byte: int
    stop_byte: int
    line: int


class Call(NamedTuple):
    """A top-level value made by a call: ``const name = callee<A>(...)`` or ``export default callee(...)``."""

    name: str
    """The const's name, or ``default``."""
    callee: str
    """As written, e.g. ``pattern`` or ``cf.pattern``."""
    type_arguments: tuple[str, ...]
    """As written, in order."""
    doc: str
    """JSDoc of the declaration."""
    result_keys: tuple[str, ...]
    """Keys of the object that the callback returns, as written (``[UI]`` is a computed key), sorted."""
    result_name: str
    """Text of ``[NAME]`` in that object when it is a plain string, else ``""``."""
    start_byte: int
    stop_byte: int
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleFacts:
    """Everything the index keeps of one TypeScript file; equal bytes and path give equal facts."""

    path: str
    language: Literal["ts", "tsx"]
    status: Literal["complete", "degraded"]
    """``degraded`` when some bytes could not be read; *problems* has their ranges."""
    doc: str
    """The comment that introduces the file."""
    symbols: tuple[Symbol, ...]
    """In file order; a container stands before its members."""
    exports: tuple[Export, ...]
    imports: tuple[Import, ...]
    calls: tuple[Call, ...]
    aliases: tuple[tuple[str, str], ...]
    """Top-level constants that only rename: ``const name = other`` as (name, other), in file order."""
    specifiers: tuple[str, ...]
    """Distinct specifiers that enter the module's identity (IDENTITY.md section 3), sorted."""
    followed: tuple[str, ...]
    """Those of *specifiers* that a closure follows: all but the ones only import types name, sorted."""
    data_files: tuple[str, ...]
    """Literal paths given to ``dataFile(...)`` of the runtime, sorted."""
    is_declaration: bool
    """A ``.d.ts`` file."""
    masks: int
    """How many passages were hidden from the grammar to read the rest."""
    problems: tuple[Problem, ...]
