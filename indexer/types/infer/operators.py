"""Operators: arithmetic, comparison, logic, choice, assignment. Pure."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.access import path_of
from indexer.types.infer.events import Misuse
from indexer.types.infer.look import base_name, is_nullish, is_open, look, parts, present, widened
from indexer.types.infer.names import At, Binding, Path
from indexer.types.infer.narrowing import narrow
from indexer.types.infer.siblings import best_union
from indexer.types.infer.tables import Reader
from indexer.types.model import (
    ANY,
    BIGINT,
    BOOLEAN,
    FALSE,
    NUMBER,
    STRING,
    TRUE,
    UNDEFINED,
    LiteralType,
    TupleOf,
    Type,
    Undetermined,
    UnionOf,
)
from indexer.types.unions import union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference

ARITHMETIC = frozenset({"-", "*", "/", "%", "**", "&", "|", "^", "<<", ">>", ">>>"})
RELATIONAL = frozenset({"<", ">", "<=", ">="})
EQUALITY = frozenset({"===", "!==", "==", "!="})
_KINDS = ("string", "number", "bigint", "boolean", "symbol", "undefined", "object", "function")
TYPEOF = UnionOf(tuple(LiteralType(word, "string") for word in _KINDS))
"""What ``typeof x`` may be."""
_LOGICAL = frozenset({"&&", "||", "??"})


def _binary(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    """A left-nested chain of operators, from its left end, without recursion."""
    chain: list[Node] = []
    left = node
    while left.type == "binary_expression":
        chain.append(left)
        inner = left.child_by_field_name("left")
        if inner is None:
            return Undetermined("an operator without operands")
        left = inner
    point = at.branch()
    found = inference.typed(left, point, expected if len(chain) == 1 else None)
    for each in reversed(chain):
        operation = _operation(each, judged=each is not node or not _is_cut_short(node))
        if operation is not None:
            found = _applied(inference, operation, found, point, expected)
    return found


@dataclass(frozen=True, slots=True)
class _Operation:
    """One binary operator with its operands."""

    operator: str
    left: Node
    right: Node
    judged: bool
    """False where the grammar gives the operator less than the code does."""


def _operation(node: Node, *, judged: bool) -> _Operation | None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    return (
        _Operation(_operator(node), left, right, judged) if left is not None and right is not None else None
    )


def _applied(
    inference: "Inference", operation: _Operation, left: Type, at: At, expected: Type | None
) -> Type:
    """The type of *operation*, whose left operand is of type *left*."""
    operator = operation.operator
    if operator in _LOGICAL:
        return _logical(inference, operation, left, at, expected)
    right = inference.typed(operation.right, at, left if operator in EQUALITY else None)
    if operator in ("in", "instanceof"):
        return BOOLEAN
    if operation.judged:
        _note_operands(inference, operation, left, right, at)
    if operator in EQUALITY or operator in RELATIONAL:
        return BOOLEAN
    return _arithmetic(inference, operator, left, right)


def _operator(node: Node) -> str:
    operator = node.child_by_field_name("operator")
    return operator.type if operator is not None else ""


def _logical(
    inference: "Inference", operation: _Operation, left: Type, at: At, expected: Type | None
) -> Type:
    operator, left_node, right_node = operation.operator, operation.left, operation.right
    engine = inference.engine
    point = at if operator == "??" else at.branch(narrow(inference, left_node, at, truth=operator == "&&"))
    right = inference.typed(
        right_node, point, expected if expected is not None else (left if operator != "&&" else None)
    )
    if operator == "&&":
        kept = [falsy for each in parts(engine, left) if (falsy := _falsy(each)) is not None]
        return union_of(engine, [*kept, right]) if not is_open(look(engine, left)) else right
    seen = look(engine, left)
    if is_open(seen):
        return seen
    members = parts(engine, left)
    if operator == "??" and not any(is_nullish(each) for each in members):
        return left
    if operator == "||" and all(_falsy(each) is None for each in members):
        return left
    kept_left = present(engine, left) if operator == "??" else _truthy_part(inference, members)
    if isinstance(right, TupleOf) and not right.elements:
        return kept_left
    return best_union(engine, [kept_left, right])


def _truthy_part(inference: "Inference", members: list[Type]) -> Type:
    """What a union of *members* is where it is true."""
    kept = [TRUE if each == BOOLEAN else each for each in members if not is_nullish(each)]
    return union_of(inference.engine, [e for e in kept if not (isinstance(e, LiteralType) and not e.value)])


_FALSY: dict[str, Type] = {
    "string": LiteralType("", "string"),
    "number": LiteralType(0, "number"),
    "bigint": LiteralType(0, "bigint"),
    "boolean": FALSE,
}  # fmt: skip


def _falsy(type_: Type) -> Type | None:
    """What is left of *type_* where a value of it is false; ``None``: it is always true."""
    if is_nullish(type_):
        return type_
    if isinstance(type_, LiteralType):
        return None if type_.value else type_
    return _FALSY.get(base_name(type_) or "")


def _arithmetic(inference: "Inference", operator: str, left: Type, right: Type) -> Type:
    bases = {base_name(each) for side in (left, right) for each in parts(inference.engine, side)}
    if operator == "+" and "string" in bases:
        return STRING
    if "bigint" in bases:
        return BIGINT
    if operator == "+" and not bases <= {"number"}:
        return ANY
    return NUMBER


def _note_operands(inference: "Inference", operation: _Operation, left: Type, right: Type, at: At) -> None:
    operator, left_node, right_node = operation.operator, operation.left, operation.right
    if operator in ARITHMETIC:
        inference.note(at, lambda: Misuse(node=left_node, operation=operator, type=left))
        inference.note(at, lambda: Misuse(node=right_node, operation=operator, type=right))
    elif operator in RELATIONAL or operator in EQUALITY:
        inference.note(at, lambda: Misuse(node=left_node, operation=operator, type=left, other=right))


def _is_cut_short(node: Node) -> bool:
    """Whether more belongs to the right operand: the grammar reads ``a < b!.c`` as ``(a < b)!.c``."""
    outer = node.parent
    while outer is not None and outer.type == "binary_expression":
        if outer.child_by_field_name("right") != node:
            return False
        node, outer = outer, outer.parent
    return outer is not None and outer.type == "non_null_expression"


def _unary(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    operand = node.child_by_field_name("argument")
    found = inference.typed(operand, at) if operand is not None else ANY
    operator = _operator(node)
    if operator == "-" and isinstance(found, LiteralType) and isinstance(found.value, (int, float)):
        return LiteralType(-found.value, found.base, fresh=found.fresh)
    results: dict[str, Type] = {"!": BOOLEAN, "typeof": TYPEOF, "void": UNDEFINED, "delete": BOOLEAN}
    return results.get(operator, BIGINT if base_name(found) == "bigint" else NUMBER)


def _update(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    operand = node.child_by_field_name("argument")
    if operand is not None:
        inference.typed(operand, at)
        _forget(operand, at)
    return NUMBER


def _ternary(inference: "Inference", node: Node, at: At, expected: Type | None) -> Type:
    condition = node.child_by_field_name("condition")
    one, other = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
    if condition is None or one is None or other is None:
        return Undetermined("an incomplete choice")
    inference.typed(condition, at)
    taken = inference.typed(one, at.branch(narrow(inference, condition, at, truth=True)), expected)
    left = inference.typed(other, at.branch(narrow(inference, condition, at, truth=False)), expected)
    return joined(inference, taken, left)


def joined(inference: "Inference", one: Type, other: Type) -> Type:
    """The union of two branches; an empty array literal says nothing beside another type."""
    kept = [each for each in (one, other) if not (isinstance(each, TupleOf) and not each.elements)]
    return best_union(inference.engine, kept or [one])


def _assignment(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return Undetermined("an incomplete assignment")
    if left.type in ("array_pattern", "object_pattern"):
        return inference.typed(right, at)
    wanted = declared_of(inference, left, at)
    found = inference.typed(right, at, wanted)
    _forget(left, at)
    path = path_of(left, at)
    if path is not None:
        at.flow = {**at.flow, path: assigned(inference, wanted, found, evolving=_evolves(path))}
    return found


def assigned(inference: "Inference", declared: Type, found: Type, *, evolving: bool) -> Type:
    """What a reference is known to be after *found* was put into it."""
    engine = inference.engine
    if look(engine, declared) == ANY:
        return widened(engine, found) if evolving else declared
    seen = parts(engine, declared)
    if len(seen) < 2 or is_open(look(engine, found)):
        return declared
    given = parts(engine, found)
    kept = [each for each in seen if not is_nullish(each) or each in given]
    if all(is_nullish(each) for each in given):
        return found
    return union_of(engine, kept)


def _evolves(path: Path) -> bool:
    """Whether the reference is a variable whose type is that of what was last put into it."""
    first = path[0]
    return len(path) == 1 and isinstance(first, Binding) and first.node.child_by_field_name("type") is None


def declared_of(inference: "Inference", node: Node, at: At) -> Type:
    """The type of a reference before flow told more of it."""
    bare = at.branch({path: type_ for path, type_ in at.flow.items() if path != path_of(node, at)})
    return inference.typed(node, bare)


def _augmented(inference: "Inference", node: Node, at: At, _expected: Type | None) -> Type:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return Undetermined("an incomplete assignment")
    before = inference.typed(left, at)
    after = inference.typed(right, at, before)
    operator = _operator(node).removesuffix("=")
    if operator in _LOGICAL:
        path = path_of(left, at)
        if path is not None and operator in ("??", "||"):
            at.flow = {
                **at.flow,
                path: union_of(inference.engine, [present(inference.engine, before), after]),
            }
        return union_of(inference.engine, [before, after])
    return _arithmetic(inference, operator, before, after)


def _forget(node: Node, at: At) -> None:
    """What was told of the reference *node* and of what is inside it holds no longer."""
    path = path_of(node, at)
    if path is not None:
        at.flow = {known: type_ for known, type_ in at.flow.items() if known[: len(path)] != path}


READERS: dict[str, Reader] = {
    "binary_expression": _binary,
    "unary_expression": _unary,
    "update_expression": _update,
    "ternary_expression": _ternary,
    "assignment_expression": _assignment,
    "augmented_assignment_expression": _augmented,
}
