"""What a module exports, as written. Pure."""

import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from indexer.parse.typescript.bindings import bound_names
from indexer.parse.typescript.cooked import cooked
from indexer.parse.typescript.facts import Export, ExportForm
from indexer.parse.typescript.grammar import SyntaxTree
from indexer.parse.typescript.names import name_text
from indexer.parse.typescript.symbols import declared_by

_VARIABLES = ("lexical_declaration", "variable_declaration")
_TYPE_KEYWORD = re.compile(rb"export(?:\s|/\*[^*]*\*/)+type\b")
_NO_DECLARATION = frozenset(("comment", "import_statement", "empty_statement"))


def exports_of(parsed: SyntaxTree, statements: Sequence[Node]) -> tuple[Export, ...]:
    """Every name the top-level *statements* offer, in file order; ``export *`` is one entry named ``*``."""
    found: list[Export] = []
    for statement in statements:
        if statement.type == "export_statement":
            found.extend(_of_statement(parsed, statement))
    if parsed.path.endswith(".d.ts") and _is_implicit(statements):
        found.extend(_implicit(parsed, statements))
    return tuple(sorted(found, key=lambda export: export.start_byte))


def _is_implicit(statements: Sequence[Node]) -> bool:
    """Whether a declaration file exports all it declares: it is a module without an export list."""
    exporting = [child for child in statements if child.type == "export_statement"]
    is_module = bool(exporting) or any(child.type == "import_statement" for child in statements)
    return is_module and all(child.child_by_field_name("declaration") is not None for child in exporting)


def _implicit(parsed: SyntaxTree, statements: Sequence[Node]) -> Iterator[Export]:
    for statement in statements:
        if statement.type not in _NO_DECLARATION and statement.type != "export_statement":
            for name in _declared_names(parsed, declared_by(statement)):
                yield _export(statement, name, "declaration", name)


def _of_statement(parsed: SyntaxTree, statement: Node) -> Iterator[Export]:
    kinds = {child.type for child in statement.children}
    source = statement.child_by_field_name("source")
    specifier = cooked(parsed.text(source)) if source is not None else None
    type_only = bool(_TYPE_KEYWORD.match(parsed.content, statement.start_byte))
    if "default" in kinds:
        yield _default(parsed, statement)
    elif "export_clause" in kinds:
        yield from _listed(parsed, statement, specifier, type_only=type_only)
    elif "namespace_export" in kinds:
        clause = next(child for child in statement.children if child.type == "namespace_export")
        name = name_text(parsed, clause.named_children[-1])
        yield _export(statement, name, "namespace", "*", specifier, type_only=type_only)
    elif "*" in kinds:
        yield _export(statement, "*", "star", "*", specifier, type_only=type_only)
    elif "=" in kinds:
        value = statement.named_children[-1]
        local = parsed.text(value) if value.type == "identifier" else ""
        yield _export(statement, "export=", "assignment", local)
    elif "namespace" in kinds:
        name = parsed.text(statement.named_children[-1])
        yield _export(statement, name, "umd", "*")
    else:
        for name in _declared_names(parsed, declared_by(statement)):
            yield _export(statement, name, "declaration", name)


def _listed(
    parsed: SyntaxTree, statement: Node, specifier: str | None, *, type_only: bool
) -> Iterator[Export]:
    """The entries of ``export { a, type b as c } from "..."``."""
    clause = next(child for child in statement.children if child.type == "export_clause")
    form: ExportForm = "named" if specifier is None else "re-export"
    for entry in clause.named_children:
        local = entry.child_by_field_name("name")
        if entry.type != "export_specifier" or local is None:
            continue
        alias = entry.child_by_field_name("alias") or local
        only = type_only or entry.children[0].type == "type"
        yield _export(
            entry, name_text(parsed, alias), form, name_text(parsed, local), specifier, type_only=only
        )


def _default(parsed: SyntaxTree, statement: Node) -> Export:
    """``export default``: of a declaration or name, its name; of any other expression, ``default`` itself."""
    declaration = statement.child_by_field_name("declaration")
    value = statement.child_by_field_name("value")
    local = "default"
    if declaration is not None:
        name = declared_by(statement).child_by_field_name("name")
        local = parsed.text(name) if name is not None else "default"
    elif value is not None and value.type == "identifier":
        local = parsed.text(value)
    return _export(statement, "default", "default", local)


def _declared_names(parsed: SyntaxTree, node: Node) -> tuple[str, ...]:
    if node.type in _VARIABLES:
        targets = (child.child_by_field_name("name") for child in node.named_children)
        return tuple(name for target in targets if target is not None for name in bound_names(parsed, target))
    if node.type == "import_alias":
        return (parsed.text(node.named_children[0]),)
    if node.type == "import_require_clause":
        return (parsed.text(node.named_children[0]),)
    name_node = node.child_by_field_name("name")
    if name_node is None or name_node.type == "string":
        return ()
    return (name_text(parsed, name_node).partition(".")[0],)


def _export(  # noqa: PLR0913 - the fields of one export, each by name where they could be confused
    node: Node,
    name: str,
    form: ExportForm,
    local: str,
    specifier: str | None = None,
    *,
    type_only: bool = False,
) -> Export:
    return Export(
        name=name,
        form=form,
        local=local,
        specifier=specifier,
        type_only=type_only,
        start_byte=node.start_byte,
        stop_byte=node.end_byte,
        line=node.start_point.row + 1,
    )
