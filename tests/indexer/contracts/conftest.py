"""Programs in memory, as the tests of contracts write them."""

from collections.abc import Callable

import pytest

from indexer.contracts import Contract, contract_of
from indexer.types.engine import TypeEngine
from indexer.types.host import MemoryHost

RUNTIME = {"commonfabric": None, "commonfabric/schema": None, "commonfabric/cfc": None}


def _engine_of(main: str, **others: str) -> TypeEngine:
    files = {"/main.tsx": main, **{f"/{name}.ts": text for name, text in others.items()}}
    return TypeEngine(MemoryHost({name: text.encode() for name, text in files.items()}, RUNTIME))


def _contract(main: str, **others: str) -> Contract:
    found = contract_of(_engine_of(main, **others), "/main.tsx")
    assert found is not None
    return found


def _argument_of(types: str, argument: str, imports: str = "", **others: str) -> object:
    head = f'import {{ pattern, {imports} }} from "commonfabric";\n{types}\n'
    main = f"{head}export default pattern<{argument}, {{}}>(() => ({{}}));"
    return _contract(main, **others).argument_schema


@pytest.fixture
def engine_of() -> Callable[..., TypeEngine]:
    """An engine over ``/main.tsx`` and files named like ``b`` for ``/b.ts``."""
    return _engine_of


@pytest.fixture
def contract() -> Callable[..., Contract]:
    """The contract of the default export of ``/main.tsx``."""
    return _contract


@pytest.fixture
def argument_of() -> Callable[..., object]:
    """The argument schema of a pattern over a type, declared by a text."""
    return _argument_of
