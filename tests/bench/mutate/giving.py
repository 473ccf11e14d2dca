"""Changes of what is given to patterns: kinds d, e, f, and a type in a value's place (j). Pure, given the generator."""

import random
from collections.abc import Iterator

from tree_sitter import Node

from tests.bench.mutate.edits import Change, change
from tests.bench.mutate.names import near_name, random_name
from tests.bench.mutate.sites import Sites, part

_WRONG = {
    "string": ("string", ("12345", "[1, 2]")),
    "template_string": ("string", ("12345", "[1, 2]")),
    "number": ("number", ('"zq-wrong"',)),
    "true": ("boolean", ('"yes"', "[true]")),
    "false": ("boolean", ('"yes"', "[true]")),
    "array": ("array", ('"zq-wrong"', "12345")),
    "object": ("object", ('"zq-wrong"', "12345")),
}
_OTHER = ("12345", "[[true]]", '"zq-wrong"', '"yes"')


def call_changes(sites: Sites, draw: random.Random) -> Iterator[Change]:
    """Changes of the object that a call of an imported function is given."""
    fields = sorted({sites.text(part(each, "property")) for each in sites.reads})
    for callee, call in sites.calls:
        for argument in part(call, "arguments").named_children[:1]:
            if argument.type == "object":
                yield from _object_changes(sites, argument, fields, draw)
        if sites.types:
            function = part(call, "function")
            place = (function.start_byte, function.end_byte, draw.choice(sites.types))
            yield change("j", "type_as_callee", callee, place)


def _object_changes(sites: Sites, given: Node, fields: list[str], draw: random.Random) -> Iterator[Change]:
    inside = given.start_byte + 1
    yield change("d", "extra_random", "extra", (inside, inside, f" {random_name(draw)}: 1,"))
    yield change("d", "extra_near", "extra", (inside, inside, f" {near_name('extra', draw)}: 1,"))
    for pair in given.named_children:
        if pair.type not in ("pair", "shorthand_property_identifier"):
            continue
        yield from _key_changes(sites, pair, "", draw)
        name, value = _name_of(sites, pair), pair.child_by_field_name("value")
        if fields:
            yield _renamed(sites, pair, "output_name", draw.choice(fields))
        yield change("e", "required", name, (pair.start_byte, _end_with_comma(pair), ""))
        yield from _value_changes(sites, pair, value, draw)
        for inner in _inner_pairs(value):
            yield from _key_changes(sites, inner, "nested_", draw)


def _key_changes(sites: Sites, pair: Node, prefix: str, draw: random.Random) -> Iterator[Change]:
    name = _name_of(sites, pair)
    if name:
        yield _renamed(sites, pair, prefix + "random", random_name(draw))
        yield _renamed(sites, pair, prefix + "near", near_name(name, draw))


def _renamed(sites: Sites, pair: Node, variant: str, wrong: str) -> Change:
    key = pair.child_by_field_name("key")
    if key is None:
        name = sites.text(pair)
        return change("d", variant, name, (pair.start_byte, pair.end_byte, f"{wrong}: {name}"))
    return change("d", variant, sites.text(key), (key.start_byte, key.end_byte, wrong))


def _name_of(sites: Sites, pair: Node) -> str:
    key = pair.child_by_field_name("key")
    if key is None:
        return sites.text(pair) if pair.type == "shorthand_property_identifier" else ""
    return sites.text(key) if key.type == "property_identifier" else ""


def _inner_pairs(value: Node | None) -> Iterator[Node]:
    if value is None:
        return
    if value.type == "array":
        for each in value.named_children[:2]:
            yield from _inner_pairs(each)
    elif value.type == "new_expression":
        for each in (value.child_by_field_name("arguments") or value).named_children[:1]:
            if each.type in ("object", "array"):
                yield from _inner_pairs(each)
    elif value.type == "object":
        for pair in value.named_children:
            if pair.type in ("pair", "shorthand_property_identifier"):
                yield pair
                yield from _inner_pairs(pair.child_by_field_name("value"))


def _end_with_comma(node: Node) -> int:
    following = node.next_sibling
    return following.end_byte if following is not None and following.type == "," else node.end_byte


def _value_changes(sites: Sites, pair: Node, value: Node | None, draw: random.Random) -> Iterator[Change]:
    name = _name_of(sites, pair)
    variant, wrongs = _WRONG.get(value.type, ("other", _OTHER)) if value is not None else ("other", _OTHER)
    place = (value.start_byte, value.end_byte) if value is not None else (pair.end_byte, pair.end_byte)
    before = "" if value is not None else ": "
    yield change("f", variant, name, (*place, before + draw.choice(wrongs)))
    if sites.types:
        yield change("j", "type_as_argument", name, (*place, before + draw.choice(sites.types)))
    yield change("l", "arg_any_cast", name, (*place, before + "(undefined as any)"))
    if value is not None:
        yield change(
            "l",
            "arg_spread",
            name,
            (pair.start_byte, pair.start_byte, "...({ "),
            (pair.end_byte, pair.end_byte, " })"),
        )
        key = part(pair, "key")
        if key.type == "property_identifier":
            yield change("l", "quoted_arg_key", name, (key.start_byte, key.end_byte, f'"{name}"'))


def element_changes(sites: Sites, draw: random.Random) -> Iterator[Change]:
    """Changes of the attributes of an imported component."""
    for _name, element in sites.elements:
        title = part(element, "name")
        place = (title.end_byte, title.end_byte)
        yield change("d", "jsx_extra_random", "extra", (*place, f" {random_name(draw)}={{1}}"))
        yield change("d", "jsx_extra_near", "extra", (*place, f" {near_name('extra', draw)}={{1}}"))
        for attribute in element.named_children:
            if attribute.type == "jsx_attribute":
                yield from _attribute_changes(sites, attribute, draw)


def _attribute_changes(sites: Sites, attribute: Node, draw: random.Random) -> Iterator[Change]:
    key = attribute.named_children[0]
    name = sites.text(key)
    place = (key.start_byte, key.end_byte)
    yield change("d", "jsx_random", name, (*place, random_name(draw)))
    yield change("d", "jsx_near", name, (*place, near_name(name, draw)))
    yield change("e", "jsx_required", name, (attribute.start_byte, attribute.end_byte, ""))
    if len(attribute.named_children) > 1:
        value = attribute.named_children[1]
        inner = value.named_children[0] if value.type == "jsx_expression" and value.named_children else value
        variant, wrongs = _WRONG.get(inner.type, ("other", _OTHER))
        here = (value.start_byte, value.end_byte)
        yield change("f", "jsx_" + variant, name, (*here, "{" + draw.choice(wrongs) + "}"))
        yield change("l", "arg_any_cast", name, (*here, "{(undefined as any)}"))
