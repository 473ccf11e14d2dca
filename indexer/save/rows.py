"""Parsed files as plain rows, ready to be inserted: small to send between processes. Pure.

A row holds its columns in the order of the table, without the ids: the first number of a row is a place in
its own file (an ordinal), and ``None`` stands for no such place.
"""

from typing import TYPE_CHECKING, NamedTuple

from indexer.base.digest import canonical_json, digest_of
from indexer.base.words import Problem

if TYPE_CHECKING:
    from indexer.parse.markdown.facts import CodeBlock, Link, ParsedDocument, Section
    from indexer.parse.typescript.facts import Call, Export, Import, ModuleFacts, Symbol

Row = tuple[str | int | float | bytes | None, ...]
Rows = tuple[Row, ...]


class DocumentRows(NamedTuple):
    """One document; each list in file order."""

    document: Row
    """kind, title, description, front_matter, resources."""
    sections: Rows
    """parent's ordinal, ordinal, address, slug, ... digest."""
    anchors: Rows
    links: Rows
    code_blocks: Rows
    problems: Rows


class ModuleRows(NamedTuple):
    """One module; each list in file order."""

    module: Row
    """language, status, doc, is_declaration, specifiers, followed, data_files, calls, aliases, lines."""
    symbols: Rows
    """container's ordinal, name, qualified_name, ... last_line."""
    exports: Rows
    imports: Rows
    problems: Rows


def document_rows(parsed: "ParsedDocument", *, source: str, content: bytes) -> DocumentRows:
    """The rows of *parsed*, whose stored bytes are *content*."""
    address = f"doc:{source}/{parsed.path}"
    return DocumentRows(
        document=(
            parsed.kind,
            parsed.title,
            parsed.description,
            canonical_json(dict(parsed.front_matter)),
            canonical_json(list(parsed.resources)),
        ),
        sections=tuple(_section_row(section, address, content) for section in parsed.sections),
        anchors=tuple((anchor.section, anchor.name) for anchor in parsed.anchors),
        links=tuple(_link_row(link) for link in (*parsed.links, *parsed.images)),
        code_blocks=tuple(_code_row(code) for code in parsed.code_blocks),
        problems=tuple(problem_row(problem, source=source) for problem in parsed.problems),
    )


def _section_row(section: "Section", document: str, content: bytes) -> Row:
    start, stop = section.span.start, section.span.stop
    return (
        section.parent,
        section.ordinal,
        f"{document}#{section.slug}",
        section.slug,
        section.title,
        section.level,
        section.breadcrumb,
        start,
        stop,
        section.first_line,
        section.last_line,
        digest_of(content[start:stop]),
    )


def _link_row(link: "Link") -> Row:
    return link.section, link.form, link.text, link.target, link.span.start, link.span.stop, link.line


def _code_row(code: "CodeBlock") -> Row:
    return (
        code.section,
        code.language,
        code.info,
        code.span.start,
        code.span.stop,
        code.first_line,
        code.last_line,
    )


def module_rows(facts: "ModuleFacts", *, source: str, content: bytes) -> ModuleRows:
    """The rows of *facts*, whose stored bytes are *content*."""
    return ModuleRows(
        module=(
            facts.language,
            facts.status,
            facts.doc,
            int(facts.is_declaration),
            canonical_json(list(facts.specifiers)),
            canonical_json(list(facts.followed)),
            canonical_json(list(facts.data_files)),
            canonical_json([call._asdict() for call in _pattern_calls(facts)]),
            canonical_json(list(facts.aliases)),
            content.count(b"\n") + (not content.endswith(b"\n") and bool(content)),
        ),
        symbols=tuple(_symbol_row(symbol) for symbol in facts.symbols),
        exports=tuple(_export_row(export) for export in facts.exports),
        imports=tuple(_import_row(entry) for entry in facts.imports),
        problems=tuple(problem_row(problem, source=source) for problem in facts.problems),
    )


def _pattern_calls(facts: "ModuleFacts") -> "list[Call]":
    """The calls that may make patterns: of what was imported as ``pattern``, or of a namespace's member."""
    makers = {item.local for item in facts.imports if item.imported == "pattern" or item.form == "namespace"}
    return [call for call in facts.calls if call.callee.partition(".")[0] in makers]


def data_rows(content: bytes) -> ModuleRows:
    """The rows of a file of an answer that is no module: text or data that its program reads."""
    nothing = canonical_json([])
    lines = content.count(b"\n") + (not content.endswith(b"\n") and bool(content))
    module = ("data", "complete", "", 0, nothing, nothing, nothing, nothing, nothing, lines)
    return ModuleRows(module=module, symbols=(), exports=(), imports=(), problems=())


def _symbol_row(symbol: "Symbol") -> Row:
    name, qualified_name, kind, signature, doc, container, exported, is_value, is_type, *place = symbol
    roles = (int(exported), int(is_value), int(is_type))
    return (container, name, qualified_name, kind, signature, doc, *roles, *place)


def _export_row(export: "Export") -> Row:
    name, form, local, specifier, type_only, *place = export
    return (name, form, local, specifier, int(type_only), *place)


def _import_row(entry: "Import") -> Row:
    specifier, form, imported, local, type_only, *place = entry
    return (specifier, form, int(type_only), imported, local, *place)


def problem_row(problem: Problem, *, source: str = "") -> Row:
    """The row of *problem*, without its owner; *source* fills an empty one."""
    return (
        problem.source or source,
        problem.path,
        problem.start_byte,
        problem.stop_byte,
        problem.line,
        problem.kind,
        problem.severity,
        problem.message,
    )
