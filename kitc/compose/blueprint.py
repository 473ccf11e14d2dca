"""Blueprints: all that a composition is made of, decided before a line is written. Pure."""

from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

SortKind = Literal["number", "iso", "date", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A field of the composition's own argument."""

    name: str
    type: str
    doc: str = ""
    optional: bool = False
    imports: tuple[tuple[str, str], ...] = ()
    """Types that its own type names: (import specifier, exported name)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """What one argument of a part is given."""

    argument: str
    source: Literal["input", "field", "rows", "value"]
    name: str = ""
    """Of an ``input``: its name; of a ``field``: the result field; of ``rows``: the name of a row list."""
    part: int = -1
    """Of a ``field``: place of the giving part."""
    value: JsonValue = None
    """Of a ``value``: the literal."""
    copies: bool = False
    """Of a ``field``: whether its rows are copied into a plain array (read-only, or may be missing)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """An imported pattern and its instance."""

    specifier: str
    local: str
    """Name that it is imported under."""
    variable: str
    """Name of the instance."""
    title: str
    bindings: tuple[Binding, ...] = ()
    shows: bool = False
    """Whether its screen is placed in the markup."""
    pending: str = ""
    """Result field that is true while it has no answer."""
    ready: str = ""
    """Result field that is true once it can answer."""
    ready_view: str = ""
    """Result field with a view to show until it is ready."""
    error: str = ""
    """Result field that holds why it failed."""
    error_is_text: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step between given rows and shown rows."""

    kind: Literal["keep", "drop", "equals", "sort", "first", "matching"]
    field: str = ""
    value: str = ""
    """Of ``equals``: the text; of ``matching``: the other rows' name and field, as ``other.field``."""
    sort: SortKind = "text"
    descending: bool = False
    count: int = 0
    optional: bool = False
    """Whether the field may be missing in a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A field of a row that is read."""

    name: str
    type: str
    kind: str
    required: bool = True
    shown: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Rows put together by a field."""

    field: str
    label: str
    """What a group is, e.g. ``month``."""
    cut: int = 0
    """Leading characters of the field that make the group's key; 0 for all."""
    total: str = ""
    """Numeric field that is added up in each group."""
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """A list of rows: where it comes from, what is read of it, how it is shown."""

    name: str
    """Variable of the shown rows."""
    type_name: str
    title: str
    part: int
    """Place of the giving part, -1 for an input of the composition."""
    field: str
    """Result field, or the input's name."""
    optional: bool = False
    copies: bool = False
    """Whether the rows are read-only, so that a plain array must be made of them."""
    has_holes: bool = False
    """Whether a row itself may be missing."""
    is_cell: bool = False
    """Whether the field is a live cell that is read with ``get()``."""
    columns: tuple[Column, ...] = ()
    steps: tuple[Step, ...] = ()
    total: str = ""
    """Numeric field that is added up over the shown rows."""
    group: Group | None = None
    shown: bool = True
    """False when a renderer takes the rows."""
    derived: bool = True
    """False when nothing is derived of the rows: only their states are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned:
    """A list that the composition owns: added to, completed, removed from."""

    name: str
    type_name: str
    noun: str
    """What an element is, in one word."""
    text: str = "title"
    flag: str = ""
    """Boolean field that completing sets."""
    amount: str = ""
    """Numeric field that is added up."""
    removes: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Blueprint:
    """A whole composition."""

    component: str
    """Name of the pattern, in PascalCase."""
    title: str
    doc: str = ""
    inputs: tuple[Input, ...] = ()
    parts: tuple[Part, ...] = ()
    """In order: a part takes fields of earlier ones only."""
    rows: tuple[Rows, ...] = ()
    owned: tuple[Owned, ...] = ()
    totals: tuple[tuple[int, str, str], ...] = field(default=())
    """Part, numeric result field and label of totals that parts already have."""
