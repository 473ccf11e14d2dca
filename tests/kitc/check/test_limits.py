"""Hostile and broken compositions end in time with a clear outcome."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.types.host import MemoryHost
from kitc.check.checker import Checker, Request
from kitc.check.nearest import certain_name, edit_distance, nearest_names
from kitc.check.references import Malformed, parse_reference
from kitc.check.report import CheckReport, Lines

DEEP = 10_000


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("const a = " + "(" * DEEP + "1" + ")" * DEEP + ";", id="parentheses"),
        pytest.param("const a = " + "[" * DEEP + "1" + "]" * DEEP + ";", id="lists"),
        pytest.param("const a = x" + ".y" * DEEP + ";", id="fields"),
        pytest.param("if (a) {" * DEEP + "}" * DEEP, id="blocks"),
        pytest.param("const a = " + "<b>" * DEEP + "</b>" * DEEP + ";", id="elements"),
        pytest.param(
            "type A = " + "{ a: " * DEEP + "1" + " }" * DEEP + "; declare const a: A; a.a.a.b;", id="types"
        ),
        pytest.param("type A = A[]; declare const a: A; a[0][0].b;", id="a type made of itself"),
        pytest.param(
            "interface A extends A {} declare const a: A; a.b;", id="an interface that extends itself"
        ),
        pytest.param("const f = () => g(); const g = () => f(); f().x;", id="functions that call each other"),
    ],
)
def test_nothing_deep_or_endless_is_called_valid(report: Callable[..., CheckReport], text: str) -> None:
    assert report(text).verdict in ("unknown", "invalid")


def test_a_long_sum_is_told(report: Callable[..., CheckReport]) -> None:
    assert report("const a = 1" + " + 1" * DEEP + ";").verdict == "valid"


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=st.sampled_from("abc.?!(){}[]<>=>;:,'\"`$&|+-*/ \n…é"), max_size=120))
def test_any_text_gets_a_report(text: str) -> None:
    checker = Checker(MemoryHost({}, {"commonfabric": None}))
    first = checker.check(Request(content=text.encode()))
    assert first.verdict in ("valid", "invalid", "unknown")
    assert checker.check(Request(content=text.encode())) == first


@given(st.text(alphabet="abcdeé😀", max_size=8), st.text(alphabet="abcdeé😀", max_size=8))
def test_edit_distance_is_symmetric_and_bounded(left: str, right: str) -> None:
    assert edit_distance(left, right, most=20) == edit_distance(right, left, most=20)
    assert edit_distance(left, right, most=20) <= max(len(left), len(right))
    assert (edit_distance(left, right, most=20) == 0) == (left == right)


def test_names_are_near_by_edits_case_and_words() -> None:
    names = ("emailAddress", "emails", "sender", "Title")
    assert nearest_names("email", names) == ("emails", "emailAddress")
    assert nearest_names("title", names) == ("Title",)
    assert certain_name("emailz", names) == "emails"
    assert certain_name("idea", ("ideas", "ides")) is None


def test_columns_count_utf_16_units() -> None:
    assert Lines.of("a\né😀x".encode()).place(len("a\né😀".encode())) == (2, 4)


@given(st.from_regex(r"[A-Za-z0-9_-]{43}", fullmatch=True))
def test_every_identity_is_a_reference(identity: str) -> None:
    parsed = parse_reference(f"cf:pattern:{identity}")
    assert not isinstance(parsed, Malformed)
    assert parsed.identity == identity
    assert not isinstance(parse_reference(f"cf:pattern:{identity}@{identity}"), Malformed)
    assert isinstance(parse_reference(f"cf:pattern:{identity}/x"), Malformed)


@pytest.mark.parametrize(
    "specifier",
    [
        "cf:todo-list", "cf:todo-list/schemas", "cf:/kitchen/todo-list", "cf:/did:key:z6Mk/todo-list",
        "cf://host.example:8000/kitchen/todo-list", f"cf:todo-list@{'A' * 43}", f"cf:of:fid1:{'A' * 43}",
    ],
)  # fmt: skip
def test_references_to_places_are_well_formed(specifier: str) -> None:
    assert not isinstance(parse_reference(specifier), Malformed)


@pytest.mark.parametrize(
    "specifier",
    [
        "cf:", "cf:/", "cf://", "cf:/kitchen/", "cf://host.example/todo-list", "cf:Has_Upper", "cf:todo@abc",
        "cf:of:abc", "cf:data:abc", "cf:module/x", "cf:cache-root/x", "cf:todo/../x", "cf:a b",
    ],
)  # fmt: skip
def test_other_references_are_malformed(specifier: str) -> None:
    assert isinstance(parse_reference(specifier), Malformed)
