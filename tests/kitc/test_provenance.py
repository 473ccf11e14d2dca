import pytest

import kitc
from indexer.corpus import Corpus
from kitc.base.errors import KitRefused
from kitc.loop.service import Researched
from kitc.provenance import append_derivation, derivation_of, parse_provenance, provenance_json

IDENTITY = "A" * 43


@pytest.fixture
def built(starter: Corpus) -> Researched:
    return kitc.research(
        "a page for planning our dinner: things to prepare marked as done, and what it costs in total",
        corpus=starter,
    )


def test_consulting_and_importing_are_apart(built: Researched) -> None:
    derivation = derivation_of(built.kit, built.run)
    assert len(derivation.consulted) > len(derivation.dependencies) > 0
    used = {pattern.identity for pattern in built.kit.patterns if pattern.use != "reference"}
    assert set(derivation.dependencies) == used


def test_a_record_is_appended_to_and_the_same_run_is_once(built: Researched) -> None:
    derivation = derivation_of(built.kit, built.run)
    first = append_derivation(None, IDENTITY, derivation)
    assert append_derivation(first, IDENTITY, derivation) == first
    other = derivation.model_copy(update={"run_id": "another"})
    both = append_derivation(first, IDENTITY, other)
    assert both.derivations == (derivation, other)
    assert parse_provenance(provenance_json(both)) == both


def test_a_record_of_another_identity_is_refused(built: Researched) -> None:
    derivation = derivation_of(built.kit, built.run)
    record = append_derivation(None, IDENTITY, derivation)
    with pytest.raises(KitRefused, match="not of B"):
        append_derivation(record, "B" * 43, derivation)


def test_a_run_record_of_another_kit_is_refused(built: Researched) -> None:
    changed = built.kit.model_copy(update={"status": "incomplete"})
    with pytest.raises(KitRefused, match="not of this one"):
        derivation_of(changed, built.run)
