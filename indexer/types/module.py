"""One parsed module as the engine sees it: declared types and values, imports, exports. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tree_sitter import Node

from indexer.parse.typescript.grammar import parse_tree
from indexer.types.declare import declared_types, unwrapped_statements
from indexer.types.model import Declaration
from indexer.types.scope import Scope
from indexer.types.syntax import bound_names, string_value, text_of

_VALUE_STATEMENTS = frozenset(
    {
        "function_declaration", "generator_function_declaration", "class_declaration",
        "abstract_class_declaration", "enum_declaration", "function_signature",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ImportName:
    """What a local name was imported as."""

    specifier: str
    imported: str
    """The exported name, ``default``, or ``*`` for the whole module."""
    type_only: bool
    node: Node


@dataclass(frozen=True, slots=True)
class ExportName:
    """What a module offers under a name: a local name, a name of another module, or an expression."""

    local: str | None = None
    specifier: str | None = None
    imported: str = ""
    value: Node | None = None
    """The expression of ``export default <expression>``."""
    type_only: bool = False


@dataclass(slots=True, eq=False)
class Module:
    """A module's names, from one pass over its top-level statements."""

    key: str
    source: bytes
    root: Node
    damaged: bool
    """True where the parser met text that is no TypeScript."""
    imports: dict[str, ImportName] = field(default_factory=dict)
    exports: dict[str, ExportName] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    """Specifiers of ``export * from``, in order."""
    values: dict[str, Node] = field(default_factory=dict)
    """Declaring node by value name: a ``variable_declarator``, function, class or enum."""
    types: Mapping[str, Declaration] = field(default_factory=dict)
    scope: Scope = field(init=False)

    def text(self, node: Node) -> str:
        """The source text of *node*."""
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def load_module(key: str, content: bytes) -> Module:
    """The module *key* with its names; never refuses, see :attr:`Module.damaged`."""
    tree = parse_tree(content, key)
    root = tree.root
    module = Module(key=key, source=tree.content, root=root, damaged=bool(tree.damage))
    module.scope = Scope(module)
    statements = list(unwrapped_statements(root))
    for statement, exported in statements:
        _note_statement(module, statement, exported=exported)
    module.types = declared_types([each for each, _ in statements], module.scope)
    module.scope.declared = module.types
    return module


def _note_statement(module: Module, statement: Node, *, exported: Node | None) -> None:
    kind = statement.type
    if kind == "import_statement":
        _note_import(module, statement)
    elif kind == "export_statement":
        _note_export(module, statement)
    else:
        names = tuple(_note_values(module, statement))
        if exported is not None:
            _note_exported_declaration(module, statement, exported, names)


def _note_values(module: Module, statement: Node) -> Iterator[str]:
    if statement.type in ("lexical_declaration", "variable_declaration"):
        for declarator in statement.named_children:
            if declarator.type == "variable_declarator" and (
                target := declarator.child_by_field_name("name")
            ):
                for name in bound_names(target, module.source):
                    module.values.setdefault(name, declarator)
                    yield name
    elif statement.type in _VALUE_STATEMENTS and (named := statement.child_by_field_name("name")):
        name = text_of(named, module.source)
        module.values.setdefault(name, statement)
        yield name


def _note_exported_declaration(
    module: Module, statement: Node, exported: Node, values: tuple[str, ...]
) -> None:
    named = statement.child_by_field_name("name")
    names = values or ((text_of(named, module.source),) if named else ())
    is_default = any(child.type == "default" for child in exported.children)
    for name in names:
        module.exports["default" if is_default else name] = ExportName(local=name)
    if is_default and not names:
        module.exports["default"] = ExportName(value=statement)


def _note_import(module: Module, statement: Node) -> None:
    source = statement.child_by_field_name("source")
    clause = next((child for child in statement.named_children if child.type == "import_clause"), None)
    if source is None or clause is None:
        return
    specifier = string_value(source, module.source)
    type_only = _has_keyword(statement, "type")
    for part in clause.named_children:
        if part.type == "identifier":
            module.imports[module.text(part)] = ImportName(specifier, "default", type_only, part)
        elif part.type == "namespace_import":
            module.imports[module.text(part.named_children[0])] = ImportName(specifier, "*", type_only, part)
        elif part.type == "named_imports":
            _note_named_imports(module, part, specifier, type_only=type_only)


def _note_named_imports(module: Module, part: Node, specifier: str, *, type_only: bool) -> None:
    for each in part.named_children:
        name = each.child_by_field_name("name")
        if each.type != "import_specifier" or name is None:
            continue
        local = each.child_by_field_name("alias") or name
        only = type_only or _has_keyword(each, "type")
        module.imports[module.text(local)] = ImportName(specifier, _export_text(module, name), only, each)


def _note_export(module: Module, statement: Node) -> None:
    source = statement.child_by_field_name("source")
    specifier = string_value(source, module.source) if source else None
    type_only = _has_keyword(statement, "type")
    clause = next(
        (c for c in statement.named_children if c.type in ("export_clause", "namespace_export")), None
    )
    value = statement.child_by_field_name("value")
    if value is not None:
        module.exports["default"] = _default_export(module, value)
    elif clause is None and specifier is not None:
        module.stars.append(specifier)
    elif clause is not None and clause.type == "namespace_export":
        name = _export_text(module, clause.named_children[0])
        module.exports[name] = ExportName(specifier=specifier, imported="*", type_only=type_only)
    elif clause is not None:
        _note_export_clause(module, clause, specifier, type_only=type_only)


def _note_export_clause(module: Module, clause: Node, specifier: str | None, *, type_only: bool) -> None:
    for each in clause.named_children:
        name = each.child_by_field_name("name")
        if name is None:
            continue
        local = _export_text(module, name)
        alias = each.child_by_field_name("alias")
        only = type_only or _has_keyword(each, "type")
        module.exports[_export_text(module, alias or name)] = (
            ExportName(local=local, type_only=only)
            if specifier is None
            else ExportName(specifier=specifier, imported=local, type_only=only)
        )


def _default_export(module: Module, value: Node) -> ExportName:
    if value.type == "identifier":
        return ExportName(local=module.text(value))
    return ExportName(value=value)


def _export_text(module: Module, node: Node) -> str:
    return string_value(node, module.source) if node.type == "string" else module.text(node)


def _has_keyword(node: Node, keyword: str) -> bool:
    return any(child.type == keyword for child in node.children)
