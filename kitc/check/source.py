"""`check_source`: one composition against an open corpus. IO: reads the corpus and relative imports."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import JsonValue

from indexer.base.errors import AddressRefused
from indexer.base.words import Span
from indexer.contracts.contract import contract_of
from indexer.corpus import Corpus
from indexer.parse.typescript import parse_tree
from indexer.types.engine import TypeEngine
from kitc.base.grant import Grant
from kitc.check.checker import Checker, Request
from kitc.check.disk import ENDINGS, DiskHost, disk_key
from kitc.check.invocation import judge_inputs
from kitc.check.overlay import Overlay
from kitc.check.report import CheckReport, Lines, Unknown, verdict_of
from kitc.check.site import PatternNote


@dataclass(frozen=True, slots=True)
class PatternNotes(Mapping[str, PatternNote]):
    """What a corpus records of its patterns, by identity; each is read when it is asked for."""

    corpus: Corpus
    _known: dict[str, PatternNote | None] = field(default_factory=dict)

    def __getitem__(self, identity: str) -> PatternNote:
        if identity not in self._known:
            self._known[identity] = self._read(identity)
        note = self._known[identity]
        if note is None:
            raise KeyError(identity)
        return note

    def __iter__(self) -> Iterator[str]:
        return (program.identity for program in self.corpus.programs())

    def __len__(self) -> int:
        return len(self.corpus.programs())

    def _read(self, identity: str) -> PatternNote | None:
        try:
            program = self.corpus.program(f"cf:pattern:{identity}")
        except AddressRefused:
            return None
        quality = program.quality
        if quality is None:
            return PatternNote(name=program.name, hidden=False)
        return PatternNote(name=program.name, hidden=quality.hidden, tier=quality.tier, notes=quality.notes)


class CorpusChecker:
    """Checks many compositions against one corpus, keeping what it learns of modules. One thread only."""

    def __init__(self, corpus: Corpus) -> None:
        self._host = DiskHost(corpus.host())
        self._checker = Checker(self._host, PatternNotes(corpus))

    def check(  # noqa: PLR0913 - see check_source
        self,
        text: str,
        *,
        file: str = "composition.tsx",
        grants: Sequence[Grant] | None = None,
        inputs: Mapping[str, JsonValue] | None = None,
        unbound: Collection[str] = (),
        disk_root: Path | None = None,
    ) -> CheckReport:
        """The report on *text*; see ``check_source``."""
        importer = file if disk_root is None else disk_key(disk_root / Path(file).name)
        tokens = (
            None if grants is None else frozenset(grant.token for grant in grants if grant.state == "granted")
        )
        content = text.encode("utf-8", "surrogatepass")
        # The ending chooses the grammar: a kit or an invocation holds TSX.
        name = file if file.endswith(ENDINGS) else f"{file}.tsx"
        request = Request(content=content, file=name, importer=importer, grants=tokens)
        report = replace(self._checker.check(request), file=file)
        return report if inputs is None else self._with_inputs(report, text, inputs, unbound, grants)

    def _with_inputs(
        self,
        report: CheckReport,
        text: str,
        inputs: Mapping[str, JsonValue],
        unbound: Collection[str],
        grants: Sequence[Grant] | None,
    ) -> CheckReport:
        key = "check:invocation.tsx"
        content = text.encode("utf-8", "surrogatepass")
        engine = TypeEngine(Overlay(self._host, {key: (content, key)}))
        contract = contract_of(engine, key)
        place = _default_export(content)
        lines = Lines.of(content)
        if contract is None:
            line, column = lines.place(place.start)
            told = Unknown(
                subject="the invocation",
                reason="the default export is no pattern that can be read",
                span=place,
                line=line,
                column=column,
            )
            return _joined(report, replace(report, findings=(), unknown=(told,)))
        findings, unknown = judge_inputs(
            inputs, contract, grants=grants, unbound=unbound, lines=lines, place=place
        )
        return _joined(report, replace(report, findings=findings, unknown=unknown))


def check_source(  # noqa: PLR0913 - the whole question of a check, all but the text by name
    text: str,
    *,
    corpus: Corpus,
    file: str = "composition.tsx",
    grants: Sequence[Grant] | None = None,
    inputs: Mapping[str, JsonValue] | None = None,
    disk_root: Path | None = None,
) -> CheckReport:
    """The report of every rule on the composition *text*.

    *file* is the name it is reported under. With *grants*, handle tokens that are not granted are errors.
    With *inputs*, those of the invocation are held against the composition's argument type. With *disk_root*,
    relative imports are found in that folder. Never raises on any *text*.
    """
    return CorpusChecker(corpus).check(text, file=file, grants=grants, inputs=inputs, disk_root=disk_root)


def _joined(first: CheckReport, second: CheckReport) -> CheckReport:
    findings = tuple(
        sorted((*first.findings, *second.findings), key=lambda each: (each.span.start, each.rule))
    )
    unknown = (*first.unknown, *second.unknown)
    return replace(first, findings=findings, unknown=unknown, verdict=verdict_of(findings, unknown))


def _default_export(content: bytes) -> Span:
    """Where the first line of the default export stands; the first byte if there is none."""
    for node in parse_tree(content, "composition.tsx").root.children:
        if node.type == "export_statement" and any(child.type == "default" for child in node.children):
            stop = content.find(b"\n", node.start_byte)
            return Span(start=node.start_byte, stop=min(node.end_byte, stop if stop >= 0 else node.end_byte))
    return Span(start=0, stop=0)
