"""What a module imports, in every form. Pure."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tree_sitter import Node

from indexer.parse.typescript.cooked import cooked
from indexer.parse.typescript.facts import Import, ImportForm
from indexer.parse.typescript.grammar import SyntaxTree
from indexer.parse.typescript.names import name_text
from indexer.parse.typescript.positions import is_type_position

_CALL = re.compile(rb"import\s*\(")


class _Bound(NamedTuple):
    form: ImportForm
    imported: str
    local: str
    type_only: bool


def imports_of(parsed: SyntaxTree, statements: Iterable[Node]) -> tuple[Import, ...]:
    """Every import of *parsed*, whose top-level *statements* are given, in file order.

    There is one entry for each bound name, and one for a statement that binds none.
    """
    found: list[Import] = []
    for statement in statements:
        if statement.type == "import_statement":
            found.extend(_of_statement(parsed, statement))
        elif statement.type == "import_alias":
            found.append(_alias(parsed, statement))
        elif statement.type == "export_statement" and statement.child_by_field_name("source") is not None:
            found.append(_re_export(parsed, statement))
        elif (
            statement.type == "export_statement" and statement.child_by_field_name("declaration") is not None
        ):
            found.extend(_exported_alias(parsed, statement))
    found.extend(_calls(parsed))
    return tuple(sorted(found, key=lambda item: (item.start_byte, item.local)))


def _of_statement(parsed: SyntaxTree, statement: Node) -> Iterator[Import]:
    children = statement.children
    kinds = [child.type for child in children]
    type_only = "type" in kinds[:2]
    require = children[kinds.index("import_require_clause")] if "import_require_clause" in kinds else None
    source = (require or statement).child_by_field_name("source")
    if source is None:
        return
    specifier = cooked(parsed.text(source))
    if require is not None:
        local = parsed.text(require.named_children[0])
        yield _import(statement, specifier, _Bound("require", "export=", local, type_only))
        return
    bound: list[_Bound] = []
    if "import_clause" in kinds:
        bound.extend(_of_clause(parsed, children[kinds.index("import_clause")], type_only=type_only))
    for item in bound or [_Bound("side-effect", "", "", type_only)]:
        yield _import(statement, specifier, item)


def _of_clause(parsed: SyntaxTree, clause: Node, *, type_only: bool) -> Iterator[_Bound]:
    for part in clause.named_children:
        if part.type == "identifier":
            yield _Bound("default", "default", parsed.text(part), type_only)
        elif part.type == "namespace_import":
            yield _Bound("namespace", "*", parsed.text(part.named_children[-1]), type_only)
        elif part.type == "named_imports":
            for entry in part.named_children:
                name = entry.child_by_field_name("name")
                if name is not None:
                    alias = entry.child_by_field_name("alias") or name
                    only = type_only or entry.children[0].type == "type"
                    yield _Bound("named", name_text(parsed, name), parsed.text(alias), only)


def _alias(parsed: SyntaxTree, statement: Node) -> Import:
    """``import local = Namespace.member``: an alias within the module; its specifier is empty."""
    names = [child for child in statement.named_children if child.type != "comment"]
    return _import(
        statement, "", _Bound("alias", parsed.text(names[-1]), parsed.text(names[0]), type_only=False)
    )


def _exported_alias(parsed: SyntaxTree, statement: Node) -> Iterator[Import]:
    declaration = statement.child_by_field_name("declaration")
    if declaration is not None and declaration.type == "import_alias":
        yield _alias(parsed, declaration)


def _re_export(parsed: SyntaxTree, statement: Node) -> Import:
    """A re-export brings in a module, but no name."""
    source = statement.child_by_field_name("source")
    specifier = cooked(parsed.text(source)) if source is not None else ""
    head = parsed.content[statement.start_byte : statement.end_byte].split(None, 2)[1:2]
    return _import(statement, specifier, _Bound("re-export", "", "", type_only=head == [b"type"]))


def _calls(parsed: SyntaxTree) -> Iterator[Import]:
    """``import("...")`` as an expression and as a type, wherever it stands."""
    hidden = {mask.start for mask in parsed.masks if mask.kind == "import-type"}
    for match in _CALL.finditer(parsed.content):
        node = parsed.root.descendant_for_byte_range(match.start(), match.start() + len(b"import"))
        is_call = node is not None and node.type == "import"
        if node is None or not (is_call or match.start() in hidden):
            continue
        owner = node.parent.parent if is_call and node.parent is not None else node
        if owner is not None:
            form: ImportForm = "import-type" if is_type_position(owner) else "dynamic"
            specifier = _first_string(parsed.content, match.end())
            yield _import(owner, specifier, _Bound(form, "*", "", form == "import-type"))


_STRING = re.compile(rb"""\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`$\\]*`)\s*[,)]""")


def _first_string(content: bytes, start: int) -> str:
    """The literal first argument from byte *start*; ``""`` when it is computed."""
    literal = _STRING.match(content, start)
    return cooked(literal[1].decode("utf-8", "replace")) if literal else ""


def _import(node: Node, specifier: str, bound: _Bound) -> Import:
    return Import(specifier, *bound, node.start_byte, node.end_byte, node.start_point.row + 1)
