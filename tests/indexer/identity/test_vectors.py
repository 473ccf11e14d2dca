import json
from pathlib import Path
from typing import Any

import pytest

from indexer.identity import identities_of, module_hashes
from indexer.identity.modules import scan
from indexer.identity.value_hash import hash_string_of

CASES = Path(__file__).parents[2] / "cases"
PROGRAMS = json.loads((CASES / "identity_vectors.json").read_text(encoding="utf-8"))
VALUES = json.loads((CASES / "hash_vectors.json").read_text(encoding="utf-8"))


def _files(case: dict[str, Any]) -> dict[str, str]:
    return {file["name"]: file["contents"] for file in case["files"]}


@pytest.mark.parametrize("case", VALUES, ids=lambda case: repr(case["value"])[:30])
def test_a_value_has_the_frameworks_hash(case: dict[str, Any]) -> None:
    assert hash_string_of(case["value"]) == case["hash"]


@pytest.mark.parametrize("case", PROGRAMS, ids=lambda case: case["name"])
def test_specifiers_are_those_of_the_frameworks_scanner(case: dict[str, Any]) -> None:
    data = case.get("dataFiles", ())
    found = {name: sorted(scan(name, text)) for name, text in _files(case).items() if name not in data}
    assert found == {name: sorted(case["specifiers"][name]) for name in found}


@pytest.mark.parametrize("case", PROGRAMS, ids=lambda case: case["name"])
def test_modules_have_the_frameworks_identities(case: dict[str, Any]) -> None:
    found = module_hashes(_files(case), data_files=frozenset(case.get("dataFiles", ())))
    assert found == case["identities"]


@pytest.mark.parametrize(
    "case", [case for case in PROGRAMS if "packageIdentities" in case], ids=lambda case: case["name"]
)
def test_test_roots_and_data_files_enter_the_entrys_identity(case: dict[str, Any]) -> None:
    found = identities_of(
        _files(case),
        case["main"],
        data_files=case.get("dataFiles", ()),
        source_roots=case.get("sourceRoots", ()),
    )
    assert found == case["packageIdentities"]
