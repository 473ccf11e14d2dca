"""Template literal types: over finite sets of literals computed, else kept. Pure."""

from itertools import product
from typing import TYPE_CHECKING

from tree_sitter import Node

from indexer.types.model import STRING, LiteralType, Scalar, Template, Type, Undetermined
from indexer.types.scope import Scope
from indexer.types.syntax import unescaped
from indexer.types.unions import split_members, union_of

if TYPE_CHECKING:
    from indexer.types.engine import TypeEngine

_MOST = 10_000


def read_template(engine: "TypeEngine", node: Node, scope: Scope) -> Type:
    """The type of a ``template_literal_type`` node."""
    texts, holes = [""], []
    for each in node.named_children:
        if each.type == "template_type":
            holes.append(engine.resolve_annotation(each.named_children[0], scope))
            texts.append("")
        elif each.type in ("string_fragment", "escape_sequence"):
            texts[-1] += unescaped(scope.module.text(each))
    return template_of(engine, tuple(texts), tuple(holes))


def template_of(engine: "TypeEngine", texts: tuple[str, ...], holes: tuple[Type, ...]) -> Type:
    """The union of all strings, when each hole is a finite set; else the template itself."""
    sets = [split_members(engine, hole) for hole in holes]
    unclear = next((each for found in sets for each in found if isinstance(each, Undetermined)), None)
    if unclear is not None:
        return unclear
    count = 1
    for found in sets:
        count *= len(found)
    words = [[_spelled(each) for each in found] for found in sets]
    if count > _MOST or any(word is None for found in words for word in found):
        return Template(texts, holes) if holes != (STRING,) or any(texts) else STRING
    return union_of(
        engine,
        (
            LiteralType(_joined(texts, [word or "" for word in chosen]), "string")
            for chosen in product(*words)
        ),
    )


def _joined(texts: tuple[str, ...], words: list[str]) -> str:
    return "".join(text + word for text, word in zip(texts, [*words, ""], strict=True))


def _spelled(type_: Type) -> str | None:
    if isinstance(type_, LiteralType):
        return str(type_.value).lower() if type_.base == "boolean" else str(type_.value)
    if isinstance(type_, Scalar) and type_.name in ("null", "undefined"):
        return type_.name
    return None
