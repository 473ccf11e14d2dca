"""Files that a module reads as data: literal ``dataFile("./x.json")`` calls of the runtime. Pure.

Source: IDENTITY.md section 6.
"""

import re
from collections.abc import Iterator

from tree_sitter import Node

from indexer.parse.typescript.bindings import bound_names
from indexer.parse.typescript.cooked import cooked
from indexer.parse.typescript.facts import Import
from indexer.parse.typescript.grammar import SyntaxTree

_RUNTIME = "commonfabric"
_READER = "dataFile"
_VARIABLES = ("lexical_declaration", "variable_declaration")
_NAMED = (
    "function_declaration",
    "generator_function_declaration",
    "class_declaration",
    "abstract_class_declaration",
)
_NAMED_EXPRESSIONS = ("function_expression", "generator_function", "class")
_LOOPS = ("for_statement", "for_in_statement")


def data_files_of(parsed: SyntaxTree, imports: tuple[Import, ...]) -> tuple[str, ...]:
    """The distinct paths given to ``dataFile``, under any alias or namespace it was imported by, sorted."""
    if _READER.encode() not in parsed.content:
        return ()
    values = [item for item in imports if item.specifier == _RUNTIME and not item.type_only]
    direct = {(item.local, "") for item in values if item.form == "named" and item.imported == _READER}
    spaces = {(item.local, _READER) for item in values if item.form == "namespace"}
    paths = {path for name, member in direct | spaces for path in _read_through(parsed, name, member)}
    return tuple(sorted(paths))


def _read_through(parsed: SyntaxTree, name: str, member: str) -> Iterator[str]:
    """Literal first arguments of the calls of *name*, or of its *member*."""
    encoded = name.encode()
    for match in re.finditer(rb"(?<![\w$.])" + re.escape(encoded) + rb"(?![\w$])", parsed.masked):
        use = parsed.root.descendant_for_byte_range(match.start(), match.end())
        if use is None or use.type != "identifier":
            continue
        callee = use.parent if member else use
        if callee is None or (member and not _is_member(parsed, callee, member)):
            continue
        argument = _first_argument(callee)
        if argument is not None and argument.type == "string" and not _is_shadowed(parsed, use, name):
            yield cooked(parsed.text(argument))


def _is_member(parsed: SyntaxTree, callee: Node, member: str) -> bool:
    named = callee.child_by_field_name("property")
    return callee.type == "member_expression" and named is not None and parsed.text(named) == member


def _first_argument(callee: Node) -> Node | None:
    call = callee.parent
    if call is None or call.type != "call_expression" or call.child_by_field_name("function") != callee:
        return None
    arguments = call.child_by_field_name("arguments")
    given = [child for child in arguments.named_children if child.type != "comment"] if arguments else []
    return given[0] if given else None


def _is_shadowed(parsed: SyntaxTree, use: Node, name: str) -> bool:
    """Whether a scope between *use* and the file binds *name* anew."""
    scope = use.parent
    while scope is not None and scope.type != "program":
        if any(name in bound_names(parsed, target) for target in _bound_by(scope)):
            return True
        scope = scope.parent
    return False


def _bound_by(scope: Node) -> Iterator[Node]:
    """The identifiers and patterns that *scope* itself binds."""
    parameters = scope.child_by_field_name("parameters") or scope.child_by_field_name("parameter")
    if parameters is not None:
        yield parameters
        for parameter in parameters.named_children:
            yield parameter.child_by_field_name("pattern") or parameter
    name = scope.child_by_field_name("name")
    if name is not None and scope.type in _NAMED + _NAMED_EXPRESSIONS:
        yield name
    if scope.type in _LOOPS:
        for part in (scope.child_by_field_name("left"), scope.child_by_field_name("initializer")):
            yield from _declared([part] if part is not None else [])
    if scope.type == "statement_block":
        yield from _declared(scope.named_children)


def _declared(statements: list[Node]) -> Iterator[Node]:
    for statement in statements:
        if statement.type in _VARIABLES:
            targets = (child.child_by_field_name("name") for child in statement.named_children)
            yield from (target for target in targets if target is not None)
        elif statement.type in _NAMED:
            name = statement.child_by_field_name("name")
            yield from [name] if name is not None else []
        elif statement.type in ("identifier", "object_pattern", "array_pattern"):
            yield statement
