"""Top-level values that are made by a call, and what its callback returns. Pure."""

from collections.abc import Iterable, Iterator

from tree_sitter import Node

from indexer.parse.typescript.cooked import cooked
from indexer.parse.typescript.facts import Call
from indexer.parse.typescript.grammar import SyntaxTree
from indexer.parse.typescript.names import name_text
from indexer.parse.typescript.signature import unwrapped
from indexer.parse.typescript.symbols import declared_by

_VARIABLES = ("lexical_declaration", "variable_declaration")
_FUNCTIONS = ("arrow_function", "function_expression")
_NAME_KEY = "[NAME]"


def calls_of(parsed: SyntaxTree, statements: Iterable[tuple[Node, str]]) -> tuple[Call, ...]:
    """The calls behind top-level consts and ``export default``, in file order."""
    found: list[Call] = []
    for statement, doc in statements:
        node = declared_by(statement)
        if node.type in _VARIABLES:
            for declarator in node.named_children:
                name, value = declarator.child_by_field_name("name"), declarator.child_by_field_name("value")
                if name is not None and value is not None and name.type == "identifier":
                    found.extend(_call(parsed, parsed.text(name), value, doc))
        elif statement.type == "export_statement" and statement.child_by_field_name("value") is not None:
            found.extend(_call(parsed, "default", node, doc))
    return tuple(found)


def aliases_of(parsed: SyntaxTree, statements: Iterable[Node]) -> tuple[tuple[str, str], ...]:
    """Top-level variables that stand for another name, with that name, in file order."""
    declarations = (declared_by(statement) for statement in statements)
    found: list[tuple[str, str]] = []
    for declarator in (
        part for node in declarations if node.type in _VARIABLES for part in node.named_children
    ):
        name, value = declarator.child_by_field_name("name"), declarator.child_by_field_name("value")
        if name is not None and name.type == "identifier" and value is not None:
            other = unwrapped(value)
            if other.type == "identifier":
                found.append((parsed.text(name), parsed.text(other)))
    return tuple(found)


def _call(parsed: SyntaxTree, name: str, value: Node, doc: str) -> Iterator[Call]:
    call = unwrapped(value)
    if call.type != "call_expression":
        return
    callee, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if callee is None or arguments is None:
        return
    if callee.type not in ("identifier", "member_expression"):
        return
    typed = call.child_by_field_name("type_arguments")
    keys, result_name = _result_of(parsed, arguments)
    yield Call(
        name=name,
        callee=parsed.text(callee),
        type_arguments=tuple(parsed.text(part) for part in typed.named_children) if typed is not None else (),
        doc=doc,
        result_keys=keys,
        result_name=result_name,
        start_byte=call.start_byte,
        stop_byte=call.end_byte,
        line=call.start_point.row + 1,
    )


def _result_of(parsed: SyntaxTree, arguments: Node) -> tuple[tuple[str, ...], str]:
    """Keys of the objects that the last function argument returns, and the plain text under ``[NAME]``."""
    functions = [child for child in arguments.named_children if child.type in _FUNCTIONS]
    keys: set[str] = set()
    result_name = ""
    for returned in _returned_objects(functions[-1]) if functions else ():
        for entry in returned.named_children:
            key = entry.child_by_field_name("key") or entry.child_by_field_name("name")
            value = entry.child_by_field_name("value")
            if key is None and entry.type != "shorthand_property_identifier":
                continue
            text = name_text(parsed, key or entry)
            keys.add(text)
            if text == _NAME_KEY and value is not None and value.type == "string":
                result_name = cooked(parsed.text(value))
    return tuple(sorted(keys)), result_name


def _returned_objects(function: Node) -> Iterator[Node]:
    """Object literals that *function* returns, from its own statements (not from functions inside it)."""
    body = function.child_by_field_name("body")
    if body is None:
        return
    if body.type != "statement_block":
        returned = unwrapped(body)
        if returned.type == "object":
            yield returned
        return
    waiting = list(body.named_children)
    while waiting:
        statement = waiting.pop()
        if statement.type == "return_statement" and statement.named_child_count:
            returned = unwrapped(statement.named_children[0])
            if returned.type == "object":
                yield returned
        elif statement.type in ("if_statement", "else_clause", "statement_block", "try_statement"):
            waiting.extend(statement.named_children)
