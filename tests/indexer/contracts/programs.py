"""Programs in memory, as the tests of contracts write them."""

from indexer.contracts import Contract, contract_of
from indexer.types.engine import TypeEngine
from indexer.types.host import MemoryHost

RUNTIME = {"commonfabric": None, "commonfabric/schema": None, "commonfabric/cfc": None}


def engine_of(main: str, **others: str) -> TypeEngine:
    """An engine over ``/main.tsx`` and files named like ``b`` for ``/b.ts``."""
    files = {"/main.tsx": main, **{f"/{name}.ts": text for name, text in others.items()}}
    return TypeEngine(MemoryHost({name: text.encode() for name, text in files.items()}, RUNTIME))


def contract(main: str, **others: str) -> Contract:
    """The contract of the default export of ``/main.tsx``."""
    found = contract_of(engine_of(main, **others), "/main.tsx")
    assert found is not None
    return found


def argument_of(types: str, argument: str, imports: str = "", **others: str) -> object:
    """The argument schema of a pattern over the type *argument*, declared by *types*."""
    main = f'import {{ pattern, {imports} }} from "commonfabric";\n{types}\nexport default pattern<{argument}, {{}}>(() => ({{}}));'
    return contract(main, **others).argument_schema
