"""Checks compositions: parse, infer, let every rule judge. Pure, but for what the host reads.

A :class:`Checker` keeps what it has worked out of indexed modules, so that the second check is fast.
"""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from tree_sitter import Node

from indexer.base.words import Span
from indexer.types.engine import TypeEngine
from indexer.types.host import ModuleHost
from indexer.types.infer import attach_inference
from indexer.types.infer.events import Event, Read, Recorder, Uncertain
from indexer.types.infer.names import At
from indexer.types.infer.statements import run_module
from indexer.types.module import Module
from kitc.check.imports import read_imports
from kitc.check.overlay import Overlay
from kitc.check.references import Reference, parse_reference
from kitc.check.report import CheckReport, Finding, Lines, Unknown, verdict_of
from kitc.check.rules import RULES
from kitc.check.site import PatternNote, Site

_FRAMES = 12_000
"""Python frames that the deepest composition that is still typed may need."""
_MOST_CHECKS = 400
"""Checks after which everything worked out is dropped: the engine keeps the trees of files it has checked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One composition to check, and what is known of its use."""

    content: bytes
    file: str = "composition.tsx"
    """The name it is reported under."""
    importer: str = "check:composition.tsx"
    """The module key that its relative imports are resolved from."""
    grants: frozenset[str] | None = None
    """The handle tokens that alone are allowed; ``None`` when nothing is known of grants."""


class Checker:
    """Checks compositions against the modules of one host; for one thread at a time."""

    def __init__(self, host: ModuleHost, patterns: Mapping[str, PatternNote] | None = None) -> None:
        self._overlay = Overlay(host, {})
        self._patterns = patterns if patterns is not None else {}
        self._count = 0
        self._renew()

    def _renew(self) -> None:
        self._engine = TypeEngine(self._overlay)
        self._inference = attach_inference(self._engine)

    def check(self, request: Request) -> CheckReport:
        """The report on one composition."""
        self._count += 1
        if self._count % _MOST_CHECKS == 0:
            self._renew()
        key = f"check:{self._count}/{request.file}"
        self._overlay.checked[key] = (request.content, request.importer)
        try:
            return self._report(key, request)
        finally:
            del self._overlay.checked[key]
            self._engine.forget(key)
            self._inference.forget(key)

    def _report(self, key: str, request: Request) -> CheckReport:
        module = self._engine.module(key)
        assert module is not None  # noqa: S101  # the overlay holds it
        with _deep_stack():
            events, trouble = self._observe(module)
            site = self._site(module, events, request)
            findings = tuple(sorted({each for rule in RULES for each in rule.judge(site)}, key=_order))
        unknown = tuple(sorted(_untold(site, trouble), key=lambda each: (each.span.start, each.subject)))
        return CheckReport(
            file=request.file,
            verdict=verdict_of(findings, unknown),
            findings=findings,
            unknown=unknown,
            consumed_fields=sum(isinstance(each, Read) and each.outcome != "any" for each in events),
        )

    def _site(self, module: Module, events: tuple[Event, ...], request: Request) -> Site:
        imports = read_imports(module, self._overlay)
        identities = {each.specifier.removeprefix("cf:pattern:").partition("@")[0] for each in imports}
        notes = {
            identity: self._patterns.get(identity) for identity in sorted(identities) if len(identity) == 43
        }
        return Site(
            module=module,
            inference=self._inference,
            lines=Lines.of(request.content),
            imports=imports,
            events=events,
            grants=request.grants,
            patterns={identity: note for identity, note in notes.items() if note is not None},
            is_test=".test." in request.file,
        )

    def _observe(self, module: Module) -> tuple[tuple[Event, ...], str]:
        """What inference notes of *module*, and why it could not go to its end, if so."""
        recorder, trouble = Recorder(), ""
        self._inference.watch(module.key, recorder)
        try:
            run_module(self._inference, module.root, At(self._inference.env_of(module)))
        except RecursionError:
            trouble = "the file is nested too deeply to be typed"
            self._renew()
        finally:
            self._inference.watch("", None)
        if module.damaged:
            trouble = trouble or "part of the file is no TypeScript that can be read"
        return recorder.sorted(), trouble


@contextmanager
def _deep_stack() -> Iterator[None]:
    """Room for deeply nested sources; the former limit comes back."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _order(finding: Finding) -> tuple[int, int, str, str]:
    return (finding.span.start, finding.span.stop, finding.rule, finding.message)


def _untold(site: Site, trouble: str) -> Iterator[Unknown]:
    """What the rules could not tell, and why."""
    for event in site.events:
        if isinstance(event, Read) and event.outcome in ("unknown", "maybe"):
            yield _unknown(site, event.node, event.field, event.reason)
        elif isinstance(event, Uncertain):
            yield _unknown(site, event.node, site.text(event.node)[:40], event.reason)
    for each in site.imports:
        parsed = parse_reference(each.specifier) if each.specifier.startswith("cf:") else None
        if isinstance(parsed, Reference) and not parsed.identity:
            reason = "a piece in a space is no part of the corpus"
            yield _unknown(site, each.specifier_node, each.specifier, reason)
    if trouble:
        yield _unknown(site, site.module.root, "the file", trouble)


def _unknown(site: Site, node: Node, subject: str, reason: str) -> Unknown:
    line, column = site.lines.place(node.start_byte)
    span = Span(start=node.start_byte, stop=node.end_byte)
    return Unknown(subject=subject, reason=reason, span=span, line=line, column=column)
