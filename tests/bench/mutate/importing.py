"""Changes of imports: kinds g, h, i, j, n. Pure, given the generator."""

import posixpath
import random
from collections.abc import Collection, Iterator, Sequence

from tests.bench.mutate.edits import Change, change
from tests.bench.mutate.names import near_name, random_name
from tests.bench.mutate.sites import Imported, Sites, parent_of, part


def import_changes(
    sites: Sites, draw: random.Random, files: Collection[str], patterns: Sequence[str]
) -> Iterator[Change]:
    """Changes of every relative import; *files* exist, *patterns* are files of patterns with a default export."""
    for each in sites.imports:
        if each.exported == "default" and each.node.type == "identifier":
            yield from _default_changes(each, draw)
        else:
            yield from _named_changes(sites, each, draw)
    seen = set()
    for each in sites.imports:
        if each.specifier.start_byte not in seen:
            seen.add(each.specifier.start_byte)
            yield from _specifier_changes(sites, each, draw, files)
            if (
                each.exported == "default"
                and not each.type_only
                and parent_of(each.node).named_child_count == 1
            ):
                yield from _swaps(sites, each, draw, patterns)


def _default_changes(each: Imported, draw: random.Random) -> Iterator[Change]:
    node, local = each.node, each.local
    clause = parent_of(node)
    alone = clause.named_child_count == 1
    if not alone and clause.named_children[1].type != "named_imports":
        return
    end = node.end_byte if alone else clause.named_children[1].start_byte + 1
    close = " }" if alone else ","
    for variant, name in (
        ("same_name", local),
        ("random", random_name(draw)),
        ("near", near_name(local, draw)),
    ):
        spelled = local if name == local else f"{name} as {local}"
        yield change("h", variant, local, (node.start_byte, end, "{ " + spelled + close))
    yield change("l", "default_as", local, (node.start_byte, end, f"{{ default as {local}{close}"))
    if not each.type_only and alone:
        place = each.statement.start_byte + len("import ")
        yield change("j", "import_type_default", local, (place, place, "type "))


def _named_changes(sites: Sites, each: Imported, draw: random.Random) -> Iterator[Change]:
    name = part(each.node, "name")
    aliased = each.node.child_by_field_name("alias") is not None
    group = "type" if each.type_only else "pattern" if _called(sites, each.local) else "value"
    for variant, wrong in (("random", random_name(draw)), ("near", near_name(each.exported, draw))):
        text = wrong if aliased else f"{wrong} as {each.local}"
        yield change("g", f"{group}_{variant}", each.exported, (name.start_byte, name.end_byte, text))
    if not each.type_only:
        place = each.node.start_byte
        yield change("j", "import_type_named", each.local, (place, place, "type "))
        clause = parent_of(each.node)
        if clause.named_child_count == 1 and parent_of(clause).named_child_count == 1:
            yield change(
                "h", "named_to_default", each.local, (clause.start_byte, clause.end_byte, each.local)
            )


def _called(sites: Sites, name: str) -> bool:
    return any(name == callee for callee, _ in sites.calls + sites.elements)


def _specifier_changes(
    sites: Sites, each: Imported, draw: random.Random, files: Collection[str]
) -> Iterator[Change]:
    node = each.specifier
    text = sites.text(node)[1:-1]
    folder, _, base = text.rpartition("/")
    stem, dot, ending = base.partition(".")
    for variant, wrong in (("random", random_name(draw)), ("near", near_name(stem, draw))):
        specifier = f"{folder}/{wrong}{dot}{ending}"
        target = posixpath.normpath(posixpath.join(posixpath.dirname(sites.file), specifier))
        if target not in files:
            yield change("i", variant, stem, (node.start_byte, node.end_byte, f'"{specifier}"'))


def _swaps(sites: Sites, each: Imported, draw: random.Random, patterns: Sequence[str]) -> Iterator[Change]:
    here = posixpath.dirname(sites.file)
    node = each.specifier
    target = posixpath.normpath(posixpath.join(here, sites.text(node)[1:-1]))
    near = [other for other in patterns if posixpath.dirname(other) == posixpath.dirname(target)]
    for variant, choices in (("same_folder", near), ("other_folder", patterns)):
        others = [other for other in choices if other not in (target, sites.file)]
        if others:
            chosen = draw.choice(others)
            specifier = posixpath.relpath(chosen, here or ".")
            specifier = specifier if specifier.startswith(".") else f"./{specifier}"
            yield change("n", variant, chosen, (node.start_byte, node.end_byte, f'"{specifier}"'))
