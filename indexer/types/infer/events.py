"""What inference notes about a file while it types it: reads, calls, elements. Pure.

An observer is told each event once or more; the last one told of a node is the one that holds.
"""

from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from tree_sitter import Node

from indexer.types.model import Place, Type

Outcome = Literal["found", "absent", "maybe", "loose-absent", "any", "unknown"]
"""``maybe``: some members of a union lack it. ``loose-absent``: ``any`` to the compiler, absent here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A field of a value was read."""

    node: Node
    """The name, string or pattern key that names the field."""
    field: str
    base: Type
    outcome: Outcome
    reason: str = ""
    names: tuple[str, ...] = ()
    """The fields that there are, where it is absent; in declared order."""
    place: Place | None = None
    """Where the type that lacks the field is declared."""
    called: bool = False
    """True where the field is called at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """Something given does not fit what is taken."""

    kind: Literal["unknown", "missing", "type", "uncertain"]
    node: Node
    """The key, attribute, argument or element that is wrong."""
    name: str
    taker: str
    """What takes it, as written: a pattern, an element, a stream."""
    role: Literal["argument", "event", "attribute"]
    wanted: str = ""
    given: str = ""
    names: tuple[str, ...] = ()
    place: Place | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Misuse:
    """An operation that a value of this type does not have."""

    node: Node
    """The operand."""
    operation: str
    """``called``, an operator, or ``compared``."""
    type: Type
    other: Type | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """A pattern was instantiated, by a call or as an element."""

    node: Node
    callee: Node
    result: Type
    given: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeAsValue:
    """A name that is only a type was used as a value."""

    node: Node
    name: str
    type_only: bool
    """True where the import says ``type``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncertain:
    """Something could not be told."""

    node: Node
    reason: str


Event: TypeAlias = Read | Mismatch | Misuse | Instance | TypeAsValue | Uncertain


class Observer(Protocol):
    """Is told what inference notes."""

    def note(self, event: Event) -> None:
        """Take one event."""


@dataclass(slots=True)
class Recorder:
    """An observer that keeps the last event of each node and kind."""

    events: dict[tuple[int, int, str, str], Event] = field(default_factory=dict)

    def note(self, event: Event) -> None:
        """Keep *event* in the place of an earlier one of the same node."""
        name = event.name if isinstance(event, Mismatch) else ""
        key = (event.node.start_byte, event.node.end_byte, type(event).__name__, name)
        self.events[key] = event

    def sorted(self) -> tuple[Event, ...]:
        """All events, by place."""
        return tuple(event for _, event in sorted(self.events.items(), key=lambda pair: pair[0]))
