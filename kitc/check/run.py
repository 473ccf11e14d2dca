"""Checks one composition: parse, infer, let every rule judge. Pure, but for what the host reads.

A :class:`Checker` keeps what it has worked out of indexed modules, so that the second check is fast.
"""

import sys
from collections.abc import Mapping
from contextlib import contextmanager

from indexer.types.engine import TypeEngine
from indexer.types.host import ModuleHost
from indexer.types.infer import attach_inference
from indexer.types.infer.events import Event, Read, Recorder, Uncertain
from indexer.types.infer.names import At
from indexer.types.infer.statements import run_module
from indexer.types.module import Module
from kitc.check.imports import read_imports
from kitc.check.overlay import Overlay
from kitc.check.report import CheckReport, Finding, Lines, Unknown, verdict_of
from kitc.check.rules import RULES
from kitc.check.site import PatternNote, Site

_FRAMES = 12_000
"""Python frames that the deepest sound composition may need."""


class Checker:
    """Checks compositions against the modules of one host."""

    def __init__(self, host: ModuleHost, patterns: Mapping[str, PatternNote] | None = None) -> None:
        self._overlay = Overlay(host, {})
        self._engine = TypeEngine(self._overlay)
        self._inference = attach_inference(self._engine)
        self._patterns = patterns or {}
        self._count = 0

    def check(
        self, text: str, *, file: str = "composition.tsx", importer: str | None = None, grants: frozenset[str] | None = None
    ) -> CheckReport:
        """The report on the composition *text*.

        *importer* is the key that its relative imports are resolved from, by default *file*.
        """
        self._count += 1
        key = f"check:{self._count}/{file}"
        content = text.encode("utf-8", "surrogatepass") if not isinstance(text, bytes) else text
        self._overlay.checked[key] = (content, importer or file)
        try:
            return self._report(key, content, file, grants)
        finally:
            del self._overlay.checked[key]
            self._engine.forget(key)
            self._inference.forget(key)

    def _report(self, key: str, content: bytes, file: str, grants: frozenset[str] | None) -> CheckReport:
        module = self._engine.module(key)
        if module is None:
            return CheckReport(file=file, verdict="unknown")
        lines = Lines.of(content)
        events, trouble = self._observe(module)
        site = Site(
            module=module, engine=self._engine, lines=lines, imports=read_imports(module, self._overlay), events=events,
            grants=grants, patterns=self._patterns, is_test=".test." in file,
        )  # fmt: skip
        findings = tuple(sorted({each for rule in RULES for each in rule.judge(site)}, key=_order))
        unknown = _unknown(site, trouble)
        return CheckReport(
            file=file,
            verdict=verdict_of(findings, unknown),
            findings=findings,
            unknown=unknown,
            consumed_fields=sum(isinstance(each, Read) and each.outcome != "any" for each in events),
        )

    def _observe(self, module: Module) -> tuple[tuple[Event, ...], str]:
        """What inference notes of *module*, and why it could not go to its end, if so."""
        recorder, trouble = Recorder(), ""
        self._inference.watch(module.key, recorder)
        try:
            with _deep_stack():
                run_module(self._inference, module.root, At(self._inference.env_of(module)))
        except RecursionError:
            trouble = "the file is nested too deeply to be typed"
        finally:
            self._inference.watch("", None)
        if module.damaged:
            trouble = trouble or "part of the file is no TypeScript that can be read"
        return recorder.sorted(), trouble


@contextmanager
def _deep_stack():  # type: ignore[no-untyped-def]  # a generator of nothing
    """Room for deeply nested sources; the former limit comes back."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _order(finding: Finding) -> tuple[int, int, str, str]:
    return (finding.span.start, finding.span.stop, finding.rule, finding.message)


def _unknown(site: Site, trouble: str) -> tuple[Unknown, ...]:
    found = [_untold(site, each.node, each.field, each.reason) for each in site.events if isinstance(each, Read) and each.outcome in ("unknown", "maybe")]
    found += [_untold(site, each.node, site.text(each.node), each.reason) for each in site.events if isinstance(each, Uncertain)]
    if trouble:
        found.append(_untold(site, site.module.root, "the file", trouble))
    return tuple(sorted(found, key=lambda each: (each.span.start, each.subject)))


def _untold(site: Site, node, subject: str, reason: str) -> Unknown:  # type: ignore[no-untyped-def]
    from indexer.base.words import Span

    line, column = site.lines.place(node.start_byte)
    return Unknown(subject=subject, reason=reason, span=Span(start=node.start_byte, stop=node.end_byte), line=line, column=column)
