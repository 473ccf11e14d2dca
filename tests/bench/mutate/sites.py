"""Where a composition can be changed: imports, calls, instances, reads, events. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from indexer.parse.typescript.grammar import SyntaxTree, parse_tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """One imported name of a relative import."""

    statement: Node
    specifier: Node
    node: Node
    """The import specifier, or the default's identifier."""
    local: str
    exported: str
    """``default`` for the default."""
    type_only: bool


@dataclass(slots=True)
class Sites:
    """The places of one file."""

    file: str
    tree: SyntaxTree
    imports: list[Imported] = field(default_factory=list)
    calls: list[tuple[str, Node]] = field(default_factory=list)
    """Callee and call of each imported function."""
    elements: list[tuple[str, Node]] = field(default_factory=list)
    """Name and opening element of each imported component."""
    bound: list[tuple[str, Node, str]] = field(default_factory=list)
    """Name, declarator and callee of variables that hold a call's result."""
    taken: list[tuple[str, Node]] = field(default_factory=list)
    """Callee and pattern of destructured results."""
    reads: list[Node] = field(default_factory=list)
    """Reads of a field straight of an instance."""
    nested: list[Node] = field(default_factory=list)
    """Reads below a field of an instance, or of an element of one."""
    typed: list[Node] = field(default_factory=list)
    """Reads of names whose annotation names an imported type."""
    sends: list[Node] = field(default_factory=list)
    """Calls of ``.send`` on a field of an instance."""
    types: list[str] = field(default_factory=list)
    """Names that are types only."""

    def text(self, node: Node) -> str:
        return self.tree.text(node)


def walk(node: Node) -> Iterator[Node]:
    """Every named node below *node*, in file order."""
    todo = [node]
    while todo:
        here = todo.pop()
        yield here
        todo.extend(reversed(here.named_children))


def part(node: Node, name: str) -> Node:
    """The part of *node* that the grammar calls *name* and always gives there."""
    found = node.child_by_field_name(name)
    assert found is not None
    return found


def parent_of(node: Node) -> Node:
    """The node around *node*, which is not the whole file."""
    assert node.parent is not None
    return node.parent


def sites_of(content: bytes, file: str) -> Sites:
    """The places of the source *content*."""
    sites = Sites(file, parse_tree(content, file))
    nodes = list(walk(sites.tree.root))
    for node in nodes:
        if node.type == "import_statement":
            _take_import(sites, node)
        elif node.type in ("interface_declaration", "type_alias_declaration"):
            sites.types.append(sites.text(part(node, "name")))
    sites.types += [each.local for each in sites.imports if each.type_only]
    values = {each.local for each in sites.imports if not each.type_only}
    for node in nodes:
        _take_use(sites, node, values)
    instances = {name for name, _, _ in sites.bound}
    elements = _element_names(sites, nodes, instances)
    annotated = _annotated_names(sites, nodes)
    for node in nodes:
        if node.type == "member_expression":
            _take_member(sites, node, instances, elements, annotated)
    return sites


def _take_import(sites: Sites, node: Node) -> None:
    source = node.child_by_field_name("source")
    if source is None or not sites.text(source)[1:].startswith("."):
        return
    whole = sites.text(node).startswith("import type")
    for inner in walk(node):
        if inner.type == "import_clause" and inner.named_children[0].type == "identifier":
            name = inner.named_children[0]
            _note_import(sites, node, name, ("default", sites.text(name)), type_only=whole)
        elif inner.type == "import_specifier":
            name = part(inner, "name")
            alias = inner.child_by_field_name("alias") or name
            only = whole or sites.text(inner).startswith("type ")
            _note_import(sites, node, inner, (sites.text(name), sites.text(alias)), type_only=only)


def _note_import(
    sites: Sites, statement: Node, node: Node, names: tuple[str, str], *, type_only: bool
) -> None:
    source = part(statement, "source")
    exported, local = names
    made = Imported(
        statement=statement, specifier=source, node=node, local=local, exported=exported, type_only=type_only
    )
    sites.imports.append(made)


def _take_use(sites: Sites, node: Node, values: set[str]) -> None:
    if node.type == "call_expression":
        callee = node.child_by_field_name("function")
        if callee is not None and callee.type == "identifier" and sites.text(callee) in values:
            sites.calls.append((sites.text(callee), node))
    elif node.type in ("jsx_self_closing_element", "jsx_opening_element"):
        name = node.child_by_field_name("name")
        if name is not None and sites.text(name) in values:
            sites.elements.append((sites.text(name), node))
    elif node.type == "variable_declarator":
        _take_variable(sites, node, values)


def _take_variable(sites: Sites, node: Node, values: set[str]) -> None:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or value is None:
        return
    if value.type == "identifier" and name.type == "object_pattern":
        if any(sites.text(value) == known for known, _, _ in sites.bound):
            sites.taken.append((sites.text(value), name))
        return
    if value.type != "call_expression":
        return
    callee = value.child_by_field_name("function")
    if callee is None or callee.type != "identifier" or sites.text(callee) not in values:
        return
    if name.type == "identifier":
        sites.bound.append((sites.text(name), node, sites.text(callee)))
    elif name.type == "object_pattern":
        sites.taken.append((sites.text(callee), name))


def _root_name(sites: Sites, node: Node) -> tuple[str, int]:
    """The name that an access chain starts from, and how many member steps it has."""
    steps = 0
    while True:
        if node.type == "member_expression":
            steps += 1
            node = part(node, "object")
        elif node.type == "subscript_expression":
            node = part(node, "object")
        elif node.type == "call_expression":
            node = part(node, "function")
        elif (
            node.type in ("non_null_expression", "parenthesized_expression", "as_expression")
            and node.named_children
        ):
            node = node.named_children[0]
        else:
            break
    return (sites.text(node) if node.type == "identifier" else "", steps)


def _element_names(sites: Sites, nodes: list[Node], instances: set[str]) -> set[str]:
    """Parameters of callbacks over a list that an instance holds."""
    found = set()
    for node in nodes:
        if node.type == "call_expression":
            function = node.child_by_field_name("function")
            if function is None or function.type != "member_expression":
                continue
            if _root_name(sites, function)[0] not in instances:
                continue
            for argument in (node.child_by_field_name("arguments") or node).named_children:
                if argument.type == "arrow_function":
                    parameter = argument.child_by_field_name("parameter")
                    parameters = argument.child_by_field_name("parameters")
                    first = parameter or (
                        parameters and parameters.named_children and parameters.named_children[0]
                    )
                    if first and first.type == "required_parameter":
                        first = first.child_by_field_name("pattern")
                    if first and first.type == "identifier":
                        found.add(sites.text(first))
        elif node.type == "for_in_statement":
            right, left = node.child_by_field_name("right"), node.child_by_field_name("left")
            if right and left and left.type == "identifier" and _root_name(sites, right)[0] in instances:
                found.add(sites.text(left))
    return found


def _annotated_names(sites: Sites, nodes: list[Node]) -> set[str]:
    imported = {each.local for each in sites.imports}
    found = set()
    for node in nodes:
        kind = (
            node.child_by_field_name("type")
            if node.type in ("required_parameter", "variable_declarator")
            else None
        )
        if kind is None:
            continue
        name = node.child_by_field_name("pattern") or node.child_by_field_name("name")
        if name is not None and name.type == "identifier" and sites.text(kind).lstrip(": ") in imported:
            found.add(sites.text(name))
    return found


def _take_member(
    sites: Sites, node: Node, instances: set[str], elements: set[str], annotated: set[str]
) -> None:
    name, thing = node.child_by_field_name("property"), node.child_by_field_name("object")
    if name is None or thing is None or name.type != "property_identifier":
        return
    root, steps = _root_name(sites, node)
    parent = parent_of(node)
    called = parent.type == "call_expression" and part(parent, "function") == node
    if called and sites.text(name) == "send" and root in instances and thing.type == "member_expression":
        sites.sends.append(parent)
        return
    if called and sites.text(name) in (
        "get",
        "set",
        "map",
        "filter",
        "some",
        "every",
        "find",
        "send",
        "includes",
        "key",
    ):
        return
    if root in annotated:
        sites.typed.append(node)
    elif thing.type == "identifier" and root in instances:
        sites.reads.append(node)
    elif (root in instances and steps > 1) or root in elements:
        sites.nested.append(node)
