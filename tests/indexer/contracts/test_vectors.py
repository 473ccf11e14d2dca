import json
from pathlib import Path
from typing import Any

import pytest

from indexer.contracts import contract_of
from indexer.contracts.schema import same
from indexer.types.engine import TypeEngine
from indexer.types.host import MemoryHost

RUNTIME = dict.fromkeys(("commonfabric", "commonfabric/schema", "commonfabric/cfc"))
CASES = Path(__file__).parents[2] / "cases"


def _vectors(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((CASES / name).read_text(encoding="utf-8"))["vectors"]
    return found


VECTORS = _vectors("contract_vectors.json") + _vectors("contract_programs.json")


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_a_program_has_the_schemas_that_the_frameworks_compiler_prints(vector: dict[str, Any]) -> None:
    files = {each["name"]: each["contents"].encode() for each in vector["files"]}
    found = contract_of(TypeEngine(MemoryHost(files, RUNTIME)), vector["main"])
    assert found is not None
    assert found.status == "complete", found.unresolved
    for ours, theirs in (
        (found.argument_schema, vector["argumentSchema"]),
        (found.result_schema, vector["resultSchema"]),
    ):
        assert same(ours, theirs), f"\nours   {json.dumps(ours)}\ntheirs {json.dumps(theirs)}"
