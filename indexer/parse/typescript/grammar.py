"""The one way to parse TypeScript: bytes to a tree-sitter tree that owns up to what it could not read. Pure.

What the grammar cannot read although TypeScript can is masked: replaced by as many other bytes, so that every
offset in the tree is an offset in the file. Text must therefore come from ``SyntaxTree.text`` (the file's own
bytes), never from ``Node.text`` (the masked ones).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

import tree_sitter
import tree_sitter_typescript
from tree_sitter import Node

from indexer.parse.typescript.damage import Damage, Mask, damage_of_bytes, damage_of_tree
from indexer.parse.typescript.masks import misread_import_types, propose_masks, without_masked

Grammar = Literal["ts", "tsx"]
_ROUNDS = 12
_SINGLE_TRIES = 24
_JSX_ENDINGS = (".tsx", ".jsx", ".js", ".mjs", ".cjs")


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntaxTree:
    """One parsed file. Offsets of the tree are byte offsets in *content*."""

    path: str
    grammar: Grammar
    tree: tree_sitter.Tree
    content: bytes
    """The file as given."""
    masked: bytes
    """What was parsed: as long as *content*, other bytes only where a mask or damage says so."""
    masks: tuple[Mask, ...]
    """Sound code that the grammar cannot read, in file order; facts of it come from *content*."""
    damage: tuple[Damage, ...]
    """What could not be read, in file order; empty means that every byte was understood."""

    @property
    def root(self) -> Node:
        """The program node."""
        return self.tree.root_node

    def text(self, node: Node) -> str:
        """The file's own text of *node*; undecodable bytes become U+FFFD."""
        return self.content[node.start_byte : node.end_byte].decode("utf-8", "replace")


def parse_tree(content: bytes, path: str) -> SyntaxTree:
    """The syntax tree of *content*; *path* only chooses the grammar by its ending.

    Never raises: undecodable bytes, NUL and syntax errors are in ``damage``.
    """
    grammar: Grammar = "tsx" if path.endswith(_JSX_ENDINGS) else "ts"
    readable, unreadable = damage_of_bytes(content)
    tree = _parse(readable, grammar)
    misread = misread_import_types(readable, tree.root_node)
    masked = without_masked(readable, misread)
    if misread:
        tree = _parse(masked, grammar)
    masked, healed, tree = _recover(masked, grammar, tree)
    damage = unreadable + damage_of_tree(tree.root_node)
    return SyntaxTree(
        path=path,
        grammar=grammar,
        tree=tree,
        content=content,
        masked=masked,
        masks=tuple(sorted(misread + healed)),
        damage=tuple(sorted(damage)),
    )


@cache
def _language(grammar: Grammar) -> tree_sitter.Language:
    binding = tree_sitter_typescript
    return tree_sitter.Language(binding.language_tsx() if grammar == "tsx" else binding.language_typescript())


def _parse(content: bytes, grammar: Grammar) -> tree_sitter.Tree:
    return tree_sitter.Parser(_language(grammar)).parse(content)


def _recover(
    content: bytes, grammar: Grammar, tree: tree_sitter.Tree
) -> tuple[bytes, tuple[Mask, ...], tree_sitter.Tree]:
    """Mask and parse again while that leaves fewer damaged bytes: content, masks and tree at the end."""
    kept: tuple[Mask, ...] = ()
    for _round in range(_ROUNDS):
        if not tree.root_node.has_error:
            break
        damage = damage_of_tree(tree.root_node)
        proposed = propose_masks(content, damage, tree.root_node)
        better = _best(content, grammar, proposed, _cost(damage)) if proposed else None
        if better is None:
            break
        content, accepted, tree = better
        kept += accepted
    return content, kept, tree


def _best(
    content: bytes, grammar: Grammar, proposed: tuple[Mask, ...], cost: tuple[int, int]
) -> tuple[bytes, tuple[Mask, ...], tree_sitter.Tree] | None:
    """The *proposed* masks of one kind if they help, else all together, else one that helps alone."""
    for masks in _trials(proposed):
        masked = without_masked(content, masks)
        tree = _parse(masked, grammar)
        if _cost(damage_of_tree(tree.root_node)) < cost:
            return masked, masks, tree
    return None


def _trials(proposed: tuple[Mask, ...]) -> Iterator[tuple[Mask, ...]]:
    kinds = sorted({mask.kind for mask in proposed})
    for kind in kinds:
        yield tuple(mask for mask in proposed if mask.kind == kind)
    if len(kinds) > 1:
        yield proposed
    if len(proposed) > len(kinds):
        yield from ((mask,) for mask in proposed[:_SINGLE_TRIES])


def _cost(damage: tuple[Damage, ...]) -> tuple[int, int]:
    return len(damage), sum(found.stop - found.start for found in damage)
