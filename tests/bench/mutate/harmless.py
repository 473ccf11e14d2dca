"""Changes that a compiler accepts, or mostly so: kind l. Pure, given the generator."""

import random
from collections.abc import Iterator

from tree_sitter import Node

from tests.bench.mutate.edits import Change, change
from tests.bench.mutate.names import random_name
from tests.bench.mutate.sites import Sites, parent_of, part, walk


def harmless_changes(sites: Sites, draw: random.Random) -> Iterator[Change]:
    """Changes of reads, calls and variables that keep the types right."""
    for node in sites.reads + sites.nested + sites.typed:
        yield from _read_changes(sites, node, draw)
    for name, declarator, _callee in sites.bound:
        yield from _variable_changes(name, declarator, draw)
        yield from _renamed(sites, name)
    for _callee, call in sites.calls:
        function = part(call, "function")
        place = (function.start_byte, function.end_byte)
        yield change("l", "call_parenthesised", "", (*place, f"({sites.text(function)})"))
        yield change(
            "l",
            "result_as_any_member",
            "",
            (call.start_byte, call.start_byte, "("),
            (call.end_byte, call.end_byte, " as any)"),
        )
        yield change(
            "l",
            "comment",
            "",
            (function.end_byte + 1, function.end_byte + 1, f" /* {random_name(draw)}: 1, */"),
        )


def _read_changes(sites: Sites, node: Node, draw: random.Random) -> Iterator[Change]:
    name, thing = part(node, "property"), part(node, "object")
    text, wrong = sites.text(name), random_name(draw)
    between = sites.tree.content[thing.end_byte : name.start_byte]
    after = thing.end_byte
    yield change("l", "nonnull", text, (node.end_byte, node.end_byte, "!"))
    yield change("l", "whitespace", text, (after, after, "\n      "))
    yield change("l", "comment_in_access", text, (after, after, f" /* .{wrong} */ "))
    if b"?." not in between:
        yield change("l", "optional_chain", text, (after, after, "?"))
        yield change("l", "element_access", text, (after, name.end_byte, f'["{text}"]'))
    yield change(
        "l",
        "any_cast_then_unknown_field",
        text,
        (node.start_byte, node.start_byte, "("),
        (after, name.end_byte, f" as any).{wrong}"),
    )


def _variable_changes(name: str, declarator: Node, draw: random.Random) -> Iterator[Change]:
    statement = parent_of(declarator)
    end, wrong = statement.end_byte, random_name(draw)
    label = part(declarator, "name")
    if declarator.child_by_field_name("type") is None:
        yield change("l", "any_annotation", name, (label.end_byte, label.end_byte, ": any"))
    for variant, text in (
        ("in_string", f' const zqProbe = "{name}.{wrong}";'),
        ("line_comment", f" // {name}.{wrong}({{ {wrong}: 1 }})"),
        (
            "shadowed_block",
            f" const zqProbe = () => {{ const {name} = {{ {wrong}: 1 }}; return {name}.{wrong}; }};",
        ),
        ("shadowed_param", f" const zqProbe = ({name}: {{ {wrong}: number }}) => {name}.{wrong};"),
    ):
        yield change("l", variant, name, (end, end, text))


def _renamed(sites: Sites, name: str) -> Iterator[Change]:
    """Every identifier *name* of the file under another name."""
    edits = []
    for node in walk(sites.tree.root):
        if sites.text(node) != name:
            continue
        if node.type == "identifier":
            edits.append((node.start_byte, node.end_byte, name + "Renamed"))
        elif node.type == "shorthand_property_identifier":
            edits.append((node.start_byte, node.end_byte, f"{name}: {name}Renamed"))
    yield change("l", "rename_local", name, *edits)
