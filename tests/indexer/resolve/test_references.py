import pytest

from indexer.resolve.references import Reference, parse_reference

ONE, TWO = "A" * 43, "b-_" * 14 + "b"

REFERENCES = (
    pytest.param(f"cf:pattern:{ONE}", ONE, "", id="pattern"),
    pytest.param(f"cf:pattern:{ONE}@{ONE}", ONE, "", id="pattern with its own pin"),
    pytest.param(f"cf:pattern:{ONE}/part.tsx", ONE, "", id="path inside a program"),
    pytest.param(f"cf:/home/pattern:{ONE}", ONE, "", id="pattern in a space"),
    pytest.param(f"cf://host.example:80/home/pattern:{ONE}", ONE, "", id="pattern on a host"),
    pytest.param(f"cf:tea-list@{TWO}", TWO, "", id="pinned name"),
    pytest.param("cf:tea-list", "", "", id="name"),
    pytest.param(f"cf:of:fid1:{ONE}@{TWO}", TWO, "", id="pinned cell"),
    pytest.param(
        "cf:pattern:short", "", "has no identity of 43 base64url characters after pattern:", id="short"
    ),
    pytest.param(
        f"cf:pattern:{ONE}=", "", "has no identity of 43 base64url characters after pattern:", id="padded"
    ),
    pytest.param("cf:tea@short", "", "has no identity of 43 base64url characters after @", id="short pin"),
    pytest.param(
        f"cf:pattern:{ONE}@{TWO}", "", "is pinned to another identity than it names", id="conflicting pin"
    ),
    pytest.param("cf:", "", "has an empty name or path step", id="nothing"),
    pytest.param(f"cf:pattern:{ONE}//x", "", "has an empty name or path step", id="empty step"),
    pytest.param(
        f"cf:module/{ONE}",
        "",
        "names a compiler-internal namespace, which cannot be imported",
        id="internal namespace",
    ),
)


@pytest.mark.parametrize("specifier, identity, trouble", REFERENCES)
def test_a_cf_specifier_names_an_identity_or_says_why_not(
    specifier: str, identity: str, trouble: str
) -> None:
    assert parse_reference(specifier) == Reference(specifier, identity, trouble)


def test_other_specifiers_are_no_references() -> None:
    assert parse_reference("commonfabric") is None
