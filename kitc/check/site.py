"""What the rules of a check see: the file, its imports, what inference noted of it, what is granted. Pure."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from indexer.base.words import Severity, Span
from indexer.types.engine import TypeEngine
from indexer.types.infer import Inference
from indexer.types.infer.events import Event
from indexer.types.model import Place
from indexer.types.module import Module
from kitc.check.imports import ImportStatement
from kitc.check.report import Finding, Lines, Suggestion


@dataclass(frozen=True, slots=True)
class PatternNote:
    """What the corpus records of a pattern that a composition imports."""

    name: str
    hidden: bool
    tier: str = ""
    notes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """One composition under check."""

    module: Module
    inference: Inference
    lines: Lines
    imports: tuple[ImportStatement, ...]
    events: tuple[Event, ...]
    grants: frozenset[str] | None = None
    """Handle tokens that were granted; ``None`` when nothing was said of grants."""
    patterns: Mapping[str, PatternNote]
    """By identity: what is recorded of the imported patterns."""
    is_test: bool = False

    @property
    def engine(self) -> TypeEngine:
        """The type engine behind the inference."""
        return self.inference.engine

    def text(self, node: Node) -> str:
        """The source text of *node*."""
        return self.module.text(node)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule: its id, how grave a finding is, what its documentation page says, and how it judges."""

    id: str
    severity: Severity
    summary: str
    """One line for lists and SARIF."""
    documentation: str
    judge: Callable[[Site], Iterator[Finding]]


def finding(  # noqa: PLR0913  # all that a finding says, what is optional by name
    site: Site, rule: str, severity: Severity, node: Node, message: str, *,
    suggestion: Suggestion | None = None, place: Place | None = None,
) -> Finding:  # fmt: skip
    """A finding of *rule* at *node*; *place* is where the broken contract is written."""
    return finding_at(site, rule, severity, Span(start=node.start_byte, stop=node.end_byte), message,
                      suggestion=suggestion, place=place)  # fmt: skip


def finding_at(  # noqa: PLR0913  # all that a finding says, what is optional by name
    site: Site, rule: str, severity: Severity, span: Span, message: str, *,
    suggestion: Suggestion | None = None, place: Place | None = None,
) -> Finding:  # fmt: skip
    """A finding of *rule* at the bytes *span*."""
    line, column = site.lines.place(span.start)
    end_line, end_column = site.lines.place(span.stop)
    return Finding(
        rule=rule, severity=severity, span=span, line=line, column=column, end_line=end_line,
        end_column=end_column, message=message, suggestion=suggestion, address=address_of(place),
    )  # fmt: skip


def address_of(place: Place | None) -> str | None:
    """The address of the line that *place* starts at, for modules that have addresses."""
    if place is None or not place.key.startswith("src:"):
        return None
    return f"{place.key}#L{place.line}-L{place.line}"
