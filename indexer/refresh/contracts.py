"""Contracts of many programs, in worker processes. IO: starts processes.

A worker keeps one type engine, so what programs share (the runtime's declarations) is read once. Which
programs a worker gets changes nothing but the time it takes.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from indexer.base.digest import canonical_json, ordered_json
from indexer.refresh.plan import Unit
from indexer.refresh.specifiers import Specifiers
from indexer.refresh.workers import pool
from indexer.save.rows import Row, Rows
from indexer.types.host import Found, Missing, NotIndexed, Resolution, Runtime

if TYPE_CHECKING:
    from indexer.contracts.contract import Contract
    from indexer.contracts.fields import ContractField

_TASK_PROGRAMS = 8
_FEW_PROGRAMS = 12
"""Starting processes costs more than so few contracts."""


class ContractRows(NamedTuple):
    """One contract, ready to be inserted."""

    contract: Row
    """export_name, status, unresolved, argument_schema, result_schema."""
    fields: Rows


class ReadContracts(NamedTuple):
    """The contracts of one program, or why our own code failed on it."""

    rows: list[ContractRows]
    trouble: str = ""


ContractsByEntry = Iterator[tuple[str, ReadContracts]]
"""Entry addresses with their contracts, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractInputs:
    """What contracts are read from."""

    units: Mapping[str, Unit]
    runtime: Mapping[str, str]
    """Address by bare specifier; ``""`` stands for the JSX types."""
    patterns: Mapping[str, str]
    """Entry address by identity."""
    writers: Mapping[str, tuple[str, str]]
    """Name and identity of a module, by address."""


class UnitHost:
    """The collected modules, as the type engine asks for them."""

    def __init__(self, inputs: ContractInputs) -> None:
        self._inputs = inputs
        keys = (address for address in inputs.units if address.startswith("src:"))
        self._specifiers = Specifiers(keys, runtime=inputs.runtime, patterns=inputs.patterns)

    def content(self, key: str) -> bytes | None:
        """The bytes of the module *key*."""
        unit = self._inputs.units.get(key)
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
    """Contracts of one process's programs."""

    def __init__(self, inputs: ContractInputs) -> None:
        from indexer.types.engine import TypeEngine  # noqa: PLC0415 - loaded where contracts are read
        from indexer.types.infer import attach_inference  # noqa: PLC0415 - the same

        self._writers = inputs.writers
        self._engine = TypeEngine(UnitHost(inputs))
        attach_inference(self._engine)

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
        field.address,
    )


_reader: list[ContractReader] = []
"""In a worker: its one reader."""


def _start_worker(inputs: ContractInputs) -> None:
    _reader.append(ContractReader(inputs))


def _read_run(entries: Sequence[str]) -> list[ReadContracts]:
    return [_reader[0].read(entry) for entry in entries]


@contextmanager
def reading_contracts(
    entries: Sequence[str], inputs: ContractInputs, *, jobs: int
) -> Iterator[ContractsByEntry]:
    """Each entry with its contracts, in order; workers go on with them while the caller does other work."""
    if jobs < 2 or len(entries) < _FEW_PROGRAMS:
        reader = ContractReader(inputs) if entries else None
        yield ((entry, reader.read(entry)) for entry in entries if reader is not None)
        return
    runs = [entries[start : start + _TASK_PROGRAMS] for start in range(0, len(entries), _TASK_PROGRAMS)]
    with pool(jobs, _start_worker, inputs) as executor:
        found = executor.map(_read_run, runs)
        yield (pair for run, rows in zip(runs, found, strict=True) for pair in zip(run, rows, strict=True))
