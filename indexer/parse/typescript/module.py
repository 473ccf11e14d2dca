"""One TypeScript file -> its facts. Pure."""

import re

from indexer.base.words import Problem
from indexer.parse.typescript.calls import aliases_of, calls_of
from indexer.parse.typescript.damage import Damage
from indexer.parse.typescript.data_files import data_files_of
from indexer.parse.typescript.documented import documented
from indexer.parse.typescript.facts import Export, ModuleFacts
from indexer.parse.typescript.grammar import SyntaxTree, parse_tree
from indexer.parse.typescript.jsdoc import doc_text, is_jsdoc
from indexer.parse.typescript.needs import imports_of
from indexer.parse.typescript.offers import exports_of
from indexer.parse.typescript.specifiers import specifiers_of
from indexer.parse.typescript.symbols import symbols_of, with_exported

_LINE_COMMENT = re.compile(r"^\s*//+ ?", re.MULTILINE)


def parse_module(content: bytes, path: str, *, source: str = "") -> ModuleFacts:
    """The facts of the file *content*; *path* chooses the grammar, *source* only labels problems.

    Never raises: what cannot be read is a problem with its byte range, and the status is then ``degraded``.
    """
    return facts_of(parse_tree(content, path), source=source)


def facts_of(parsed: SyntaxTree, *, source: str = "") -> ModuleFacts:
    """The facts of a file that is parsed already."""
    statements = documented(parsed, parsed.root)
    nodes = [node for node, _ in statements]
    exports, imports = exports_of(parsed, nodes), imports_of(parsed, nodes)
    specifiers = specifiers_of(parsed)
    return ModuleFacts(
        path=parsed.path,
        language=parsed.grammar,
        status="degraded" if parsed.damage else "complete",
        doc=_module_doc(parsed),
        symbols=with_exported(symbols_of(parsed, statements), _offered_locals(exports)),
        exports=exports,
        imports=imports,
        calls=calls_of(parsed, statements),
        aliases=aliases_of(parsed, nodes),
        specifiers=specifiers.entering,
        followed=specifiers.followed,
        data_files=data_files_of(parsed, imports),
        is_declaration=parsed.path.endswith(".d.ts"),
        masks=len(parsed.masks),
        problems=tuple(_problem(parsed, damage, source) for damage in parsed.damage),
    )


def _offered_locals(exports: tuple[Export, ...]) -> frozenset[str]:
    return frozenset(export.local for export in exports if export.specifier is None)


def _problem(parsed: SyntaxTree, damage: Damage, source: str) -> Problem:
    return Problem(
        source=source,
        path=parsed.path,
        start_byte=damage.start,
        stop_byte=damage.stop,
        line=parsed.content.count(b"\n", 0, damage.start) + 1,
        kind=damage.kind,
        severity="warning",
        message=damage.message,
    )


def _module_doc(parsed: SyntaxTree) -> str:
    """The comment that opens the file, unless it is the JSDoc of the first declaration."""
    lines: list[str] = []
    for child in parsed.root.named_children:
        if child.type == "hash_bang_line":
            continue
        text = parsed.text(child) if child.type == "comment" else ""
        if is_jsdoc(text):
            following = child.next_named_sibling
            stands_alone = following is None or following.type in ("comment", "import_statement")
            return doc_text(text) if stands_alone and not lines else _joined(lines)
        if not text.startswith("//"):
            return _joined(lines)
        lines.append(text)
    return _joined(lines)


def _joined(lines: list[str]) -> str:
    return _LINE_COMMENT.sub("", "\n".join(lines)).strip()
