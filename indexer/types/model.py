"""What a TypeScript type is to us: frozen values with lazy insides. Pure.

Types are compared by value, but for :class:`Shape` and :class:`Declaration`, which are compared by identity:
the engine makes one of them for one place and one set of type arguments. ``Undetermined`` is our own "cannot
tell"; it is neither ``any`` nor ``unknown``.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, Self, TypeAlias

from indexer.types.kinds import LiteralBase, LiteralValue, ScalarName, WrapperKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from indexer.types.scope import Scope


class Lazy:
    """A type that is worked out at its first use."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: "Callable[[], Type]") -> None:
        self._make: Callable[[], Type] | None = make
        self._made: Type | None = None

    def get(self) -> "Type":
        """The type; ``Undetermined`` when it is asked for while it is being worked out."""
        if self._made is None:
            if self._make is None:
                return Undetermined("refers to itself while it is worked out")
            make, self._make = self._make, None
            self._made = make()
        return self._made


class Scalar:
    """A built-in type that has no parts; there is one object of each name, so that comparing is cheap."""

    __slots__ = ("name",)
    _made: ClassVar[dict[str, Self]] = {}

    def __new__(cls, name: ScalarName) -> Self:
        """The scalar called *name*."""
        if name not in cls._made:
            made = cls._made[name] = super().__new__(cls)
            made.name = name
        return cls._made[name]

    name: ScalarName

    def __repr__(self) -> str:
        return f"Scalar({self.name!r})"


@dataclass(frozen=True, slots=True)
class LiteralType:
    """One value as a type; ``fresh`` when it was written as an expression and may still widen."""

    value: LiteralValue
    base: LiteralBase
    fresh: bool = field(default=False, compare=False)

    def __hash__(self) -> int:
        return hash((self.base, self.value))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LiteralType) and self.base == other.base and self.value == other.value


@dataclass(frozen=True, slots=True)
class Template:
    """A template literal type that is no finite set of strings."""

    texts: tuple[str, ...]
    """One more than *holes*."""
    holes: "tuple[Type, ...]"


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """``T[]``, ``Array<T>`` and their readonly forms."""

    element: "Type"
    readonly: bool = False


@dataclass(frozen=True, slots=True)
class TupleElement:
    """One position of a tuple; the type of a rest element is that of its array's elements."""

    type: "Type"
    optional: bool = False
    rest: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class TupleOf:
    """``[A, B?, ...C[]]``."""

    elements: tuple[TupleElement, ...]
    readonly: bool = False
    alias: "Named | None" = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class UnionOf:
    """Two or more types, flat, without repeats, in the order written; no member is a union itself."""

    members: "tuple[Type, ...]"
    alias: "Named | None" = None
    """The alias that this union was built by, if one was."""
    written: "tuple[Type, ...]" = field(default=(), compare=False)
    """The operands as written, not looked into, where one of them is a default of the framework."""


@dataclass(frozen=True, slots=True)
class IntersectionOf:
    """Two or more types at once, in the order written."""

    members: "tuple[Type, ...]"
    alias: "Named | None" = None


@dataclass(frozen=True, slots=True)
class TypeParameter:
    """A type parameter that nothing has been put in for."""

    name: str
    place: "Place"
    constraint: "Lazy | None" = field(default=None, compare=False)
    default: "Lazy | None" = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Wrapper:
    """A type of the framework around another: cells, streams, scopes, defaults, labels."""

    kind: WrapperKind
    element: "Type"
    """The wrapped type; ``unknown`` where none was written."""
    extra: "tuple[Type, ...]" = ()
    """Further type arguments: the value of a ``Default``, the atoms of a label."""
    bare: bool = False
    """True where no type argument was written, or only the value of a ``Default``."""
    alias: "Named | None" = field(default=None, compare=False)
    """The alias that this wrapper was built by, if one was."""
    repeated: bool = field(default=False, compare=False)
    """True where it was written inside ``Reactive<..>``, which the framework prints twice."""
    nodes: "tuple[Node, ...]" = field(default=(), compare=False)
    """The type arguments as written, to be read in *scope*."""
    scope: "Scope | None" = field(default=None, compare=False)

    def written(self, nodes: "tuple[Node, ...]", scope: "Scope") -> "Wrapper":
        """This wrapper as written with the type arguments *nodes*, to be read in *scope*."""
        return Wrapper(
            self.kind, self.element, self.extra, self.bare, self.alias, self.repeated, nodes, scope
        )


@dataclass(frozen=True, slots=True)
class Named:
    """A reference to a declared type, not looked into: interface, class, enum, alias or namespace member."""

    declaration: "Declaration"
    arguments: "tuple[Type, ...]" = ()
    alias: "Named | None" = field(default=None, compare=False)
    """The alias whose whole right side this instantiation is, if it is one."""


@dataclass(frozen=True, slots=True)
class Native:
    """A global type that is known by name only: ``Date``, ``URL``, ``Map<K, V>``, ``Promise<T>``."""

    name: str
    arguments: "tuple[Type, ...]" = ()


QUERIED = "typeof"
"""Name of the native type ``typeof x`` with module key, name and type of x; ``resolved`` gives the type."""


@dataclass(frozen=True, slots=True)
class Undetermined:
    """What we cannot tell, and why; distinct from TypeScript's ``any`` and ``unknown``."""

    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Loose:
    """``any`` to the compiler, though the source says what it is: the result of ``pattern<In>(..)``."""

    lazy: Lazy

    @property
    def type(self) -> "Type":
        """What the source says."""
        return self.lazy.get()


class Place(NamedTuple):
    """Where something is declared: bytes of a module, 0-based, end excluded; line counted from 1."""

    key: str
    start: int
    stop: int
    line: int


@dataclass(slots=True, eq=False)
class Member:
    """A property, accessor or method of an object type; its type is worked out when asked for.

    Never changed, but not marked frozen: that would make it twice as dear, and no type is made as often.
    """

    name: str
    lazy: Lazy
    optional: bool = False
    readonly: bool = False
    method: bool = False
    doc: str = ""
    """The raw text of the JSDoc blocks before it, in order, joined by a NUL; empty if there is none."""
    place: Place | None = None
    node: "Node | None" = None
    scope: "Scope | None" = None
    """Where the annotation of *node* is read."""
    computed: bool = False
    """True where the name was written in brackets."""
    mapped: bool = False
    """True where a mapped type made it, so that its optionality is not the written one."""
    run: int = 0
    """Members with the same non-zero number came from one union of keys: their order is that of the keys."""

    @property
    def type(self) -> "Type":
        """The declared type, without the ``undefined`` that ``?`` adds."""
        return self.lazy.get()


@dataclass(frozen=True, slots=True, eq=False)
class IndexRule:
    """An index signature; *key* is ``string``, ``number``, or ``template`` for narrower keys."""

    key: Literal["string", "number", "template", "symbol"]
    lazy: Lazy
    readonly: bool = False
    doc: str = ""

    @property
    def type(self) -> "Type":
        """The type of the values."""
        return self.lazy.get()


@dataclass(frozen=True, slots=True, eq=False)
class Signature:
    """A call or construct signature as declared: read its parameters and return through the engine."""

    node: "Node"
    scope: "Scope"
    construct: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """An object type that has been looked into; compared by identity."""

    members: tuple[Member, ...] = ()
    """In declared order: own ones first, then those of the bases, an overriding one at the derived place."""
    indexes: tuple[IndexRule, ...] = ()
    calls: tuple[Signature, ...] = ()
    place: Place | None = None
    alias: Named | None = None
    """The alias or interface that this shape was built by, if one was."""
    doc: str = ""
    unresolved: tuple[str, ...] = ()
    """Why members may be missing: bases that could not be resolved."""

    def member(self, name: str) -> Member | None:
        """The member of that name."""
        return next((each for each in self.members if each.name == name), None)


Type: TypeAlias = (
    Scalar | LiteralType | Template | ArrayOf | TupleOf | UnionOf | IntersectionOf | TypeParameter
    | Wrapper | Named | Native | Shape | Loose | Undetermined
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Declaration:
    """A declared type name: one interface may have several nodes (merged)."""

    name: str
    kind: Literal["interface", "class", "enum", "alias", "namespace"]
    nodes: "tuple[Node, ...]"
    scope: "Scope"
    """Where the declaration stands."""
    place: Place
    parameters: tuple[str, ...] = ()
    """Names of its type parameters."""


STRING, NUMBER, BOOLEAN, BIGINT = Scalar("string"), Scalar("number"), Scalar("boolean"), Scalar("bigint")
NULL, UNDEFINED, VOID, NEVER = Scalar("null"), Scalar("undefined"), Scalar("void"), Scalar("never")
ANY, UNKNOWN, OBJECT, SYMBOL = Scalar("any"), Scalar("unknown"), Scalar("object"), Scalar("symbol")
TRUE, FALSE = LiteralType(value=True, base="boolean"), LiteralType(value=False, base="boolean")
