"""Nodes found by queries."""

from collections.abc import Callable

import pytest

from indexer.contracts.captured import captured
from indexer.types.engine import TypeEngine

QUERY = "(call_expression) @call (string) @text"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        pytest.param("let n = 1;", [], id="nothing there"),
        pytest.param('f(g("x"));', ['call f(g("x"))', 'call g("x")', 'text "x"'], id="outer before inner"),
        pytest.param(
            'f("a")("b");', ['call f("a")("b")', 'call f("a")', 'text "a"', 'text "b"'], id="one start"
        ),
        pytest.param("<p>{f()}</p>;", ["call f()"], id="in an element"),
    ],
)
def test_captured_nodes_come_by_their_start_with_their_names(
    engine_of: Callable[..., TypeEngine], source: str, found: list[str]
) -> None:
    module = engine_of(source).module("/main.tsx")
    assert module is not None
    assert [f"{name} {module.text(node)}" for node, name in captured(QUERY, module.root, module)] == found
