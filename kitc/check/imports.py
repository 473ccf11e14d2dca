"""The import and re-export statements of a composition, with the nodes that findings point at. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from indexer.types.host import ModuleHost, Resolution
from indexer.types.module import Module
from indexer.types.syntax import string_value


@dataclass(frozen=True, slots=True)
class ImportedName:
    """One name that a statement takes from a module."""

    imported: str
    """The exported name, ``default``, or ``*`` for the whole module."""
    local: str
    """The name here; empty for a re-export."""
    node: Node
    """Where the imported name is written."""
    local_node: Node
    type_only: bool


@dataclass(frozen=True, slots=True)
class ImportStatement:
    """One ``import`` or ``export .. from`` statement."""

    node: Node
    specifier: str
    specifier_node: Node
    names: tuple[ImportedName, ...]
    reexport: bool
    resolution: Resolution


def read_imports(module: Module, host: ModuleHost) -> tuple[ImportStatement, ...]:
    """The statements of *module* that name another module, in file order."""
    return tuple(_statements(module, host))


def _statements(module: Module, host: ModuleHost) -> Iterator[ImportStatement]:
    for node in module.root.named_children:
        source = node.child_by_field_name("source")
        if node.type not in ("import_statement", "export_statement") or source is None:
            continue
        specifier = string_value(source, module.source)
        type_only = any(child.type == "type" for child in node.children)
        names = tuple(_names(module, node, type_only=type_only))
        yield ImportStatement(
            node,
            specifier,
            source,
            names,
            node.type == "export_statement",
            host.resolve(specifier, module.key),
        )


def _names(module: Module, node: Node, *, type_only: bool) -> Iterator[ImportedName]:
    for clause in node.named_children:
        if clause.type == "export_clause":
            yield from _specifiers(module, clause, type_only=type_only, reexport=True)
        for part in clause.named_children if clause.type == "import_clause" else ():
            if part.type == "identifier":
                yield ImportedName("default", module.text(part), part, part, type_only)
            elif part.type == "namespace_import" and part.named_children:
                inner = part.named_children[0]
                yield ImportedName("*", module.text(inner), inner, inner, type_only)
            elif part.type == "named_imports":
                yield from _specifiers(module, part, type_only=type_only, reexport=False)


def _specifiers(module: Module, clause: Node, *, type_only: bool, reexport: bool) -> Iterator[ImportedName]:
    for each in clause.named_children:
        name, alias = each.child_by_field_name("name"), each.child_by_field_name("alias")
        if each.type not in ("import_specifier", "export_specifier") or name is None:
            continue
        only = type_only or any(child.type == "type" for child in each.children)
        text = string_value(name, module.source) if name.type == "string" else module.text(name)
        local = "" if reexport else module.text(alias or name)
        yield ImportedName(text, local, name, alias or name, only)
