"""Types -> schemas as the framework's compiler prints them -> contracts, fields, compatibility, TypeScript.

``contracts_of`` finds the ``pattern(...)`` calls that a module exports (``patterns``), prints their argument
and result (``printer`` and the ``print_*`` files; ``inferred`` where no type is written), and lists fields.
"""

from indexer.contracts.compare import Difference, compare_schemas
from indexer.contracts.compatible import Fit, can_feed, field_schema, missing_arguments
from indexer.contracts.contract import Contract, contract_of, contracts_of
from indexer.contracts.fields import ContractField
from indexer.contracts.schema import Schema
from indexer.contracts.schema_text import full_text, schema_text, schema_to_ts

__all__ = [
    "Contract",
    "ContractField",
    "Difference",
    "Fit",
    "Schema",
    "can_feed",
    "compare_schemas",
    "contract_of",
    "contracts_of",
    "field_schema",
    "full_text",
    "missing_arguments",
    "schema_text",
    "schema_to_ts",
]
