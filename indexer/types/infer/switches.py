"""Switch statements: what each case knows of the value, and what is left after it. Pure."""

from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.infer.look import is_nullish, parts
from indexer.types.infer.names import At, Flow, declare_statements
from indexer.types.infer.narrowing import join_flows, narrow, narrow_equal
from indexer.types.infer.ways import join_ways
from indexer.types.model import LiteralType
from indexer.types.unions import split_members, union_of

if TYPE_CHECKING:
    from indexer.types.infer.session import Inference


def switch(inference: "Inference", node: Node, at: At) -> None:
    """Walks a switch statement, falling through where a case does not end."""
    value, body = node.child_by_field_name("value"), node.child_by_field_name("body")
    if value is None or body is None:
        return
    inference.typed(value, at)
    subject = value.named_children[0] if value.type == "parenthesized_expression" else value
    inner = at.within(at.env.inside())
    for case in body.named_children:
        declare_statements(inner.env, case)
    exhausted = _is_exhausted(inference, subject, body, inner)
    ways, fallen = _run_cases(inference, subject, body, inner)
    if not exhausted:
        ways.append(inner.branch())
    if fallen is not None:
        ways.append(at.branch(fallen))
    join_ways(inference, at, ways)


def _run_cases(inference: "Inference", subject: Node, body: Node, at: At) -> tuple[list[At], Flow | None]:
    """The ways that leave the switch, and the flow out of its last case; *at* keeps what is left."""
    ways: list[At] = []
    fallen: Flow | None = None
    for case in body.named_children:
        if case.type not in ("switch_case", "switch_default"):
            continue
        label = case.child_by_field_name("value")
        flow = at.flow
        if label is not None:
            inference.typed(label, at)
            flow = _by_label(inference, subject, label, at, same=True)
            at.flow = _by_label(inference, subject, label, at, same=False)
        way = At(
            at.env,
            flow if fallen is None else join_flows(inference, flow, fallen),
            at.returns,
            at.expected_return,
        )
        breaks = _run_case(inference, case, label, way)
        fallen = way.flow if way.reachable and not breaks else None
        if breaks:
            ways.append(way.branch())
    return ways, fallen


def _is_exhausted(inference: "Inference", subject: Node, body: Node, at: At) -> bool:
    """Whether the cases take every value that *subject* can have, or there is a default."""
    if any(case.type == "switch_default" for case in body.named_children):
        return True
    labels = [case.child_by_field_name("value") for case in body.named_children]
    engine = inference.engine
    with inference.quiet():
        values = split_members(engine, union_of(engine, parts(engine, inference.typed(subject, at))))
        taken = [
            each
            for label in labels
            if label is not None
            for each in parts(engine, inference.typed(label, at))
        ]
    units = all(isinstance(each, LiteralType) or is_nullish(each) for each in values)
    return bool(values) and units and all(each in taken for each in values)


def _run_case(inference: "Inference", case: Node, label: Node | None, way: At) -> bool:
    """Walks the statements of a case; whether they end with ``break``."""
    from indexer.types.infer.statements import run_statements  # noqa: PLC0415  # statements hold switches in turn

    statements = [
        child
        for child in case.named_children
        if child.type != "comment" and (label is None or child.id != label.id)
    ]
    run_statements(inference, statements, way)
    return _breaks(statements)


def _by_label(inference: "Inference", subject: Node, label: Node, at: At, *, same: bool) -> Flow:
    with inference.quiet():
        if subject.type == "true":
            return narrow(inference, label, at, truth=same)
        return narrow_equal(inference, subject, label, at, same=same)


def _breaks(statements: list[Node]) -> bool:
    last = statements[-1] if statements else None
    while last is not None and last.type == "statement_block":
        last = last.named_children[-1] if last.named_children else None
    return last is not None and last.type in ("break_statement", "continue_statement")
