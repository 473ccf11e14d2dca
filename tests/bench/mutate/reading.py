"""Changes of reads: kinds a, b, c, k, m. Pure, given the generator."""

import random
from collections.abc import Iterator

from tree_sitter import Node

from tests.bench.mutate.edits import Change, change
from tests.bench.mutate.names import near_name, random_name
from tests.bench.mutate.sites import Sites, parent_of, part

_DATA = (
    ("data_arith", " * 2"),
    ("data_get", ".get()"),
    ("data_map", ".map((zq: any) => zq)"),
    ("data_send", ".send({})"),
    ("data_method", ".trim()"),
)
_STREAM = (
    ("stream_arith", " * 2"),
    ("stream_compare", " > 5"),
    ("stream_get", ".get()"),
    ("stream_map", ".map((zq: any) => zq)"),
)


def read_changes(sites: Sites, draw: random.Random) -> Iterator[Change]:
    """Changes of kinds a and b; *sites* knows the names of arguments."""
    known = argument_names(sites)
    for node in sites.reads:
        yield from _renamed(sites, node, "a", "", draw)
        if known:
            name = part(node, "property")
            yield change(
                "a",
                "input_name",
                sites.text(name),
                (name.start_byte, name.end_byte, draw.choice(sorted(known))),
            )
    for node in sites.nested:
        yield from _renamed(sites, node, "b", "", draw)
    for node in sites.typed:
        yield from _renamed(sites, node, "b", "typed_", draw)


def _renamed(sites: Sites, node: Node, kind: str, prefix: str, draw: random.Random) -> Iterator[Change]:
    name = part(node, "property")
    text = sites.text(name)
    yield change(kind, prefix + "random", text, (name.start_byte, name.end_byte, random_name(draw)))
    yield change(kind, prefix + "near", text, (name.start_byte, name.end_byte, near_name(text, draw)))
    thing = part(node, "object")
    if b"?." not in sites.tree.content[thing.end_byte : name.start_byte]:
        yield change(
            kind,
            prefix + "element_access_wrong",
            text,
            (thing.end_byte, name.end_byte, f'["{random_name(draw)}"]'),
        )


def argument_names(sites: Sites) -> set[str]:
    """Keys that the file's calls give to imported functions."""
    found = set()
    for _callee, call in sites.calls:
        for argument in part(call, "arguments").named_children:
            if argument.type == "object":
                for pair in argument.named_children:
                    key = pair.child_by_field_name("key") or pair
                    if key.type in ("property_identifier", "shorthand_property_identifier"):
                        found.add(sites.text(key))
    return found


def taken_changes(sites: Sites, draw: random.Random) -> Iterator[Change]:
    """Changes of kind c: fields that a destructuring takes."""
    for _callee, pattern in sites.taken:
        for piece in pattern.named_children:
            for variant, wrong in (("random", random_name(draw)), ("near", None)):
                if piece.type == "shorthand_property_identifier_pattern":
                    text = sites.text(piece)
                    new = f"{wrong or near_name(text, draw)}: {text}"
                    yield change("c", variant, text, (piece.start_byte, piece.end_byte, new))
                elif piece.type == "pair_pattern":
                    key = part(piece, "key")
                    text = sites.text(key)
                    yield change(
                        "c", variant, text, (key.start_byte, key.end_byte, wrong or near_name(text, draw))
                    )


def confused_changes(sites: Sites) -> Iterator[Change]:
    """Changes of kind k: data used as a stream, and the other way round."""
    for node in sites.reads + sites.nested + sites.typed:
        name = sites.text(part(node, "property"))
        parent = parent_of(node)
        if parent.type in (
            "member_expression",
            "call_expression",
            "subscript_expression",
            "non_null_expression",
        ):
            continue
        for variant, suffix in _DATA:
            yield change("k", variant, name, (node.end_byte, node.end_byte, suffix))
        if parent.type == "binary_expression" and part(parent, "left") == node:
            right = part(parent, "right")
            operator = sites.text(part(parent, "operator"))
            if operator in ("===", "!==") and right.type in ("string", "number", "true", "false"):
                wrong = "5" if right.type == "string" else '"zq"'
                yield change("k", "data_compare", name, (right.start_byte, right.end_byte, wrong))
    for call in sites.sends:
        function = part(call, "function")
        stream = part(function, "object")
        name = sites.text(stream.child_by_field_name("property") or stream)
        for variant, suffix in _STREAM:
            yield change("k", variant, name, (stream.end_byte, call.end_byte, suffix))
        yield change(
            "k",
            "stream_template",
            name,
            (call.start_byte, call.start_byte, "`${"),
            (stream.end_byte, call.end_byte, "}`"),
        )


def event_changes(sites: Sites, draw: random.Random) -> Iterator[Change]:
    """Changes of kind m: the event that ``.send`` is given."""
    for call in sites.sends:
        function = part(call, "function")
        stream = part(function, "object")
        name = sites.text(stream.child_by_field_name("property") or stream)
        arguments = part(call, "arguments")
        if not arguments.named_children:
            inside = arguments.start_byte + 1
            yield change("m", "event_added_to_void", name, (inside, inside, "12345"))
            continue
        event = arguments.named_children[0]
        start, end = event.start_byte, event.end_byte
        yield change("m", "event_dropped", name, (start, end, ""))
        yield change("m", "event_wrong_type", name, (start, end, draw.choice(['"zq-wrong"', "12345"])))
        if event.type != "object":
            continue
        yield change("m", "event_extra_key", name, (start + 1, start + 1, f" {random_name(draw)}: 1,"))
        for pair in event.named_children:
            key = pair.child_by_field_name("key")
            if pair.type == "pair" and key is not None and key.type == "property_identifier":
                place = (key.start_byte, key.end_byte)
                yield change("m", "event_key_random", name, (*place, random_name(draw)))
                yield change("m", "event_key_near", name, (*place, near_name(sites.text(key), draw)))
