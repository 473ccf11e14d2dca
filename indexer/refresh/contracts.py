"""Contracts of programs, as rows. Pure.

A reader keeps one type engine, so what programs share (the runtime's declarations) is read once. Which
programs a reader gets changes nothing but the time it takes.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from indexer.base.digest import canonical_json, ordered_json
from indexer.refresh.plan import Unit
from indexer.refresh.specifiers import Specifiers
from indexer.save.rows import Row, Rows
from indexer.types.host import Found, Missing, NotIndexed, Resolution, Runtime

if TYPE_CHECKING:
    from indexer.contracts.contract import Contract
    from indexer.contracts.fields import ContractField


class ContractRows(NamedTuple):
    """One contract, ready to be inserted."""

    contract: Row
    """export_name, status, unresolved, argument_schema, result_schema."""
    fields: Rows
    """side, path, ... doc, address of the module and line where the field is declared."""


class ReadContracts(NamedTuple):
    """The contracts of one program, or why our own code failed on it."""

    rows: list[ContractRows]
    trouble: str = ""


ContractsByEntry = Iterator[tuple[str, ReadContracts]]
"""Entry addresses with their contracts, in order."""


class Resolved(NamedTuple):
    """What is known of programs before their contracts are read."""

    patterns: Mapping[str, str]
    """Entry address by identity."""
    writers: Mapping[str, tuple[str, str]]
    """Name and identity of a module, by address."""


class UnitHost:
    """The collected modules, as the type engine asks for them."""

    def __init__(
        self, units: Mapping[str, Unit], runtime: Mapping[str, str], patterns: Mapping[str, str]
    ) -> None:
        self._units = units
        keys = (address for address in units if address.startswith("src:"))
        self._specifiers = Specifiers(keys, runtime=runtime, patterns=patterns)

    def content(self, key: str) -> bytes | None:
        """The bytes of the module *key*."""
        unit = self._units.get(key)
        return None if unit is None else unit.file.content

    def resolve(self, specifier: str, importer: str) -> Resolution:
        """What *specifier* means when the module *importer* writes it."""
        target = self._specifiers.target(specifier, importer)
        if target.status == "runtime":
            return Runtime(specifier, target.key)
        if target.key is not None:
            return Found(target.key)
        if target.status == "not-indexed":
            return NotIndexed(specifier.removeprefix("cf:pattern:"))
        return Missing(specifier)


class ContractReader:
    """Reads the contracts of programs."""

    def __init__(self, units: Mapping[str, Unit], runtime: Mapping[str, str], resolved: Resolved) -> None:
        from indexer.types.engine import TypeEngine  # noqa: PLC0415 - loaded where contracts are read
        from indexer.types.infer import attach_inference  # noqa: PLC0415 - the same

        self._writers = resolved.writers
        self._engine = TypeEngine(UnitHost(units, runtime, resolved.patterns))
        attach_inference(self._engine)

    @property
    def held_bytes(self) -> int:
        """Source of the modules that were read and are kept."""
        return self._engine.held_bytes

    def read(self, entry: str) -> ReadContracts:
        """The contracts of the program that *entry* begins."""
        from indexer.contracts.contract import contracts_of  # noqa: PLC0415 - the same

        try:
            contracts = contracts_of(self._engine, entry, writer_of=self._writer)
            return ReadContracts([contract_rows(contract) for contract in contracts])
        except Exception as error:  # noqa: BLE001 - a worker's edge: one program must not stop all others
            return ReadContracts([], f"{type(error).__name__}: {error}")

    def _writer(self, key: str) -> dict[str, object]:
        name, identity = self._writers.get(key, ("", ""))
        if not name:
            return {"file": f"/{key.partition('/')[2]}"}
        return {"file": name, "moduleIdentity": identity} if identity else {"file": name}


def contract_rows(contract: "Contract") -> ContractRows:
    """The rows of *contract*."""
    return ContractRows(
        contract=(
            contract.export_name,
            contract.status,
            canonical_json(list(contract.unresolved)),
            ordered_json(contract.argument_schema),
            ordered_json(contract.result_schema),
        ),
        fields=tuple(_field_row(field) for field in contract.fields),
    )


def _field_row(field: "ContractField") -> Row:
    module, _, lines = field.address.partition("#L")
    return (
        field.side,
        field.path,
        field.name,
        field.depth,
        field.type,
        field.wrapper,
        int(field.required),
        canonical_json(field.default) if field.has_default else None,
        field.doc,
        module,
        int(lines.partition("-")[0]) if lines else None,
    )
